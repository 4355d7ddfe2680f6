"""Pauses: operational actions, aid, repairs and watches."""
