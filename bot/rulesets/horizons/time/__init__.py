"""Time: rounds, turns and reactions."""
