"""What somebody fires along or watches shows to all while that one does, and to the GM alone while it does not."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import Any, TypeVar

import msgspec

from bot.core.events import AreaGone, AreaLaid, audience_of
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Cone, Lane, Outline
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place
from bot.core.play import Play
from bot.core.scene import Scene

S = TypeVar("S")
G = TypeVar("G")


def is_unseen(scene: Scene[S, G], gunner: str) -> bool:
    """Tell whether nobody may know where somebody fires from."""
    return scene.combatants[gunner].hidden or is_lost(scene, gunner)


def is_secret(scene: Scene[S, G], watcher: str) -> bool:
    """Tell whether the GM alone knows what somebody watches: one of the GM's, or who is out of the others' sight."""
    return scene.combatants[watcher].guarded or is_unseen(scene, watcher)


def show_or_hide(
    play: Play[Any, Any, Any], kind: str, besides: Container[str] = (), *, goes_along: bool = False
) -> None:
    """Tell all of lanes and cones of a kind whose gunners have come into sight, and the GM alone where they have gone.

    Those ``besides``, by key, stay the GM's, and so does what begins elsewhere, which would show where its gunner was
    out of sight; where it ``goes_along``, it begins anew where its gunner stands. Who has left is out of sight, too.
    """
    for area, from_gunner in tuple(_turned(play.scene, kind)):
        outline = from_gunner if goes_along else area.outline
        if area.key not in besides and (area.hidden or outline == from_gunner):
            shown = msgspec.structs.replace(area, outline=outline)
            play.tell(AreaLaid(area=shown, audience=audience_of(area)))


def show_or_hide_watched(play: Play[Any, Any, Any], kind: str) -> None:
    """Tell all of places of a kind whose watchers have come into sight, and the GM alone where they have gone or left.

    What the GM's people watch stays the GM's.
    """
    for area, _ in tuple(_turned(play.scene, kind, is_secret)):
        play.tell(AreaLaid(area=area, audience=audience_of(area)))


def take_along(play: Play[Any, Any, Any], kind: str) -> None:
    """Have lanes and cones of a kind begin where their gunners stand, wherever they were put."""
    for area, from_gunner in tuple(_of_kind(play.scene, kind)):
        if area.outline != from_gunner:
            laid = msgspec.structs.replace(area, outline=from_gunner)
            play.tell(AreaLaid(area=laid, audience=audience_of(area)))


def lift(play: Play[Any, Any, Any], kind: str, is_held: Callable[[Area], object]) -> None:
    """Take away the areas of a kind that are not held any more by whoever fires along them or watches there."""
    for area, _ in tuple(_of_kind(play.scene, kind)):
        if not is_held(area):
            play.tell(AreaGone(key=area.key, audience=audience_of(area)))


def _turned(
    scene: Scene[S, G], kind: str, hides: Callable[[Scene[S, G], str], bool] = is_unseen
) -> Iterator[tuple[Area, Outline]]:
    """Yield the areas of a kind that turn hidden or known, as they then are, each with its outline from its gunner."""
    for area, from_gunner in _of_kind(scene, kind):
        hidden = area.owner not in scene.combatants or hides(scene, area.owner)
        if area.hidden != hidden:
            yield msgspec.structs.replace(area, hidden=hidden), from_gunner


def _of_kind(scene: Scene[S, G], kind: str) -> Iterator[tuple[Area, Outline]]:
    """Yield the areas of a kind, each with its outline from its gunner; as it lies where that one is nowhere."""
    ground = scene.ground
    for area in ground.areas.values() if ground else ():
        if ground and area.kind == kind:
            place = ground.places.get(area.owner)
            yield area, beginning_at(area.outline, place) if place else area.outline


def beginning_at(outline: Outline, place: Place) -> Outline:
    """Return a lane or a cone as it is from a place on; what is neither stays as it is."""
    match outline:
        case Lane():
            return msgspec.structs.replace(outline, start=place)
        case Cone():
            return msgspec.structs.replace(outline, apex=place)
        case _:
            return outline
