"""What is done in a phase besides attacking."""
