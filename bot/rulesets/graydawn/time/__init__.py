"""Time: rounds from the highest initiative down, and turns in steps of five."""
