"""Hits: what stops them, what they do to a body, and what it withstands."""
