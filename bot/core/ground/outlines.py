"""An outline is what a thing or an area covers on the ground; where a way runs through it is exact on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import isqrt
from typing import NamedTuple, TypeAlias, assert_never

import msgspec

from bot.core.ground.places import Place, between, moved_by, to_side, vector

SPOT_CM = 30
"""How far what has no size of its own, such as a tree, reaches from its middle (house)."""

WHOLE = 1 << 64
"""A whole way: where something begins on it is told in parts of this, so that nothing is rounded but once."""

Interval: TypeAlias = tuple[int, int]
"""Where a way comes into something and where it leaves it, each in parts of ``WHOLE``."""

Flat: TypeAlias = tuple[int, int]
"""A point seen from above: centimetres to the east and to the north."""

Edge: TypeAlias = tuple[Flat, Flat]
"""A straight side, seen from above."""


class _Outline(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="outline"):
    """What is covered, seen from above."""


class Spot(_Outline, frozen=True, tag="point"):
    """A point, such as a tree."""

    at: Place


class Path(_Outline, frozen=True, tag="line"):
    """A line through several points, such as a wall: it is as thin as a line."""

    points: tuple[Place, ...]


class Box(_Outline, frozen=True, tag="box"):
    """A rectangle along the grid, by two corners that face each other."""

    corner: Place
    opposite: Place


class Disc(_Outline, frozen=True, tag="circle"):
    """A circle."""

    middle: Place
    radius_cm: int


class Lane(_Outline, frozen=True, tag="lane"):
    """A strip from one place to another, ``wide_cm`` wide."""

    start: Place
    end: Place
    wide_cm: int


class Cone(_Outline, frozen=True, tag="cone"):
    """What widens from ``apex`` to the ``end``, where it is ``wide_cm`` wide."""

    apex: Place
    end: Place
    wide_cm: int


Outline: TypeAlias = Spot | Path | Box | Disc | Lane | Cone


def flat(place: Place) -> Flat:
    """Return a place as it is seen from above."""
    return place.east_cm, place.north_cm


def middle_of(outline: Outline) -> Place:
    """Return the middle of an outline."""
    match outline:
        case Spot():
            return outline.at
        case Disc():
            return outline.middle
        case Cone():
            return between(outline.apex, outline.end)
        case Lane():
            return between(outline.start, outline.end)
        case Box():
            return between(outline.corner, outline.opposite)
        case Path():
            return between(outline.points[0], outline.points[-1])
        case _:
            assert_never(outline)


def corners_of(outline: Path | Box | Lane | Cone) -> tuple[Flat, ...]:
    """Return the corners of what has straight sides, leftward round it; those of a line are its points."""
    match outline:
        case Path():
            places = outline.points
        case Box():
            return _box(outline)
        case Lane():
            half, way = outline.wide_cm // 2, vector(outline.start, outline.end)
            ends = (outline.start, -half), (outline.start, half), (outline.end, half), (outline.end, -half)
            places = tuple(to_side(end, way, aside_cm) for end, aside_cm in ends)
        case Cone():
            half, way = outline.wide_cm // 2, vector(outline.apex, outline.end)
            places = (outline.apex, to_side(outline.end, way, half), to_side(outline.end, way, -half))
        case _:
            assert_never(outline)
    return tuple(flat(each) for each in places)


def _box(box: Box) -> tuple[Flat, ...]:
    west, east = sorted((box.corner.east_cm, box.opposite.east_cm))
    south, north = sorted((box.corner.north_cm, box.opposite.north_cm))
    return (west, south), (east, south), (east, north), (west, north)


def bounds_of(outline: Outline) -> tuple[int, int, int, int]:
    """Return how far an outline goes to the west, the south, the east and the north, in centimetres."""
    if isinstance(outline, Spot | Disc):
        middle, radius = _round(outline)
        return middle[0] - radius, middle[1] - radius, middle[0] + radius, middle[1] + radius
    corners = corners_of(outline)
    easts, norths = [each[0] for each in corners], [each[1] for each in corners]
    return min(easts), min(norths), max(easts), max(norths)


def _round(outline: Spot | Disc) -> tuple[Flat, int]:
    if isinstance(outline, Spot):
        return flat(outline.at), SPOT_CM
    return flat(outline.middle), outline.radius_cm


def covers(outline: Outline, place: Place) -> bool:
    """Tell whether a place lies in an outline or on its border."""
    east, north = place.east_cm, place.north_cm
    if isinstance(outline, Spot | Disc):
        middle, radius = _round(outline)
        return (east - middle[0]) ** 2 + (north - middle[1]) ** 2 <= radius**2
    if isinstance(outline, Path):
        return any(_lies_on((east, north), one, other) for one, other in sides_of(outline))
    west, south, far_east, far_north = bounds_of(outline)
    within = west <= east <= far_east and south <= north <= far_north
    return within and all(_turn(*side, (east, north)) >= 0 for side in sides_of(outline))


def sides_of(outline: Path | Box | Lane | Cone) -> Iterator[Edge]:
    """Yield the sides of what has straight ones; what is a line is not closed."""
    corners = corners_of(outline)
    yield from pairwise(corners)
    if not isinstance(outline, Path):
        yield corners[-1], corners[0]


def _turn(one: Flat, other: Flat, point: Flat) -> int:
    """Return more than 0 where a point lies to the left of a line, less where to the right."""
    return (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0])


def _lies_on(point: Flat, one: Flat, other: Flat) -> bool:
    within = all(min(one[axis], other[axis]) <= point[axis] <= max(one[axis], other[axis]) for axis in (0, 1))
    return within and _turn(one, other, point) == 0


class Round(NamedTuple):
    """An outline as ways are held against it: a circle."""

    middle: Flat
    radius: int


class Solid(NamedTuple):
    """An outline as ways are held against it: the inside lies to the left of each side."""

    sides: tuple[Edge, ...]


class Thin(NamedTuple):
    """An outline as ways are held against it: it has no inside."""

    sides: tuple[Edge, ...]


@lru_cache(maxsize=4_096)
def traced(outline: Outline) -> Round | Solid | Thin:
    """Return an outline as ways are held against it, for who holds many against the same."""
    if isinstance(outline, Spot | Disc):
        return Round(*_round(outline))
    sides = tuple(sides_of(outline))
    is_solid = not isinstance(outline, Path) and any(_turn(*sides[0], corner) for _, corner in sides)
    return Solid(sides) if is_solid else Thin(sides)


def spans(outline: Outline, start: Flat, goal: Flat) -> tuple[Interval, ...]:
    """Return where a straight way runs through an outline, in parts of ``WHOLE``; what it touches counts as crossed.

    A way of no length crosses nothing.
    """
    return crossed(traced(outline), start, goal)


def crossed(there: Round | Solid | Thin, start: Flat, goal: Flat) -> tuple[Interval, ...]:
    """Return where a straight way runs through an outline that is traced, as ``spans`` does."""
    if start == goal:
        return ()
    match there:
        case Round():
            return _through_disc(there, start, goal)
        case Solid():
            return _through(there, start, goal)
        case Thin():
            met = (_across(one, other, start, goal) for one, other in there.sides)
            return tuple(sorted({span for span in met if span is not None}))
        case _:
            assert_never(there)


def _through_disc(disc: Round, start: Flat, goal: Flat) -> tuple[Interval, ...]:
    east, north = goal[0] - start[0], goal[1] - start[1]
    off_east, off_north = disc.middle[0] - start[0], disc.middle[1] - start[1]
    square, dot = east * east + north * north, east * off_east + north * off_north
    under = dot * dot - square * (off_east * off_east + off_north * off_north - disc.radius**2)
    if under < 0:
        return ()
    root = isqrt(under * WHOLE * WHOLE)
    into, out = (dot * WHOLE - root) // square, (dot * WHOLE + root) // square
    return ((max(0, into), min(WHOLE, out)),) if into <= WHOLE and out >= 0 else ()


def _through(solid: Solid, start: Flat, goal: Flat) -> tuple[Interval, ...]:
    into, out = 0, WHOLE
    x, y, to_x, to_y = *start, *goal
    for (west, south), (east, north) in solid.sides:
        right, up = east - west, north - south
        before = right * (y - south) - up * (x - west)
        behind = right * (to_y - south) - up * (to_x - west)
        if before < 0:
            if behind < 0:
                return ()
            into = max(into, -before * WHOLE // (behind - before))
        elif behind < 0:
            out = min(out, before * WHOLE // (before - behind))
    return ((into, out),) if into <= out else ()


def _across(one: Flat, other: Flat, start: Flat, goal: Flat) -> Interval | None:
    """Return where a way meets a thin line; None where it does not."""
    before, behind = _turn(one, other, start), _turn(one, other, goal)
    if before == behind == 0:
        return None if _turn(start, goal, one) else _alongside(one, other, start, goal)
    if (before > 0) == (behind > 0) and before and behind:
        return None
    ends = _turn(start, goal, one), _turn(start, goal, other)
    if (ends[0] > 0 and ends[1] > 0) or (ends[0] < 0 and ends[1] < 0):
        return None
    at = before * WHOLE // (before - behind)
    return at, at


def _alongside(one: Flat, other: Flat, start: Flat, goal: Flat) -> Interval | None:
    """Return which part of a way runs along a thin line."""
    axis = 0 if start[0] != goal[0] else 1
    whole = goal[axis] - start[axis]
    ends = sorted((end[axis] - start[axis]) * WHOLE // whole for end in (one, other))
    into, out = max(0, ends[0]), min(WHOLE, ends[1])
    return (into, out) if into <= out else None


def at_part(start: Place, goal: Place, part: int) -> Place:
    """Return the place so far on a straight way, rounded to the centimetre, ``part`` in parts of ``WHOLE``."""
    east, north, up = vector(start, goal)
    return moved_by(start, (_part_of(east, part), _part_of(north, part), _part_of(up, part)))


def _part_of(way: int, part: int) -> int:
    return (2 * way * part + WHOLE) // (2 * WHOLE)
