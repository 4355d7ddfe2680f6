"""What the scene itself knows of a target outranks whatever a player says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.rulesets.horizons.movement.events import Moved, TookCover
from bot.rulesets.horizons.play import HorizonsReading

MOVING: frozenset[type[Event]] = frozenset({Moved, TookCover})


def known(reading: HorizonsReading, act: Act) -> Mapping[str, Any]:
    """Return the cover that a target has taken, and what it hides."""
    target = reading.scene.combatants.get(act.inputs.get("target", ""))
    if target is None or not target.state.cover:
        return {}
    rows = reading.tables.parts.items()
    parts = [key for key, row in rows if row.covers == target.state.parts]
    return {"cover": target.state.cover, **({"parts": parts[0]} if parts else {})}
