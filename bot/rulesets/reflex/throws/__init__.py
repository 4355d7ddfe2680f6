"""Throws, and fuses that burn."""
