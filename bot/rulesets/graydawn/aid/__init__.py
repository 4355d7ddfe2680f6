"""What makes a body better."""
