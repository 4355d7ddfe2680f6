"""Bodies: where they are hit, what stops it, and what it does to them."""
