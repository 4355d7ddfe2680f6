"""A ground that is laid keeps the place of everybody, and where each side began."""

from __future__ import annotations

import msgspec

from bot.core.ground.places import Place

_replace = msgspec.structs.replace


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where everybody is, by id.

    Two sides begin ``apart_cm`` from each other; ``sides`` are those that everybody knows of, in the order in which
    they came.
    """

    apart_cm: int
    places: dict[str, Place] = {}
    sides: tuple[str, ...] = ()


def with_place(ground: Ground, actor: str, place: Place) -> Ground:
    """Return the ground with somebody elsewhere."""
    return _replace(ground, places={**ground.places, actor: place})


def without_place(ground: Ground, *actors: str) -> Ground:
    """Return the ground without some people."""
    return _replace(ground, places={key: place for key, place in ground.places.items() if key not in actors})


def with_side(ground: Ground, side: str) -> Ground:
    """Return the ground with one more side that everybody knows of."""
    return ground if side in ground.sides else _replace(ground, sides=(*ground.sides, side))
