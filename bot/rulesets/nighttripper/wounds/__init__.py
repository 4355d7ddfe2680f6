"""Wounds, armour and luck that keep them away, and what ails otherwise."""
