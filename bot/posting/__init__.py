"""How what is promised to the log and the tracker reaches Discord: exactly once, in order, and however late."""
