"""The free action of a turn."""
