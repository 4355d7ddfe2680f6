"""How what happened is summed up for those who read of it."""
