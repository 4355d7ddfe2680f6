"""Attacks, by blow and by shot."""
