"""A miss lands off its mark: a die says where to, its failure how far, and known distances say who is how near."""

from __future__ import annotations

import math
from collections.abc import Mapping

import msgspec

from bot.core.dice import Ask, Faces, Pick, Roll
from bot.core.ground.places import Place, along, distance_cm, to_side, vector
from bot.rulesets.reflex.blasts.actions import strikable
from bot.rulesets.reflex.blasts.blast import zone_of
from bot.rulesets.reflex.kinds import Band
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.seats import apart_m, stands_at, with_crews

HALVES_OF_A_METRE = 2


class Stray(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far off the mark something lands, in metres and in degrees clockwise from the line of fire.

    ``roll`` is that for the direction; ``house`` says that the direction is of our own making.
    """

    off_m: float = 0
    degrees: int = 0
    roll: Roll | None = None
    house: bool = False


class Impact(msgspec.Struct, frozen=True, kw_only=True):
    """A point: ``off_m`` metres from ``target`` at ``degrees`` clockwise from the line of fire.

    That line came from ``origin``, ``range_m`` metres away from the target. Either may be nobody; ``told`` are metres
    from the target that somebody said. On a ground it is a ``place``.
    """

    target: str = ""
    off_m: float = 0
    degrees: int = 0
    origin: str = ""
    range_m: float = 0
    told: Mapping[str, float] = {}
    place: Place | None = None


def direction_ask(tables: ReflexTables) -> Ask:
    """Return the die for a direction: those faces are alike that point the same way (text 003, lines 1630-1632)."""
    falls: dict[int, list[Faces]] = {}
    for face, row in enumerate(tables.directions.values(), 1):
        falls.setdefault(row.degrees % 360, []).append((face,))
    sides = len(tables.directions)
    return Ask("direction", 1, sides, Pick(tuple((same[0], len(same)) for same in falls.values())))


def stray(play: ReflexPlay, failure: int, band: Band) -> Stray:
    """Return where an attack lands that failed by so much (text 003, lines 1628-1636; ruling A6)."""
    halves = play.tables.deviations[band.name.casefold()].half_metres
    if not failure * halves:
        return Stray()
    roll = play.roll(direction_ask(play.tables))
    row = list(play.tables.directions.values())[roll.faces[0] - 1]
    return Stray(failure * halves / HALVES_OF_A_METRE, row.degrees % 360, roll, bool(row.house))


def astray(start: Place, goal: Place, off_m: float, degrees: int) -> Place:
    """Return the place so far off a goal, ``degrees`` clockwise from the line on which something came from a start."""
    way = vector(start, goal)
    line = way if any(way[:2]) else (0, 1, 0)
    off_cm, turned = off_m * 100, math.radians(degrees)
    return to_side(along(goal, line, round(off_cm * math.cos(turned))), line, round(off_cm * math.sin(turned)))


def on_ground(scene: ReflexScene, impact: Impact) -> Impact:
    """Return an impact with its place, where the ground says it."""
    start, goal = stands_at(scene, impact.origin), stands_at(scene, impact.target)
    if impact.place or goal is None or (impact.off_m and start is None):
        return impact
    place = astray(start, goal, impact.off_m, impact.degrees) if start else goal
    return msgspec.structs.replace(impact, place=place)


def ranges_from(scene: ReflexScene, place: Place) -> dict[str, float]:
    """Return the metres from a place of the ground to each body that has one, hidden or not."""
    there = {actor: stands_at(scene, actor) for actor in strikable(scene)}
    return {actor: distance_cm(place, each) / 100 for actor, each in there.items() if each is not None}


def spans(scene: ReflexScene, impact: Impact, actor: str) -> tuple[float, float] | None:
    """Return the least and the most metres that ``actor`` may be from an impact, None where nothing is known.

    Both are the same where its distance is certain. Where only its distances to both ends of the line of fire are
    known, it may stand on either side of that line, nearer to the impact or farther from it.
    """
    if actor == impact.target:
        return impact.off_m, impact.off_m
    from_target = with_crews(scene, impact.told).get(actor, apart_m(scene, impact.target, actor))
    if not impact.off_m and from_target is not None:
        return from_target, from_target
    from_origin = 0.0 if actor == impact.origin else apart_m(scene, impact.origin, actor)
    if from_origin is None:
        return None if from_target is None else _ring(from_target, impact.off_m)
    flown_m = math.hypot(impact.range_m + _along(impact), _across(impact))
    if from_target is None or not impact.range_m or actor == impact.origin:
        return _ring(from_origin, flown_m)
    return _sides(impact, from_target, from_origin)


def _ring(known_m: float, off_m: float) -> tuple[float, float]:
    """Return how near and how far somebody may be who is ``known_m`` from a point that is ``off_m`` away."""
    return abs(known_m - off_m), known_m + off_m


def _along(impact: Impact) -> float:
    return impact.off_m * math.cos(math.radians(impact.degrees))


def _across(impact: Impact) -> float:
    return impact.off_m * math.sin(math.radians(impact.degrees))


def _sides(impact: Impact, from_target: float, from_origin: float) -> tuple[float, float]:
    """Return the metres from an impact to the two places that distances to both ends of the line of fire leave open.

    The nearer comes first. Distances that make no triangle count as if all three stood in line.
    """
    x = (from_origin**2 - from_target**2 - impact.range_m**2) / (2 * impact.range_m)
    x = max(-from_target, min(from_target, x))
    y = math.sqrt(max(0.0, from_target**2 - x**2))
    near, far = sorted(math.hypot(x - _along(impact), side - _across(impact)) for side in (y, -y))
    return near, far


class Reached(msgspec.Struct, frozen=True):
    """Who is how far from an impact, as far as that is known: ``ranges_m`` in metres, of those in ``about`` roughly."""

    ranges_m: dict[str, float]
    about: tuple[str, ...] = ()


def reached(scene: ReflexScene, impact: Impact, radius_m: float) -> Reached:
    """Return who is around an impact; a distance that is not exact counts where all it may be is one zone (ours)."""
    if impact.place is not None:
        return Reached(ranges_from(scene, impact.place))
    found = {actor: spans(scene, impact, actor) for actor in strikable(scene)}
    known = {
        actor: span
        for actor, span in found.items()
        if span and len({zone_of(radius_m, metres) for metres in span}) == 1
    }
    return Reached(
        {actor: round((least + most) / 2, 1) for actor, (least, most) in known.items()},
        tuple(actor for actor, (least, most) in known.items() if not math.isclose(least, most, abs_tol=0.01)),
    )
