"""What was kept of people before effort and the points of wounds were is lifted to what everybody has."""

from __future__ import annotations

from bot.core.shapes import Fields, Shape, same
from bot.rulesets.horizons.state import AVERAGE

PER_WOUND = 1
EFFORT, EFFORT_EACH = 10, 2


def _with_effort(person: Fields) -> Fields:
    """Return somebody with the effort of the rested, of which nothing was spent yet.

    Some who were kept in this version have it already; every campaign counted by the numbers that stand here.
    """
    state = person["state"]
    if "per_wound" in state:
        return person
    ranks = state.get("abilities", {})
    tough = sum(ranks.get(key, AVERAGE) - AVERAGE for key in ("constitution", "strength"))
    rested = max(0, EFFORT + EFFORT_EACH * tough)
    return {**person, "state": {**state, "effort": rested, "rested": rested, "per_wound": PER_WOUND}}


SHAPE = Shape(version=7, people={1: _with_effort, **dict.fromkeys(range(2, 7), same)})
