"""Fireteam: a Discord bot that referees firearms combat for tabletop role-playing groups."""
