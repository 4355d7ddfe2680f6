"""Who goes somewhere comes nearer to all who are there; where distances are told, all others are those of before."""

from __future__ import annotations

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import DistancesOutdated, OutdatedCounted, RangeSet, Stood
from bot.core.ground.moving import bound_for, went
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.scene import pair
from bot.core.views import GM, PUBLIC, view
from tests.core.brawl import ANN, TOY, Yard, facing, kinds, recruit, strike, told
from tests.core.ground.test_laying import crowd, places
from tests.rulesets.game import play_on


def test_on_a_ground_one_comes_nearer_to_everybody() -> None:
    play = play_on(TOY, crowd().scene)
    way = bound_for(play, "Ann", "Thug")
    assert way.length_m == 59
    went(play, way, way.at_most(12.5))
    assert (play.distance("Ann", "Thug"), play.distance("Ann", "Thud")) == (47.5, 47.59)
    assert [type(event) for event in play.events] == [Stood]


def test_who_reaches_somebody_stands_beside_them_and_goes_no_farther() -> None:
    play = play_on(TOY, crowd(range_m=5).scene)
    way = bound_for(play, "Ann", "Thug")
    assert way.at_most(30) == 4
    went(play, way, way.at_most(30))
    assert play.distance("Ann", "Thug") == 1
    again = bound_for(play, "Ann", "Thug")
    assert again.at_most(30) == 0
    went(play, again, 0)
    assert play.distance("Ann", "Thug") == 1


def test_who_goes_away_gets_farther_off() -> None:
    play = play_on(TOY, crowd(range_m=5).scene)
    went(play, bound_for(play, "Ann", "Thug", away=True), 10)
    assert play.distance("Ann", "Thug") == 15


def test_how_far_the_gms_people_have_still_to_go_the_gm_alone_reads() -> None:
    play = play_on(TOY, crowd().scene)
    went(play, bound_for(play, "Thug", to=AtPlace(Place(5_000, 9_000))), 12)
    assert "short of the goal" in told(play.events[-1], GM)
    assert told(play.events[-1], PUBLIC) == ""


def test_a_goal_that_is_too_far_is_missed_by_the_metres_that_are_left() -> None:
    play = play_on(TOY, crowd().scene)
    way = bound_for(play, "Ann", to=AtPlace(Place(5_000, 7_000)))
    went(play, way, way.at_most(12))
    assert told(play.events[-1]) == told(play.events[-1], GM) == "Ann stops 8 m short of the goal."
    way = bound_for(play, "Ann", to=AtPlace(Place(5_000, 7_000)))
    went(play, way, way.at_most(12))
    assert told(play.events[-1]) == "Ann is at K15 (50, 70)."
    assert play.scene.ground is not None
    assert play.scene.ground.places["Ann"] == Place(5_000, 7_000)


def test_on_a_ground_it_must_be_said_where_to_and_without_one_it_cannot() -> None:
    with pytest.raises(RuleViolation, match="where to"):
        bound_for(play_on(TOY, crowd().scene), "Ann")
    with pytest.raises(RuleViolation, match="distances are told"):
        bound_for(play_on(TOY, facing(4, 3).scene), "Ann", to=AtPlace(Place(0, 0)))


def told_apart(**ranges_m: float) -> Yard:
    """A told fight of Ann, Thug and Thud, of whom Ann is so far."""
    yard = Yard()
    for name, owner in (("Ann", ANN), ("Thug", 0), ("Thud", 0)):
        yard.do(recruit(name, owner))
    yard.roll(orders.StartFight())
    for other, range_m in ranges_m.items():
        yard.do(orders.SetRange(actor="Ann", target=other, range_m=range_m))
    return yard


def moved(yard: Yard, metres: float, *, away: bool = False) -> None:
    play = play_on(TOY, yard.scene)
    went(play, bound_for(play, "Ann", "Thug", away=away), metres)
    yard.scene = play.scene


def test_a_told_move_changes_its_own_distance_and_outdates_the_others() -> None:
    yard = told_apart(Thug=20, Thud=30)
    moved(yard, 12)
    assert yard.scene.ranges_m == {pair("Ann", "Thug"): 8, pair("Ann", "Thud"): 30}
    assert yard.scene.outdated == (pair("Ann", "Thud"),)
    moved(yard, 2, away=True)
    assert yard.scene.range_m("Ann", "Thug") == 10


def test_nobody_who_stays_where_it_is_outdates_anything() -> None:
    play = play_on(TOY, told_apart(Thug=0, Thud=30).scene)
    went(play, bound_for(play, "Ann", "Thug"), 0)
    assert [type(event) for event in play.events] == [RangeSet]


def test_who_goes_to_somebody_at_no_known_distance_has_none_then() -> None:
    yard = told_apart(Thud=30)
    moved(yard, 12)
    assert yard.scene.range_m("Ann", "Thug") is None
    assert yard.scene.outdated == (pair("Ann", "Thud"),)


def test_old_metres_count_and_that_is_told() -> None:
    yard = told_apart(Thug=1, Thud=1)
    moved(yard, 1)
    events = yard.roll(strike("Thud", "Ann")) if yard.turns() == ["Thud"] else yard.roll(strike("Ann", "Thud"))
    first = events[0]
    assert isinstance(first, OutdatedCounted)
    assert told(first).startswith(f"{first.actor} and {first.target}: 1 m is from before one of them moved.")
    assert told(DistancesOutdated(actor="Ann")) == ""


def test_a_new_word_takes_the_place_of_old_metres() -> None:
    yard = told_apart(Thug=1, Thud=1)
    moved(yard, 1)
    yard.do(orders.SetRange(actor="Thud", target="Ann", range_m=1))
    assert yard.scene.outdated == ()
    actor = yard.turns()[0]
    assert "OutdatedCounted" not in kinds(yard.roll(strike(actor, "Thud" if actor == "Ann" else "Ann")))


def test_who_leaves_leaves_no_old_metres_and_of_the_hidden_nobody_knows_any() -> None:
    yard = told_apart(Thug=20, Thud=30)
    yard.do(orders.Show(actor="Thud", hidden=True))
    moved(yard, 12)
    assert view(yard.scene, PUBLIC, TOY).outdated == ()
    yard.do(orders.Release(actor="Thud"))
    assert yard.scene.outdated == ()
    assert places(crowd()).keys() == {"Ann", "Bea", "Thug", "Thud"}
