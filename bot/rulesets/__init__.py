"""The rule systems, one folder each, all of the same shape."""
