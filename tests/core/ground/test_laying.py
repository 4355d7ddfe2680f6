"""A ground gives everybody a place, by side; what the hidden do moves nobody whom all can see."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, Enlisted, Event, GroundLaid, Placed, Stood
from bot.core.folding import evolve
from bot.core.ground.places import Bearing, Place
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight
from bot.core.views import GM, PUBLIC, view
from tests.core.brawl import ANN, TOY, Yard, recruit, strike, told


def crowd(*hidden: str, range_m: float = 60) -> Yard:
    """A fight on a ground of two players' and two of the GM's, beside whom some of the GM's are hidden."""
    yard = Yard()
    for name in hidden:
        yard.do(recruit(name, hidden=True))
    for name, owner in (("Ann", ANN), ("Bea", ANN), ("Thug", 0), ("Thud", 0)):
        yard.do(recruit(name, owner))
    yard.roll(orders.StartFight(range_m=range_m))
    return yard


def places(yard: Yard) -> dict[str, Place]:
    assert yard.scene.ground is not None
    return yard.scene.ground.places


def test_two_sides_face_each_other_in_rows() -> None:
    yard = crowd()
    assert places(yard) == {
        "Ann": Place(5_000, 5_000),
        "Bea": Place(5_300, 5_000),
        "Thug": Place(5_000, 11_000),
        "Thud": Place(5_300, 11_000),
    }
    assert yard.scene.range_m("Ann", "Thug") == 60
    assert yard.scene.range_m("Ann", "Ann") is None


def test_whom_nobody_sees_pushes_nobody_aside() -> None:
    alone, watched = crowd(), crowd("Xerxes", "Yolanda")
    seen = view(watched.scene, PUBLIC, TOY).ground
    assert seen == alone.scene.ground
    assert len(set(places(watched).values())) == 6


def test_a_third_side_is_as_far_from_both_and_each_later_one_has_its_own_place() -> None:
    yard = crowd(range_m=100)
    for number, side in enumerate(("green", "grey", "white", "black")):
        yard.roll(orders.Enlist(name=f"One{number}", owner=0, side=side, sheet=recruit("Any").sheet))
    assert (yard.scene.range_m("One0", "Ann"), yard.scene.range_m("One0", "Thug")) == (100.0, 100.0)
    assert len(set(places(yard).values())) == 8
    assert yard.scene.ground is not None
    assert yard.scene.ground.sides == ("red", "blue", "green", "grey", "white", "black")


def test_the_side_of_somebody_hidden_is_nothing_that_all_know_of() -> None:
    yard = crowd()
    events = yard.roll(orders.Enlist(name="Spy", owner=0, side="green", sheet=recruit("Any").sheet, hidden=True))
    assert [event.audience for event in events if isinstance(event, Enlisted | Stood)] == [Audience.GM, Audience.GM]
    assert yard.scene.ground is not None
    assert yard.scene.ground.sides == ("red", "blue")
    assert "Spy" in places(yard)
    assert "Spy" not in view(yard.scene, PUBLIC, TOY).ground.places  # type: ignore[union-attr]


def test_where_somebody_hidden_comes_to_stand_does_not_depend_on_those_in_sight() -> None:
    found = []
    for leaves in (False, True):
        yard = crowd()
        yard.do(orders.PutAt(actors=("Bea",), where=AtPlace(Place(5_000, 4_800)), apart_cm=100))
        if leaves:
            yard.do(orders.Release(actor="Bea"))
        yard.roll(orders.Enlist(name="Spy", owner=0, side="red", sheet=recruit("Any").sheet, hidden=True))
        found.append(places(yard)["Spy"])
    assert found[0] == found[1]


def test_a_newcomer_stands_with_its_side_or_where_it_is_said() -> None:
    yard = crowd()
    yard.roll(recruit("Cid", ANN))
    assert places(yard)["Cid"] == Place(4_700, 5_000)
    given = recruit("Tick")
    where = ByCompass("Ann", Bearing.EAST, 2_000)
    for n in range(3):
        yard.roll(orders.Enlist(name=f"Tick{n}", owner=0, side="blue", sheet=given.sheet, at=where, in_row=n))
    assert [places(yard)[f"Tick{n}"].east_cm for n in range(3)] == [7_000, 7_300, 6_700]


def test_who_comes_back_stands_where_it_stood() -> None:
    yard = crowd()
    sheet = orders.Enlist(name="Cid", owner=ANN, side="red", sheet=recruit("Any").sheet, sheet_id=7)
    yard.roll(sheet)
    yard.do(orders.PutAt(actors=("Cid",), where=AtPlace(Place(100, 200))))
    yard.do(orders.Release(actor="Cid"))
    assert "Cid" not in places(yard)
    yard.roll(sheet)
    assert places(yard)["Cid"] == Place(100, 200)


def test_who_left_before_there_was_a_ground_stands_with_its_side() -> None:
    yard = Yard()
    sheet = orders.Enlist(name="Cid", owner=ANN, side="red", sheet=recruit("Any").sheet, sheet_id=7)
    yard.do(recruit("Thug"))
    yard.do(sheet)
    yard.roll(orders.StartFight())
    yard.do(orders.Release(actor="Cid"))
    yard.do(orders.LayGround(range_m=20))
    yard.roll(sheet)
    assert yard.scene.range_m("Cid", "Thug") == 20


def test_the_end_of_the_fight_takes_the_ground_away() -> None:
    yard = crowd()
    yard.do(orders.EndFight())
    assert yard.scene.ground is None


def test_a_ground_may_be_laid_anew() -> None:
    yard = crowd()
    (laid, *stood) = yard.do(orders.LayGround(range_m=10))
    assert told(laid).startswith("Everybody has a place; the sides begin 10 m apart.\nPlaces are squares of the map")
    assert all(event.quiet for event in stood)
    assert yard.scene.range_m("Ann", "Thug") == 10


def only_words(events: tuple[Event, ...], viewer: Any = PUBLIC) -> list[str]:
    return [told(event, viewer) for event in events]


def test_a_gm_puts_people_elsewhere_several_in_a_row() -> None:
    yard = crowd("Xerxes")
    where = ByCompass("Ann", Bearing.NORTH, 2_000)
    events = yard.do(orders.PutAt(actors=("Thug", "Xerxes"), where=where, apart_cm=500, reason="they crept up"))
    assert only_words(events) == ["Thug stands at K15 (50, 70): they crept up.", ""]
    assert only_words(events, GM)[1] == "Xerxes stands at L15 (55, 70): they crept up."
    assert [event.place for event in events if isinstance(event, Placed)] == [Place(5_000, 7_000), Place(5_500, 7_000)]


def test_a_place_outside_the_squares_and_above_is_told_in_metres() -> None:
    yard = crowd()
    events = yard.do(orders.PutAt(actors=("Ann",), where=AtPlace(Place(-250, 100, 300))))
    assert only_words(events) == ["Ann stands at 2.5 m west and 1 m north of the map's corner, 3 up."]


@pytest.mark.parametrize(
    ("order", "words"),
    [
        (orders.PutAt(actors=("Ann", "Nobody#2"), where=AtPlace(Place(0, 0))), "Nobody is not here"),
        (orders.PutAt(actors=("Ann",), where=BySight("Nobody", "left", 100)), "Nobody knows here where"),
        (orders.LayGround(range_m=0), "does not work"),
        (orders.LayGround(range_m=6_000), "does not work"),
        (orders.SetRange(actor="Ann", target="Thug", range_m=5), "follow from places"),
    ],
)
def test_what_does_not_work_changes_nothing(order: orders.Order, words: str) -> None:
    yard = crowd()
    before = yard.scene
    with pytest.raises(RuleViolation, match=words):
        yard.do(order)
    assert yard.scene is before


def test_without_a_ground_nobody_is_put_anywhere() -> None:
    yard = Yard()
    with pytest.raises(RuleViolation, match="Nobody is here"):
        yard.do(orders.LayGround(range_m=20))
    yard.do(recruit("Ann", ANN))
    for order in (
        orders.PutAt(actors=("Ann",), where=AtPlace(Place(0, 0))),
        orders.Enlist(name="Bea", owner=0, side="blue", sheet=recruit("Any").sheet, at=AtPlace(Place(0, 0))),
    ):
        with pytest.raises(RuleViolation, match="distances are told"):
            yard.do(order)


def test_an_action_counts_the_metres_between_places_and_takes_no_others() -> None:
    yard = crowd(range_m=2)
    actor = yard.turns()[0]
    target = {"Ann": "Thug", "Bea": "Thud", "Thug": "Ann", "Thud": "Bea"}[actor]
    with pytest.raises(RuleViolation, match="by their places"):
        yard.roll(strike(actor, target, range_m=1))
    with pytest.raises(RuleViolation, match="Nobody"):
        yard.roll(strike(actor, "Nobody", range_m=2))
    yard.roll(strike(actor, target, range_m=2))
    assert yard.scene.ranges_m == {}


def test_a_late_word_of_a_place_finds_nobody_who_has_left() -> None:
    yard = crowd()
    scene = yard.scene
    assert evolve(TOY, scene, Stood(actor="Gone", place=Place(0, 0))) == scene
    lone = Yard()
    lone.do(recruit("Ann", ANN))
    assert evolve(TOY, lone.scene, Placed(actor="Ann", place=Place(0, 0))) == lone.scene
    assert GroundLaid(apart_cm=100, sides=()).audience is Audience.ALL
