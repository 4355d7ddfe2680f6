"""Who has lost both limbs of a kind does nothing that needs one (house)."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.nighttripper.person.sheet_spec import limb
from bot.rulesets.nighttripper.state import Side, State

ARM, LEG = "arm", "leg"


def lacks_both(state: State, place: str) -> bool:
    """Tell whether somebody has lost both limbs of a kind."""
    return {limb(place, side) for side in Side} <= {*state.lost}


def check_limbs(state: State, actor: str, place: str) -> None:
    """Raise RuleViolation where somebody has lost both limbs of the kind that is needed."""
    if lacks_both(state, place):
        remedy = "Do what needs none, or let it go by: /act action:pass. A GM has them replaced with /damage heal."
        raise RuleViolation(f"{shown(actor)} has lost both {place}s.", remedy)
