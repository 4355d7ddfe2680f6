"""What decides how much is said at once, by itself."""
