"""Surprise: who notices an ambush."""
