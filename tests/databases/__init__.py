"""Databases that earlier versions of the bot left behind: every later version must take them up and go on."""
