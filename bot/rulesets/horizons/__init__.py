"""Endless Horizons: one ten-sided die against a difficulty built from size, range, movement and stance."""

from bot.rulesets.horizons.ruleset import create

__all__ = ["create"]
