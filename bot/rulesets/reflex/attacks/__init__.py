"""The one attack: a blow, a shot, two guns at once, or fire on an area."""
