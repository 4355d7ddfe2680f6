"""Attacks, hand to hand and from afar."""
