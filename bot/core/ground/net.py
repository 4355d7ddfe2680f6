"""What stands by a straight way is found in a net of cells: many things elsewhere cost nothing."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import msgspec

from bot.core.ground.outlines import Round, Solid, Thin, bounds_of, flat, traced
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place

CELL_CM = 500
"""How wide a cell is of the net in which pieces are looked up."""

Segment: TypeAlias = tuple[int, int, int, int]
Traced: TypeAlias = Round | Solid | Thin


class Footprint(NamedTuple):
    """A piece with how far it goes to the west, the south, the east and the north, and its outline for many ways."""

    bounds: tuple[int, int, int, int]
    piece: Piece
    traced: Traced


Grid: TypeAlias = Mapping[int, Collection[Footprint]]


class Net(msgspec.Struct, frozen=True):
    """What stands in each row of each column of cells, and what is so long that it stands in very many.

    ``known`` is what has been found out by these pieces, by what was asked.
    """

    pieces: Mapping[str, Piece]
    columns: Mapping[int, Grid]
    long: tuple[Footprint, ...]
    known: dict[Hashable, Any]


_nets: list[Net] = []
MOST_NETS, MOST_CELLS = 8, 2_000


def standing_by(pieces: Mapping[str, Piece], start: Place, goal: Place) -> Collection[Footprint]:
    """Return the pieces of which some part may lie on a straight way, each once; open doors are none."""
    if not pieces:
        return ()
    net, line = net_of(pieces), (*flat(start), *flat(goal))
    found = {id(each): each for each in net.long if _meets(each, line)}
    for rows, low, high in _stretches(net, *line):
        for row in range(low // CELL_CM, high // CELL_CM + 1):
            if row in rows:
                for each in rows[row]:
                    if id(each) not in found and _meets(each, line):
                        found[id(each)] = each
    return found.values()


def _meets(thing: Footprint, line: Segment) -> bool:
    """Tell whether a line comes by the rectangle around a piece."""
    west, south, east, north = thing.bounds
    x, y, to_x, to_y = line
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


def _stretches(net: Net, x: int, y: int, to_x: int, to_y: int) -> Iterator[tuple[Grid, int, int]]:
    """Yield the columns in which something stands of those a straight way runs through: from where to where it does."""
    if x > to_x:
        x, y, to_x, to_y = to_x, to_y, x, y
    right, up = to_x - x, to_y - y
    into, last = y, to_x // CELL_CM
    for column in range(x // CELL_CM, last + 1):
        out = to_y if column == last else y + up * ((column + 1) * CELL_CM - x) // right
        if column in net.columns:
            low, high = (into, out) if into < out else (out, into)
            yield net.columns[column], low - 1, high + 1
        into = out


def _footprint(piece: Piece) -> Footprint:
    return Footprint(bounds_of(piece.outline), piece, traced(piece.outline))


def net_of(pieces: Mapping[str, Piece]) -> Net:
    """Return in which cells which pieces stand; the last few nets are kept."""
    for net in _nets:
        if net.pieces is pieces:
            return net
    found = _spread(pieces)
    _nets[:] = [found, *_nets[: MOST_NETS - 1]]
    return found


def _spread(pieces: Mapping[str, Piece]) -> Net:
    columns: dict[int, dict[int, list[Footprint]]] = {}
    long: list[Footprint] = []
    for thing in map(_footprint, (each for each in pieces.values() if not each.opened)):
        west, south, east, north = (part // CELL_CM for part in thing.bounds)
        if (east - west + 1) * (north - south + 1) > MOST_CELLS:
            long.append(thing)
            continue
        for column, row in product(range(west, east + 1), range(south, north + 1)):
            columns.setdefault(column, {}).setdefault(row, []).append(thing)
    return Net(pieces, columns, tuple(long), {})
