"""People of the GM's who stand under one order together."""
