"""What explodes."""
