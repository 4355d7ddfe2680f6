"""What the scene itself knows of a target outranks whatever a player says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.events import Event
from bot.core.orders import Act
from bot.rulesets.eclipse.events import Moved
from bot.rulesets.eclipse.play import EclipseScene

MOVING: frozenset[type[Event]] = frozenset({Moved})


def known(scene: EclipseScene, act: Act) -> Mapping[str, Any]:
    """How big a target is."""
    target = scene.combatants.get(act.inputs.get("target", ""))
    return {"size": target.state.size} if target else {}
