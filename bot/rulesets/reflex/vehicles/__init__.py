"""Vehicles: what they are hit at, and who sits in them."""
