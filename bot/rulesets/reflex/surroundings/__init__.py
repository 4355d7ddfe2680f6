"""Surroundings: weather, gas and fire as the GM sets them."""
