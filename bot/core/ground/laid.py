"""A ground that is laid keeps the place of everybody, and where each side began."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from bot.core.ground.layouts import Backdrop
from bot.core.ground.outlines import Box, middle_of
from bot.core.ground.pieces import PIECE, Area, Piece
from bot.core.ground.places import Place

_replace = msgspec.structs.replace

ALL_CAMPS = ""
"""Stands for those by whom everybody knows of somebody, where a side could stand."""

Lost: TypeAlias = dict[str, Place | None]
"""Who is out of sight, by id, with the place where they were seen last; None of whoever was never seen."""


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where everybody is, by id.

    Two sides begin ``apart_cm`` from each other; ``sides`` are those that everybody knows of, in the order in which
    they came. ``pieces`` are what stands there, by name, ``areas`` where something happens, by key. One that was
    ready has a ``title`` and ``zones`` in which the sides begin, an imported one its picture as a ``backdrop``.
    ``lost`` are those out of sight, by whom they are out of the sight of.
    """

    apart_cm: int
    places: dict[str, Place] = {}
    sides: tuple[str, ...] = ()
    pieces: dict[str, Piece] = {}
    areas: dict[str, Area] = {}
    title: str = ""
    zones: tuple[Box, ...] = ()
    backdrop: Backdrop | None = None
    lost: dict[str, Lost] = {}

    @property
    def spots(self) -> Mapping[str, Place]:
        """Return by what somebody may say a place: where people are, and the middle of each piece."""
        if not self.pieces:
            return self.places
        return {**self.places, **{PIECE + name: middle_of(piece.outline) for name, piece in self.pieces.items()}}


def with_place(ground: Ground, actor: str, place: Place) -> Ground:
    """Return the ground with somebody elsewhere."""
    return _replace(ground, places={**ground.places, actor: place})


def without_somebody(ground: Ground, actor: str) -> Ground:
    """Return the ground after somebody has left it, with the piece that is called so, which is its hull."""
    left = without_place(ground, actor)
    return without_piece(left, actor) if actor in left.pieces else left


def without_place(ground: Ground, *actors: str) -> Ground:
    """Return the ground without some people."""
    places = {key: place for key, place in ground.places.items() if key not in actors}
    lost = {
        camp: {key: place for key, place in people.items() if key not in actors} for camp, people in ground.lost.items()
    }
    return _replace(ground, places=places, lost=lost)


def with_side(ground: Ground, side: str) -> Ground:
    """Return the ground with one more side that everybody knows of."""
    return ground if side in ground.sides else _replace(ground, sides=(*ground.sides, side))


def with_piece(ground: Ground, piece: Piece) -> Ground:
    """Return the ground with a piece added, or in the place of one that was called the same."""
    return _replace(ground, pieces={**ground.pieces, piece.name: piece})


def without_piece(ground: Ground, name: str) -> Ground:
    """Return the ground without a piece."""
    return _replace(ground, pieces={key: piece for key, piece in ground.pieces.items() if key != name})


def with_area(ground: Ground, area: Area) -> Ground:
    """Return the ground with an area added, or elsewhere."""
    return _replace(ground, areas={**ground.areas, area.key: area})


def without_area(ground: Ground, key: str) -> Ground:
    """Return the ground without an area."""
    return _replace(ground, areas={each: area for each, area in ground.areas.items() if each != key})


def as_known(ground: Ground, *hidden: str, camps: Iterable[str] = (ALL_CAMPS,)) -> Ground:
    """Return the ground without what some do not know of: some people, what is hidden itself, and where those are who
    are out of their sight.

    Those stand where they were seen last, and no hull of theirs shows. Whoever is asked about in what is returned, of
    any camp, knows of no others.
    """
    known = without_place(ground, *hidden)
    if any(piece.hidden for piece in ground.pieces.values()):
        known = _replace(known, pieces={key: each for key, each in ground.pieces.items() if not each.hidden})
    if any(area.hidden for area in ground.areas.values()):
        known = _replace(known, areas={key: each for key, each in ground.areas.items() if not each.hidden})
    return _with_lost(known, tuple(camps)) if known.lost else known


def _with_lost(ground: Ground, camps: tuple[str, ...]) -> Ground:
    """Return the ground with those who are out of the sight of all these where they were seen last."""
    known = [ground.lost.get(camp, {}) for camp in camps]
    lost = {actor: place for actor, place in known[0].items() if all(actor in camp for camp in known)}
    found = {actor: lost.get(actor, place) for actor, place in ground.places.items()}
    places = {actor: place for actor, place in found.items() if place is not None}
    pieces = ground.pieces
    if not lost.keys().isdisjoint(pieces):
        pieces = {name: piece for name, piece in pieces.items() if name not in lost}
    all_camps = (ALL_CAMPS, *camps, *ground.lost)
    return _replace(ground, places=places, pieces=pieces, lost=dict.fromkeys(all_camps, lost) if lost else {})
