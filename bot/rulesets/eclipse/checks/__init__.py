"""The check that decides everything, and how it is worded."""
