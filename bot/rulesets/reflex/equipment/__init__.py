"""Equipment: what is hit, worn down and broken of it."""
