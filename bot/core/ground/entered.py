"""Into which area somebody has come."""

from __future__ import annotations

from typing import Any

from bot.core.events import Entered
from bot.core.ground.pieces import Area
from bot.core.scene import Scene


def area_entered(scene: Scene[Any, Any], entered: Entered, kind: str) -> Area | None:
    """Return the area that somebody has come into, where it is of a kind and still lies there."""
    area = scene.ground.areas.get(entered.area) if scene.ground else None
    return area if area and area.kind == kind else None
