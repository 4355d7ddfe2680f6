"""Checks: pools and margins, what nerve takes off them, and how they are told."""
