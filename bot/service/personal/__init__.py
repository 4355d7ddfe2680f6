"""What is kept about one person or one server: shown to its owner, let go of in time, and forgotten on demand."""
