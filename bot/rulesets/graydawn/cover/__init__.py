"""What somebody is behind."""
