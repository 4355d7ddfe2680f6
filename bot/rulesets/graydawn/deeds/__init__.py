"""What is done besides fighting."""
