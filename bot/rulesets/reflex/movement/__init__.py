"""Movement, on foot and in vehicles, and into mines."""
