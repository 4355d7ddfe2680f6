"""Time: exchanges of fire in ticks, choices and pauses, and the small actions that only take time."""
