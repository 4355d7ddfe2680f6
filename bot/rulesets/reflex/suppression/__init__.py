"""Suppression: fire on areas, and who is under it."""
