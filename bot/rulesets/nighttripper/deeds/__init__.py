"""What is done besides attacking."""
