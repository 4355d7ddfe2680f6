"""The roll that everything is decided by, what somebody brings to it, and luck that changes it."""
