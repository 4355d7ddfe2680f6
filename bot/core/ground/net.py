"""What stands by a straight way is found in a net of cells: many things elsewhere cost nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from bot.core.ground.outlines import Round, Solid, Thin, bounds_of, flat, traced
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place

CELL_CM = 500
"""How wide a cell is of the net in which pieces are looked up."""

Cell: TypeAlias = tuple[int, int]
Traced: TypeAlias = Round | Solid | Thin


class Footprint(NamedTuple):
    """A piece with how far it goes to the west, the south, the east and the north, and its outline for many ways."""

    west: int
    south: int
    east: int
    north: int
    piece: Piece
    traced: Traced


@dataclass(frozen=True, slots=True)
class Net:
    """What stands in each cell, and what is so long that it stands in very many.

    ``known`` is what has been found out by these pieces, by what was asked.
    """

    pieces: Mapping[str, Piece]
    cells: Mapping[Cell, tuple[Footprint, ...]]
    long: tuple[Footprint, ...]
    known: dict[Hashable, Any]


_nets: list[Net] = []
MOST_NETS, MOST_CELLS = 8, 2_000


def standing_by(pieces: Mapping[str, Piece], start: Place, goal: Place) -> Collection[Footprint]:
    """Return the pieces of which some part may lie on a straight way, each once; open doors are none."""
    if not pieces:
        return ()
    net, line = net_of(pieces), (*flat(start), *flat(goal))
    found = {id(each): each for each in net.long if _meets(each, *line)}
    for cell in _cells(*line):
        for each in net.cells.get(cell, ()):
            if id(each) not in found and _meets(each, *line):
                found[id(each)] = each
    return found.values()


def _meets(thing: Footprint, x: int, y: int, to_x: int, to_y: int) -> bool:
    """Tell whether a line comes by the rectangle around a piece."""
    west, south, east, north, *_ = thing
    if (x < west and to_x < west) or (x > east and to_x > east):
        return False
    if (y < south and to_y < south) or (y > north and to_y > north):
        return False
    right, up = to_x - x, to_y - y
    if (right > 0) == (up > 0):
        one, other = right * (north - y) - up * (west - x), right * (south - y) - up * (east - x)
    else:
        one, other = right * (north - y) - up * (east - x), right * (south - y) - up * (west - x)
    return (one <= 0 <= other) or (other <= 0 <= one)


def _cells(x: int, y: int, to_x: int, to_y: int) -> Iterator[Cell]:
    """Yield the cells of the net through which a straight way runs."""
    if x > to_x:
        x, y, to_x, to_y = to_x, to_y, x, y
    right, up = to_x - x, to_y - y
    into = y
    for column in range(x // CELL_CM, to_x // CELL_CM + 1):
        border = (column + 1) * CELL_CM
        out = y + up * (border - x) // right if border < to_x else to_y
        low, high = (into, out) if into < out else (out, into)
        for row in range((low - 1) // CELL_CM, (high + 1) // CELL_CM + 1):
            yield column, row
        into = out


def _footprint(piece: Piece) -> Footprint:
    return Footprint(*bounds_of(piece.outline), piece, traced(piece.outline))


def net_of(pieces: Mapping[str, Piece]) -> Net:
    """Return in which cells which pieces stand; the last few nets are kept."""
    found = next((net for net in _nets if net.pieces is pieces), None)
    if found is None:
        cells: dict[Cell, list[Footprint]] = {}
        long: list[Footprint] = []
        for thing in map(_footprint, (each for each in pieces.values() if not each.opened)):
            west, south, east, north = (part // CELL_CM for part in thing[:4])
            if (east - west + 1) * (north - south + 1) > MOST_CELLS:
                long.append(thing)
                continue
            for cell in product(range(west, east + 1), range(south, north + 1)):
                cells.setdefault(cell, []).append(thing)
        found = Net(pieces, {cell: tuple(there) for cell, there in cells.items()}, tuple(long), {})
        _nets[:] = [found, *_nets[: MOST_NETS - 1]]
    return found
