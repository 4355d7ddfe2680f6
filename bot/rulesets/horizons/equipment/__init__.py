"""Weapons besides shooting: loaded, drawn, cleared, hidden and looked for."""
