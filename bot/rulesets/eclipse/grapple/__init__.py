"""Grapples: hold somebody, hurt it, break free."""
