"""Eclipse Phase, first edition: percentile dice, doubles that matter, and three seconds to a turn."""

from bot.rulesets.eclipse.ruleset import create

__all__ = ["create"]
