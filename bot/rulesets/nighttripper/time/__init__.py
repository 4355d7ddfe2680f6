"""Time: rounds of fixed steps, and whose turn it is."""
