"""X-Com: Gray Dawn, over Cyberpunk 2020: a stat, a skill and an exploding ten-sided die, and nerve to use them."""

from bot.rulesets.graydawn.ruleset import create

__all__ = ["create"]
