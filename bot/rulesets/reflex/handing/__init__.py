"""Handing: what lies is picked up, and what is in hand is given to somebody else."""
