"""The throw that decides everything, and luck that changes it."""
