"""Watching a place: an action that is delayed until somebody comes there."""
