"""Fire that keeps heads down."""
