"""Nerve under fire: suppression rolls, covering fire, and lanes that are held."""
