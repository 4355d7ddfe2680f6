"""Walls that hold throw an explosion back: too narrow a space stretches it, a closed one multiplies it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.reflex.blasts.actions import SetRoom
from bot.rulesets.reflex.blasts.blast import Explosion
from bot.rulesets.reflex.blasts.events import RoomSet
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.scene_state import Room

rules = Rules()

DIMENSIONS = 3
GIVES_WAY, HOLDS = 2, 4
MOST_METRES = 10_000


def told_room(space: str, walls: float | None) -> Room | None:
    """Return the space that was told of in metres parted by x, with the Armor of its weakest wall, or None.

    Raises:
        RuleViolation: it cannot be read, or nobody has said how strong the walls of a closed space are.
    """
    if not space:
        return None
    spans = tuple(_span(word) for word in space.casefold().split("x"))
    if len(spans) > DIMENSIONS:
        raise RuleViolation("A space has three dimensions at most.", "For example space=2x30, or space=4x5x3.")
    if len(spans) == DIMENSIONS and walls is None:
        raise RuleViolation("How strong is its weakest wall?", "Say its Armor, for example walls=6.")
    return Room(spans, walls)


def _span(word: str) -> float:
    try:
        span_m = float(word.strip()[:32])
    except ValueError:
        span_m = math.nan
    if not 0 < span_m <= MOST_METRES:
        raise RuleViolation(f"How many metres is {word.strip()[:20]!r}?", "For example space=2 for a narrow hallway.")
    return span_m


@rules(SetRoom)
def room(play: ReflexPlay, place: SetRoom) -> None:
    """Have everything here explode in such a space from now on, or in the open again (text 003, lines 1551-1560).

    Raises:
        RuleViolation: the space cannot be read.
    """
    found = told_room(place.space, place.walls)
    play.tell(RoomSet(spans_m=found.spans_m, walls=found.walls) if found else RoomSet())


def lack(radius_m: float, spans_m: Sequence[float]) -> float:
    """Return by how much the narrowest dimension is short of twice the Radius (1551-1554; RX-49; 003-32)."""
    return max(0.0, *(2 * radius_m - span_m for span_m in spans_m))


def factor(explosion: Explosion, space: Room) -> int:
    """Return what walls all around multiply Blast and Frag by: two where they give way, else four (1556-1560)."""
    closed = len(space.spans_m) == DIMENSIONS and max(space.spans_m) < 2 * explosion.charge.radius_m
    if not closed or space.walls is None:
        return 1
    return GIVES_WAY if explosion.charge.blast > space.walls else HOLDS


def confined(reading: ReflexReading, explosion: Explosion, told: Room | None = None) -> Explosion:
    """Return the explosion as the space around it makes it: one that was told, or that of the scene."""
    space = told or reading.scene.state.room
    if space is None or not reading.options["confined_spaces"]:
        return explosion
    charge, times = explosion.charge, factor(explosion, space)
    if times > 1:
        fiercer = msgspec.structs.replace(charge, blast=times * charge.blast, frag=times * charge.frag)
        return msgspec.structs.replace(explosion, charge=fiercer, times=times)
    missing_m = lack(charge.radius_m, space.spans_m)
    wider = msgspec.structs.replace(charge, radius_m=charge.radius_m + missing_m)
    return msgspec.structs.replace(explosion, charge=wider, lack_m=missing_m)
