"""Night Tripper: skirmishes in a fixed order of deeds, one throw for hit, place and wound."""

from bot.rulesets.nighttripper.ruleset import create

__all__ = ["create"]
