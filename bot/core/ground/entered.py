"""What a way has led to: an area that somebody has come into or stands in, or another place."""

from __future__ import annotations

from typing import Any

from bot.core.events import Entered
from bot.core.ground.outlines import covers
from bot.core.ground.pieces import Area
from bot.core.scene import Scene


def area_entered(scene: Scene[Any, Any], entered: Entered, kind: str) -> Area | None:
    """Return the area that somebody has come into, where it is of a kind and still lies there."""
    area = scene.ground.areas.get(entered.area) if scene.ground else None
    return area if area and area.kind == kind else None


def areas_around(scene: Scene[Any, Any], actor: str, kind: str = "") -> tuple[Area, ...]:
    """Return the areas in which somebody stands, those of one ``kind`` where it is said; none where it has no place."""
    place = scene.ground.places.get(actor) if scene.ground else None
    if scene.ground is None or place is None:
        return ()
    areas = (each for each in scene.ground.areas.values() if kind in ("", each.kind))
    return tuple(each for each in areas if covers(each.outline, place))


def has_gone(before: Scene[Any, Any], scene: Scene[Any, Any], actor: str) -> bool:
    """Tell whether somebody stands elsewhere on the ground than it did before."""
    was, now = ({} if each.ground is None else each.ground.places for each in (before, scene))
    return was.get(actor) != now.get(actor)
