"""Panels in the toy brawl."""
