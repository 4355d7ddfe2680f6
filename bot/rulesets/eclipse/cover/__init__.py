"""What is hidden behind what: cover on a ground follows from places and heights."""
