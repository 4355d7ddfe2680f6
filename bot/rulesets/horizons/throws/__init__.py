"""Thrown grenades, and what goes off."""
