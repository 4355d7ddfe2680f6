"""Weapons: in hand, loaded, lost."""
