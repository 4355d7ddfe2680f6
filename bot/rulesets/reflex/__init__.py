"""The Reflex System: seconds counted in ticks, and wounds that matter."""

from bot.rulesets.reflex.ruleset import create

__all__ = ["create"]
