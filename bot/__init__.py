"""Fireteam: a Discord bot that referees firearms combat for tabletop role-playing groups."""

__version__ = "0.1.0"
