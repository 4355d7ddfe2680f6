"""Suppressive fire and its free shots."""
