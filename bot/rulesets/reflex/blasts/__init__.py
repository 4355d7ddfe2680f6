"""Blasts: explosions, rooms that they go off in, and where a missile comes down."""
