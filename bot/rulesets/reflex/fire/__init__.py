"""Fire: the attack with a gun, or with one in each hand."""
