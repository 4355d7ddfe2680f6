"""Rounds, blows and wounds."""
