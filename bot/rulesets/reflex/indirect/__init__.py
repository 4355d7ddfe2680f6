"""Indirect fire: observers, calls and shells in flight."""
