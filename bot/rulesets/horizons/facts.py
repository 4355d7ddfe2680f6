"""What the scene itself knows of a target outranks whatever a player says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.rulesets.horizons.movement.actions import NO_COVER
from bot.rulesets.horizons.movement.events import Moved, TookCover
from bot.rulesets.horizons.play import HorizonsReading
from bot.rulesets.horizons.sights import between, sheltered_by

MOVING: frozenset[type[Event]] = frozenset({Moved, TookCover})


def facts(reading: HorizonsReading, act: Act) -> Mapping[str, Any]:
    """Return the cover that a target has taken or stands behind, and what it hides."""
    actor, target = act.actor, act.inputs.get("target", "")
    if not {actor, target} <= reading.scene.combatants.keys():
        return {}
    found = sheltered_by(reading, actor, target)
    if not found:
        return {} if between(reading, actor, target) is None else {"cover": NO_COVER}
    best = max(found, key=lambda each: reading.tables.cover[each.kind].protection)
    parts = [key for key, row in reading.tables.parts.items() if set(row.covers) == set(best.parts)]
    return {"cover": best.kind, **({"parts": parts[0]} if parts else {})}
