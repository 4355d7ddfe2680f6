"""On a ground nobody says distances: an action counts the metres between the places."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.said.told import RANGE
from bot.core.scene import Scene
from bot.core.wording import metres, shown

S = TypeVar("S")
G = TypeVar("G")


def measured(scene: Scene[S, G], act: Act) -> Act:
    """Return the action without a distance that its places say, too.

    Raises:
        RuleViolation: other metres are said.
    """
    target = act.inputs.get("target", "")
    range_m = scene.range_m(act.actor, target)
    if scene.ground is None or RANGE not in act.inputs or range_m is None:
        return act
    if abs(act.inputs[RANGE] - range_m) >= 1:
        remedy = "Leave range_m out; a GM puts people elsewhere with /map place."
        raise RuleViolation(f"It is {metres(range_m)} to {shown(target)}, by their places.", remedy)
    left = {key: value for key, value in act.inputs.items() if key != RANGE}
    return msgspec.structs.replace(act, inputs=left)
