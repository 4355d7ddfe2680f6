"""Waiting for whoever comes to a place of the ground."""
