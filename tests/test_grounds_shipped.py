"""On every ready ground the sides begin clear of what stands there, and can reach each other on foot."""

from __future__ import annotations

from itertools import islice, pairwise

import pytest

from bot import app
from bot.core.ground.layouts import Layout, places_in
from bot.core.ground.outlines import bounds_of, covers, middle_of
from bot.core.ground.places import Place
from bot.core.ground.routes import CLEAR_CM, in_the_way, is_wall

A_SIDE = 12
STEP_CM = 100


def reached(layout: Layout, start: Place, goals: tuple[Place, ...]) -> set[Place]:
    """Return which goals somebody gets to who walks metre by metre."""
    pieces = {piece.name: piece for piece in layout.pieces}
    everything = [bounds_of(each.outline) for each in (*layout.pieces,)] + [bounds_of(zone) for zone in layout.zones]
    west, south = min(each[0] for each in everything) - 300, min(each[1] for each in everything) - 300
    east, north = max(each[2] for each in everything) + 300, max(each[3] for each in everything) + 300
    walls = {name: each for name, each in pieces.items() if is_wall(each, start)}
    seen, waiting, found = {start}, [start], set[Place]()
    while waiting and len(found) < len(goals):
        here = waiting.pop()
        found |= {goal for goal in goals if in_the_way(walls, here, goal) is None}
        for right, up in ((STEP_CM, 0), (-STEP_CM, 0), (0, STEP_CM), (0, -STEP_CM)):
            there = Place(here.east_cm + right, here.north_cm + up)
            inside = west <= there.east_cm <= east and south <= there.north_cm <= north
            if inside and there not in seen and in_the_way(walls, here, there) is None:
                seen.add(there)
                waiting.append(there)
    return found


def test_there_are_ten() -> None:
    assert len(app.grounds()) == 10


@pytest.mark.parametrize("key", app.grounds())
def test_nobody_begins_in_a_wall_or_in_somebodys_place(key: str) -> None:
    layout = app.grounds()[key]
    pieces = {piece.name: piece for piece in layout.pieces}
    walls = [piece for piece in layout.pieces if is_wall(piece, Place(0, 0))]
    begun: list[Place] = []
    for zone in layout.zones:
        for aside_cm in (0, 25):
            found = [*dict.fromkeys(islice(places_in(zone, pieces, aside_cm), 4 * A_SIDE))][:A_SIDE]
            assert len(found) == A_SIDE
            begun += found
    assert len(set(begun)) == len(begun)
    assert [place for place in begun if any(covers(wall.outline, place) for wall in walls)] == []


@pytest.mark.parametrize("key", app.grounds())
def test_every_zone_can_be_walked_to_from_every_other(key: str) -> None:
    layout = app.grounds()[key]
    pieces = {piece.name: piece for piece in layout.pieces}
    first, *others = (next(places_in(zone, pieces, 0)) for zone in layout.zones)
    assert reached(layout, first, tuple(others)) == set(others)


@pytest.mark.parametrize("key", app.grounds())
def test_a_ground_has_cover_and_begins_where_squares_have_names(key: str) -> None:
    layout = app.grounds()[key]
    assert sum(piece.hides for piece in layout.pieces) >= 5
    for one, other in pairwise(layout.zones):
        assert middle_of(one) != middle_of(other)
    assert all(min(bounds_of(each.outline)) >= -CLEAR_CM for each in layout.pieces)
    assert layout.apart_cm >= 1_500
