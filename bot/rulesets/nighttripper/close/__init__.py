"""Reach: who has the advantage of whom in melee."""
