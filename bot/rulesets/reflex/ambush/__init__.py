"""Ambushes: lying in wait and being surprised."""
