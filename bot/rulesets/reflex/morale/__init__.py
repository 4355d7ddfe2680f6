"""Morale: threats, words of command and intimidation."""
