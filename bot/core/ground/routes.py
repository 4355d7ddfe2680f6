"""A way round what is in the way goes from corner to corner: the shortest of those with few corners is named."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping

from bot.core.ground.net import standing_by
from bot.core.ground.outlines import Path, bounds_of, corners_of, crossed, flat
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place, distance_cm, moved_by

CLEAR_CM = 50
"""How far from a thing that it cannot walk through somebody stops, or goes round it (house)."""

OVER_CM = 50
"""How high a thing may be for somebody to step over it (house)."""

MOST_CORNERS, MOST_THINGS = 4, 6
"""How many corners a way round may have, and how many things it is sought round."""

MOST_LEGS = 8_000
"""How many legs are looked at for one way, while everybody waits: on a map that is full of walls there is no end."""


def is_wall(piece: Piece, walker: Place) -> bool:
    """Tell whether nobody walks through a piece at the height of somebody, nor steps over it."""
    step_cm = walker.height_cm + OVER_CM
    return piece.blocks and not piece.opened and piece.bottom_cm < step_cm < piece.top_cm


def in_the_way(pieces: Mapping[str, Piece], start: Place, goal: Place) -> Piece | None:
    """Return what somebody runs into on a straight way, the first of it; whoever stands in a thing may leave it."""
    line = flat(start), flat(goal)
    met = [
        (into, each.piece.name, each.piece)
        for each in standing_by(pieces, start, goal)
        if is_wall(each.piece, start)
        for into, _ in crossed(each.traced, *line)
        if into > 0
    ]
    return min(met)[2] if met else None


class _Legs:
    """What stands in the way of each leg, looked at once, since a way is sought again round everything that it met."""

    def __init__(self, pieces: Mapping[str, Piece]) -> None:
        self._pieces = pieces
        self._met: dict[tuple[Place, Place], Piece | None] = {}

    def met(self, here: Place, there: Place) -> Piece | None:
        """Return what somebody runs into first from here to there."""
        leg = here, there
        if leg not in self._met:
            self._met[leg] = in_the_way(self._pieces, here, there)
        return self._met[leg]

    @property
    def are_too_many(self) -> bool:
        """Tell whether no more are to be looked at."""
        return len(self._met) >= MOST_LEGS


def way_round(pieces: Mapping[str, Piece], start: Place, goal: Place) -> tuple[Place, ...]:
    """Return the corners of the shortest way round what is in the way; none where there is none with few corners."""
    around: dict[str, Piece] = {}
    legs = _Legs(pieces)
    found, stopped_by = _searched(legs, start, goal, ())
    while not stopped_by.keys() <= around.keys() and len(around) < MOST_THINGS:
        around |= stopped_by
        found, stopped_by = _searched(legs, start, goal, tuple(_corners(around.values(), start.height_cm)))
    return found


def _searched(
    legs: _Legs, start: Place, goal: Place, corners: tuple[Place, ...]
) -> tuple[tuple[Place, ...], dict[str, Piece]]:
    """Return the corners of the shortest way, none where there is none, and what stopped the ways that were tried."""
    stopped_by: dict[str, Piece] = {}
    reached: set[Place] = set()
    waiting: list[tuple[int, int, int, tuple[Place, ...]]] = [(distance_cm(start, goal), 0, 0, (start,))]
    tried = 0
    while waiting and not legs.are_too_many:
        _, gone_cm, _, by = heapq.heappop(waiting)
        here = by[-1]
        if here in reached or (len(by) > 1 and legs.met(by[-2], here)):  # looked at last: most legs are never needed
            continue
        reached.add(here)
        thing = legs.met(here, goal)
        if thing is None:
            return by[1:], stopped_by
        stopped_by[thing.name] = thing
        for corner in corners if len(by) <= MOST_CORNERS else ():
            if corner not in reached:
                there_cm, tried = gone_cm + distance_cm(here, corner), tried + 1
                heapq.heappush(waiting, (there_cm + distance_cm(corner, goal), there_cm, tried, (*by, corner)))
    return (), stopped_by


def _corners(things: Iterable[Piece], height_cm: int) -> Iterator[Place]:
    """Yield places around things that are clear of them."""
    for thing in things:
        west, south, east, north = bounds_of(thing.outline)
        for x, y in corners_of(thing.outline) if isinstance(thing.outline, Path) else ():
            for right, up in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield moved_by(Place(x, y, height_cm), (right * CLEAR_CM, up * CLEAR_CM, 0))
        for x, y in ((west, south), (west, north), (east, south), (east, north)):
            out = (CLEAR_CM if x == east else -CLEAR_CM, CLEAR_CM if y == north else -CLEAR_CM, 0)
            yield moved_by(Place(x, y, height_cm), out)
