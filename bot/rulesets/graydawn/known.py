"""What the scene itself knows of a target outranks whatever a player says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.deeds.events import Moved
from bot.rulesets.graydawn.play import DawnScene

MOVING: frozenset[type[Event]] = frozenset({Moved, CoverSet})


def known(scene: DawnScene, act: Act) -> Mapping[str, Any]:
    """The cover that a target is behind; that it is flanked is a GM's to say."""
    target = scene.combatants.get(act.inputs.get("target", ""))
    shelter = target.state.shelter if target else None
    return {"cover": shelter.kind, "level": shelter.level} if shelter else {}
