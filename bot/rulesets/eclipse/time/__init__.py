"""Time: turns, their action phases, and whose phase it is."""
