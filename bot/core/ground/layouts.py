"""A layout is a ground before anybody stands on it: its things, and the zones in which the sides begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from bot.core.errors import AssemblyError
from bot.core.ground.materials import Materials
from bot.core.ground.outlines import Box, Disc, Outline, Path, Spot, bounds_of, covers, middle_of
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place, distance_cm

ROW_CM, PACKED_CM = 300, 100
"""How far apart people of one side begin in a zone, and how far where it is full (house)."""

ELBOW_CM = 30
"""How far somebody reaches to each side who stands somewhere (house)."""


class Backdrop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture behind a ground, kept by its ``hash``: it reaches from ``corner``, its south-west, so far."""

    hash: str
    corner: Place
    wide_cm: int
    deep_cm: int


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ground called ``title``: the first side begins in the first of its ``zones``, and so on."""

    title: str
    zones: tuple[Box, ...]
    pieces: tuple[Piece, ...] = ()
    areas: tuple[Area, ...] = ()
    backdrop: Backdrop | None = None

    @property
    def apart_cm(self) -> int:
        """Return how far apart the first two zones are."""
        return distance_cm(middle_of(self.zones[0]), middle_of(self.zones[-1 if len(self.zones) == 1 else 1]))


def places_in(zone: Box, pieces: Mapping[str, Piece], aside_cm: int) -> Iterator[Place]:
    """Yield where people begin in a zone, clear of what stands there, from its middle outwards, ``aside_cm`` aside."""
    known = (piece.outline for piece in pieces.values() if piece.blocks and not piece.hidden)
    walls = [wall for wall in known if _reaches(wall, zone)]
    middle = middle_of(zone)
    for apart_cm in (ROW_CM, PACKED_CM):
        found = _lattice(zone, apart_cm, aside_cm)
        outwards = sorted(found, key=lambda place: (distance_cm(middle, place), place.east_cm, place.north_cm))
        yield from (place for place in outwards if not any(_at(wall, place) for wall in walls))


def _lattice(zone: Box, apart_cm: int, aside_cm: int) -> Iterator[Place]:
    west, south, east, north = bounds_of(zone)
    for x in range(west + apart_cm // 2 + aside_cm, east + 1, apart_cm):
        for y in range(south + apart_cm // 2 + aside_cm, north + 1, apart_cm):
            yield Place(x, y)


def _reaches(wall: Outline, zone: Box) -> bool:
    """Tell whether somebody in a zone may stand in a thing: it lies there, or near."""
    (west, south, east, north), bounds = bounds_of(wall), bounds_of(zone)
    beside = west - ELBOW_CM > bounds[2] or east + ELBOW_CM < bounds[0]
    return not (beside or south - ELBOW_CM > bounds[3] or north + ELBOW_CM < bounds[1])


def _at(wall: Outline, place: Place) -> bool:
    """Tell whether somebody at a place would stand in a thing, or on it where it is thin."""
    around = ((0, 0), (-ELBOW_CM, 0), (ELBOW_CM, 0), (0, -ELBOW_CM), (0, ELBOW_CM))
    return any(covers(wall, Place(place.east_cm + east, place.north_cm + north)) for east, north in around)


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing as a file has it, in metres: one of ``point``, ``line``, ``box`` and ``circle`` says where it is."""

    name: str
    material: str
    point: tuple[float, float] | None = None
    line: tuple[tuple[float, float], ...] | None = None
    box: tuple[float, float, float, float] | None = None
    circle: tuple[float, float, float] | None = None
    top_m: float | None = None
    hides: bool | None = None
    blocks: bool | None = None
    opened: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ready ground as its file has it."""

    title: str
    zones: tuple[tuple[float, float, float, float], ...]
    things: tuple[_Row, ...] = ()
    house: bool = True


def layout_of(table: Mapping[str, Any], materials: Materials) -> Layout:
    """Return the ground that a table says.

    Raises:
        AssemblyError: it has no zones, a thing has no place or an unknown material, or two are called the same.
    """
    try:
        file = msgspec.convert(table, _File)
    except msgspec.ValidationError as error:
        raise AssemblyError(f"a ground: {error}") from error
    names = [each.name.casefold() for each in file.things]
    twice = next((name for name in names if names.count(name) > 1), None)
    if not file.zones or twice:
        raise AssemblyError(f"{file.title}: {f'two things are called {twice}' if twice else 'there are no zones'}")
    pieces = tuple(_piece(file.title, each, materials) for each in file.things)
    return Layout(file.title, tuple(_box(each) for each in file.zones), pieces)


def _piece(title: str, row: _Row, materials: Materials) -> Piece:
    usual = materials.get(row.material)
    if usual is None:
        raise AssemblyError(f"{title}: {row.name} is of unknown {row.material}")
    return Piece(
        name=row.name,
        outline=_outline(title, row),
        material=row.material,
        top_cm=usual.top_cm if row.top_m is None else round(row.top_m * 100),
        hides=usual.hides if row.hides is None else row.hides,
        blocks=usual.blocks if row.blocks is None else row.blocks,
        opened=row.opened,
    )


def _outline(title: str, row: _Row) -> Outline:
    if row.point:
        return Spot(_place(*row.point))
    if row.line and len(row.line) > 1:
        return Path(tuple(_place(*point) for point in row.line))
    if row.box:
        return _box(row.box)
    if row.circle:
        return Disc(_place(*row.circle[:2]), round(row.circle[2] * 100))
    raise AssemblyError(f"{title}: {row.name} is nowhere")


def _box(corners: tuple[float, float, float, float]) -> Box:
    return Box(_place(*corners[:2]), _place(*corners[2:]))


def _place(east_m: float, north_m: float) -> Place:
    return Place(round(east_m * 100), round(north_m * 100))
