"""Overwatch: waiting with a weapon ready for whoever comes into an area or moves there."""
