"""Whoever takes cover behind a thing stands on the side of it that is away from its nearest foe."""

from __future__ import annotations

from typing import Any

from bot.core.ground.laid import Ground
from bot.core.ground.lost import known_to
from bot.core.ground.outlines import Disc, Flat, Outline, Spot, at_part, bounds_of, flat, middle_of, sides_of, spans
from bot.core.ground.pieces import PIECE, Piece
from bot.core.ground.places import Place, along, distance_cm, length_cm, vector
from bot.core.ground.routes import CLEAR_CM
from bot.core.ground.whereabouts import AtPlace, BySight, Where
from bot.core.play import Reading


def piece_meant(ground: Ground, where: Where) -> Piece | None:
    """Return the thing that somebody wants to be at or behind; None where a place is said otherwise."""
    if not isinstance(where, BySight) or where.side not in ("before", "behind") or not where.of.startswith(PIECE):
        return None
    return ground.pieces.get(where.of.removeprefix(PIECE))


def sheltered(reading: Reading[Any, Any, Any], actor: str, where: Where) -> Where:
    """Return where somebody stands who takes cover ``where`` it is said.

    By a thing that is on its side away from the nearest foe that the actor knows of; what is said otherwise, or where
    no foe is, stays as it is said.
    """
    ground = reading.scene.ground
    piece = piece_meant(ground, where) if ground else None
    if ground is None or piece is None or actor not in ground.places:
        return where
    own, ground = ground.places[actor], known_to(reading.scene, ground, actor)
    foes = sorted(_foes(reading, ground, actor), key=lambda place: distance_cm(own, place))
    return AtPlace(_behind(piece.outline, own, foes[0])) if foes else where


def _foes(reading: Reading[Any, Any, Any], ground: Ground, actor: str) -> list[Place]:
    """Return where those of other sides are whom somebody knows of, as far as it knows."""
    people = reading.scene.combatants
    foes = (each for each in people.values() if each.side != people[actor].side)
    return [
        ground.places[foe.actor] for foe in foes if foe.actor in ground.places and reading.scene.sees(actor, foe.actor)
    ]


def _behind(outline: Outline, own: Place, foe: Place) -> Place:
    """Return the place behind an outline as a foe sees it, where that is nearest to somebody."""
    near = nearest_of(outline, own)
    west, south, east, north = bounds_of(outline)
    way = vector(foe, near)
    beyond = along(near, way, length_cm((east - west, north - south, 0)))
    crossed = spans(outline, flat(near), flat(beyond))
    edge = at_part(near, beyond, crossed[0][1]) if crossed else near
    return along(edge, way, CLEAR_CM)


def nearest_of(outline: Outline, own: Place) -> Place:
    """Return the point of an outline that is nearest to somebody; of what is round the middle."""
    if isinstance(outline, Spot | Disc):
        middle = middle_of(outline)
        return Place(middle.east_cm, middle.north_cm, own.height_cm)
    points = (_on_side(one, other, own) for one, other in sides_of(outline))
    return min(points, key=lambda point: distance_cm(point, own))


def _on_side(one: Flat, other: Flat, own: Place) -> Place:
    """Return the point of a straight side that is nearest to somebody."""
    east, north = other[0] - one[0], other[1] - one[1]
    long = east * east + north * north
    along_it = (own.east_cm - one[0]) * east + (own.north_cm - one[1]) * north
    part = max(0, min(long, along_it))
    return Place(one[0] + east * part // max(1, long), one[1] + north * part // max(1, long), own.height_cm)
