"""The check that decides everything, and what it leaves behind."""
