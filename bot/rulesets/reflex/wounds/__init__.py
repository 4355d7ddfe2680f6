"""Wounds: shock, instability, loss of limbs, death and the GM's verdicts on bodies."""
