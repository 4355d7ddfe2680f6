"""A place that is said by a thing lies beside that thing, clear of it: nobody stands in the middle of a truck."""

from __future__ import annotations

from typing import assert_never

from bot.core.ground.laid import Ground
from bot.core.ground.outlines import Outline, at_part, bounds_of, flat, middle_of, spans
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import Place, Vector, along, length_cm, vector
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight, InTheMiddle, Straight, Where, place_of


def place_said(ground: Ground, where: Where, start: Place | None) -> Place:
    """Return the place that is said, for somebody who stands at ``start``; by a thing it is counted from its side.

    Raises:
        RuleViolation: somebody named has no place, or the words need somebody who looks from somewhere.
    """
    place = place_of(where, ground.spots, start)
    match where:
        case AtPlace() | InTheMiddle():
            return place
        case Straight():
            beside = not where.away and where.far_cm is None
            return _beside(ground, where.of, place) if beside else place
        case ByCompass() | BySight():
            return _beside(ground, where.of, place)
        case _:
            assert_never(where)


def _beside(ground: Ground, of: str, place: Place) -> Place:
    """Return a place that lies off the middle of somebody or something, as far off the side of a thing."""
    piece = ground.pieces.get(of.removeprefix(PIECE)) if of.startswith(PIECE) else None
    if piece is None:
        return place
    middle = middle_of(piece.outline)
    way = vector(middle, place)
    return along(place, way, _reach(piece.outline, middle, way))


def _reach(outline: Outline, middle: Place, way: Vector) -> int:
    """Return how far an outline reaches from its middle in a direction."""
    west, south, east, north = bounds_of(outline)
    beyond = along(middle, way, length_cm((east - west, north - south, 0)) + 1)
    crossed = spans(outline, flat(middle), flat(beyond))
    last = max((out for _, out in crossed), default=0)
    return length_cm(vector(middle, at_part(middle, beyond, last)))
