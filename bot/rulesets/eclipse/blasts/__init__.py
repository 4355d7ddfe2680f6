"""What goes off, and who is near."""
