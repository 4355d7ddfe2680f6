"""Hazards: fire, falls and collisions, lack of air, and gas."""
