"""On a ready ground each side begins in its zone, clear of what stands there; what is no ground is told."""

from __future__ import annotations

from typing import Any

import pytest

from bot import app
from bot.core import orders
from bot.core.errors import AssemblyError
from bot.core.events import GroundLaid
from bot.core.ground.layouts import Layout, layout_of, places_in
from bot.core.ground.outlines import Box, Disc, Path, Spot, covers
from bot.core.ground.pieces import MARKED, Area, Piece
from bot.core.ground.places import Place
from bot.core.views import PUBLIC, view
from tests.core.brawl import ANN, TOY, Yard, recruit, told

SOUTH, NORTH = Box(Place(0, 0), Place(1_000, 600)), Box(Place(0, 5_000), Place(1_000, 5_600))
ROCK = Piece("rock", Disc(Place(450, 150), 60), "rock")
MUD = Area("mud", MARKED, Disc(Place(0, 3_000), 300))
YARD = Layout("The yard", (SOUTH, NORTH), (ROCK,), (MUD,))


def standing(*hidden: str, layout: Layout = YARD) -> Yard:
    yard = Yard()
    for name in hidden:
        yard.do(recruit(name, hidden=True))
    for name, owner in (("Ann", ANN), ("Bea", ANN), ("Thug", 0)):
        yard.do(recruit(name, owner))
    yard.roll(orders.StartFight(layout=layout))
    return yard


def places(yard: Yard) -> dict[str, Place]:
    assert yard.scene.ground is not None
    return yard.scene.ground.places


def test_each_side_begins_in_its_zone_clear_of_what_stands_there() -> None:
    yard = standing()
    ground = yard.scene.ground
    assert ground is not None
    assert (ground.title, ground.zones, ground.apart_cm) == ("The yard", (SOUTH, NORTH), 5_000)
    assert (ground.pieces, ground.areas) == ({"rock": ROCK}, {"mud": MUD})
    assert [covers(SOUTH, places(yard)[name]) for name in ("Ann", "Bea", "Thug")] == [True, True, False]
    assert covers(NORTH, places(yard)["Thug"])
    assert not any(covers(ROCK.outline, place) for place in places(yard).values())
    laid = next(event for event in yard.history[-1] if isinstance(event, GroundLaid))
    assert told(laid).startswith("The ground: The yard. The sides begin 50 m apart.\nPlaces are squares of the map")


def test_newcomers_stand_with_their_side_and_a_third_side_shares_a_zone() -> None:
    yard = standing()
    for name, side in (("Cid", yard.someone("Ann").side), ("Dan", "third")):
        yard.roll(orders.Enlist(name=name, owner=0, side=side, sheet=recruit("Any").sheet))
    assert len(set(places(yard).values())) == 5
    assert [covers(SOUTH, places(yard)[name]) for name in ("Cid", "Dan")] == [True, True]


def test_whom_nobody_sees_pushes_nobody_aside() -> None:
    alone, watched = standing(), standing("Xerxes", "Yolanda")
    seen = view(watched.scene, PUBLIC, TOY).ground
    assert seen == alone.scene.ground
    assert len(set(places(watched).values())) == 5


def test_who_finds_a_zone_full_stands_in_its_middle() -> None:
    small = Layout("Closet", (Box(Place(0, 0), Place(120, 120)),))
    assert small.apart_cm == 0
    yard = standing(layout=small)
    assert [places(yard)[name] for name in ("Ann", "Bea", "Thug")] == [Place(50, 50), Place(60, 60), Place(60, 60)]


@pytest.mark.parametrize(
    ("corner", "opposite", "is_free"),
    [
        (Place(275, 0), Place(400, 300), False),
        (Place(281, 0), Place(400, 300), True),
        (Place(0, -200), Place(300, 25), False),
        (Place(0, -200), Place(300, 19), True),
        (Place(-200, 0), Place(-81, 300), True),
        (Place(0, 300), Place(300, 400), True),
    ],
)
def test_nobody_begins_in_a_thing_that_stands_close_to_the_zone(corner: Place, opposite: Place, is_free: bool) -> None:
    shed = {"shed": Piece("shed", Box(corner, opposite), "rock")}
    found = [*places_in(Box(Place(0, 0), Place(250, 250)), shed, 0)]
    assert (Place(250, 50) in found) is is_free
    assert found[0] == Place(150, 150)


def test_things_are_read_in_all_shapes_and_as_their_material_is() -> None:
    table = {
        "title": "Yard",
        "zones": [[0, 0, 10, 5]],
        "things": [
            {"name": "tree", "material": "tree", "point": [1, 2]},
            {"name": "gate", "material": "door", "line": [[0, 1], [2, 1]], "opened": True},
            {"name": "car", "material": "car", "box": [1, 1, 3, 5.5], "top_m": 1.4, "hides": False},
            {"name": "well", "material": "rock", "circle": [5, 5, 1.5], "blocks": False},
        ],
    }
    tree, gate, car, well = layout_of(table, app.materials()).pieces
    assert tree == Piece("tree", Spot(Place(100, 200)), "tree", top_cm=800)
    assert gate == Piece("gate", Path((Place(0, 100), Place(200, 100))), "door", top_cm=210, opened=True)
    assert car == Piece("car", Box(Place(100, 100), Place(300, 550)), "car", top_cm=140, hides=False)
    assert well == Piece("well", Disc(Place(500, 500), 150), "rock", top_cm=120, blocks=False)


THING: dict[str, Any] = {"name": "car", "material": "car", "point": [1, 1]}


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"zones": []}, "Yard: there are no zones"),
        ({"colour": "red"}, "a ground: .*colour"),
        ({"things": [THING, {**THING, "name": "Car"}]}, "Yard: two things are called car"),
        ({"things": [{**THING, "material": "cheese"}]}, "Yard: car is of unknown cheese"),
        ({"things": [{"name": "car", "material": "car"}]}, "Yard: car is nowhere"),
    ],
)
def test_what_is_no_ground_is_told(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(AssemblyError, match=why):
        layout_of({"title": "Yard", "zones": [[0, 0, 10, 5]], **changes}, app.materials())
