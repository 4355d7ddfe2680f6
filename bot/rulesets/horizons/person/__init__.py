"""People as their sheets have them, and what a GM sets right."""
