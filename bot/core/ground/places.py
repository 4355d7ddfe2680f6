"""A place is whole centimetres east, north and up, so that every machine finds the same distances."""

from __future__ import annotations

from enum import StrEnum
from math import isqrt
from typing import TypeAlias

import msgspec

FARTHEST_CM = 1_000_000
"""How far a place may be from where a ground begins, in each direction: 10 km."""

SQUARE_CM = 500
"""How wide a square of the grid is, whose names are letters to the east and numbers to the north (house)."""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A point of the ground, in whole centimetres from where it begins."""

    east_cm: int
    north_cm: int
    height_cm: int = 0


Vector: TypeAlias = tuple[int, int, int]
"""Centimetres to the east, to the north, and up."""


class Bearing(StrEnum):
    """A direction of the compass."""

    NORTH = "north"
    NORTH_EAST = "north-east"
    EAST = "east"
    SOUTH_EAST = "south-east"
    SOUTH = "south"
    SOUTH_WEST = "south-west"
    WEST = "west"
    NORTH_WEST = "north-west"


_STEPS: dict[Bearing, tuple[int, int]] = {
    Bearing.NORTH: (0, 1),
    Bearing.NORTH_EAST: (1, 1),
    Bearing.EAST: (1, 0),
    Bearing.SOUTH_EAST: (1, -1),
    Bearing.SOUTH: (0, -1),
    Bearing.SOUTH_WEST: (-1, -1),
    Bearing.WEST: (-1, 0),
    Bearing.NORTH_WEST: (-1, 1),
}
_OF_STEPS = {step: bearing for bearing, step in _STEPS.items()}
_EIGHTH = (985, 408)  # the tangent of an eighth of a right angle times two, as near as makes no centimetre


def vector(start: Place, goal: Place) -> Vector:
    """Return the way from one place to another."""
    return goal.east_cm - start.east_cm, goal.north_cm - start.north_cm, goal.height_cm - start.height_cm


def length_cm(way: Vector) -> int:
    """Return how long a way is, rounded to the centimetre."""
    east, north, up = way
    square = east * east + north * north + up * up
    root = isqrt(square)
    return root + (square - root * root > root)


def distance_cm(one: Place, other: Place) -> int:
    """Return the distance between two places, rounded to the centimetre."""
    return length_cm(vector(one, other))


def bearing(start: Place, goal: Place) -> Bearing | None:
    """Return in which of eight directions a place lies from another; None from right above or below."""
    east, north, _ = vector(start, goal)
    step = _sign(east, north), _sign(north, east)
    return _OF_STEPS.get(step)


def _sign(part: int, other: int) -> int:
    """Return 1, 0 or -1 for a part of a direction that is small beside the other one."""
    whole, few = _EIGHTH
    return 0 if abs(part) * whole <= abs(other) * few else (part > 0) - (part < 0)


def along(start: Place, way: Vector, walked_cm: int) -> Place:
    """Return the place so far from ``start`` in the direction of ``way``: behind it where the metres are negative.

    Without a direction it is the same place. What would lie outside the ground lies at its border.
    """
    whole_cm = length_cm(way)
    if not whole_cm:
        return start
    return moved_by(start, (_share(way[0], walked_cm, whole_cm), _share(way[1], walked_cm, whole_cm), 0))


def to_side(start: Place, way: Vector, aside_cm: int) -> Place:
    """Return the place so far to the right of ``start`` for somebody who looks along ``way``; to the left, negative."""
    return along(start, (way[1], -way[0], 0), aside_cm)


def moved_by(start: Place, way: Vector) -> Place:
    """Return the place at the end of a way, at the border of the ground where it would lie outside."""
    east, north, up = way
    return Place(_within(start.east_cm + east), _within(start.north_cm + north), _within(start.height_cm + up))


def _within(part_cm: int) -> int:
    return max(-FARTHEST_CM, min(FARTHEST_CM, part_cm))


def _share(part: int, walked: int, whole: int) -> int:
    """Return the share of a part, rounded to the nearest; halves go to the north and the east."""
    return (2 * part * walked + whole) // (2 * whole)


def toward(start: Place, direction: Bearing, walked_cm: int) -> Place:
    """Return the place so far from another by the compass."""
    east, north = _STEPS[direction]
    return along(start, (east * FARTHEST_CM, north * FARTHEST_CM, 0), walked_cm)


def between(one: Place, other: Place) -> Place:
    """Return the place in the middle between two."""
    east, north, up = vector(one, other)
    return moved_by(one, (east // 2, north // 2, up // 2))


def square_of(place: Place) -> str:
    """Return the name of the square of the grid in which a place lies; none to the west or south of its corner."""
    column, row = place.east_cm // SQUARE_CM, place.north_cm // SQUARE_CM
    return "" if min(column, row) < 0 else f"{letters_of(column)}{row + 1}"


def centre_of(letters: str, row: int) -> Place:
    """Return the middle of a square of the grid, by its letters and its number."""
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    middle = SQUARE_CM // 2
    return Place((column - 1) * SQUARE_CM + middle, (row - 1) * SQUARE_CM + middle)


def letters_of(column: int) -> str:
    """Return the letters of a column of the grid: A to Z, then AA, AB and so on; none to the west of the first."""
    letters, left = "", column + 1
    while left > 0:
        left, letter = divmod(left - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
