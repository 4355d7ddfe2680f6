"""On a ground what goes off does so at a place, and finds by their places whom it reaches and what shields them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import PieceSet, Stood
from bot.core.ground.outlines import Path
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.events import BlastReached, Exploded, Unplaced
from bot.rulesets.reflex.blasts.scatter import astray
from bot.rulesets.reflex.handing.events import TakenUp
from bot.rulesets.reflex.indirect.events import FireDirected, IndirectFired, RoundLanded
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLeft, Thrown
from bot.rulesets.reflex.time.moves import Moved
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.playing import Game
from tests.rulesets.reflex.standing import at, happen, place_of, stand, there
from tests.rulesets.reflex.test_indirect import called, launcher, pause
from tests.rulesets.reflex.test_throwing import yard

WALL = Piece(name="Wall", outline=Path((at(45, 15), at(55, 15))), material="brick_wall", top_cm=250)


def field(**places: tuple[float, float]) -> Game:
    """Ann throws from the south; Bob and Cal stand where it is said."""
    return stand(yard(), **{"Ann": (50, 0), "Bob": (50, 20), "Cal": (90, 20), **places})


def reached(game: Game) -> dict[str, float]:
    return {each.actor: each.range_m for each in game.every(BlastReached)}


def burned(game: Game) -> Game:
    """Have all fuses burn down with the exchange."""
    while game.scene.state.phase == "exchange" and not game.every(Exploded):
        game.do_at_least(orders.GoOn())
    return game


@pytest.mark.parametrize(
    ("degrees", "place"),
    [
        (0, at(50, 34)),
        (45, at(52.83, 32.83)),
        (90, at(54, 30)),
        (135, at(52.83, 27.17)),
        (180, at(50, 26)),
        (225, at(47.17, 27.17)),
        (270, at(46, 30)),
        (315, at(47.17, 32.83)),
    ],
)
def test_a_miss_lies_off_its_mark_as_the_thrower_sees_it(degrees: int, place: Place) -> None:
    assert astray(at(50, 0), at(50, 30), 4, degrees) == place
    assert astray(at(50, 30), at(50, 30), 4, degrees) == place


def test_a_grenade_is_thrown_to_a_place_and_lies_there_off_by_its_miss() -> None:
    game = field()
    game.act("Ann", "throw", 1, 20, 5, to=there(50, 12), item="Grenade")
    thrown = game.one(Thrown)
    assert (thrown.target, thrown.aim, thrown.place, thrown.range_m) == ("", at(50, 12), at(50, 12), 12)
    assert "throws the Grenade at K3 (50, 12)" in game.told(PUBLIC)
    missed = field()
    missed.act("Ann", "throw", 20, 20, 5, 4, to=there(50, 12), item="Grenade")
    thrown = missed.one(Thrown)
    assert thrown.degrees == 90
    assert thrown.place == Place(5_000 + round(thrown.off_m * 100), 1_200)


def test_it_goes_off_where_it_lies_whoever_has_gone() -> None:
    game = field(Bob=(50, 12), Cal=(50, 20))
    game.act("Ann", "throw", 1, 20, 5, target="Bob", item="Grenade")
    assert game.one(Thrown).place == at(50, 12)
    happen(game, Stood(actor="Bob", place=at(50, 13)), Stood(actor="Ann", place=at(50, -90)))
    burned(game)
    assert game.one(FuseBurned).place == at(50, 12)
    assert reached(game) == {"Bob": 1.0, "Cal": 8.0, "Ann": 102.0}
    assert not game.every(Unplaced)
    assert "The Grenade at K3 (50, 12) goes off." in game.told(PUBLIC)


def test_it_goes_off_where_somebody_was_who_has_left() -> None:
    game = field(Bob=(50, 12), Cal=(50, 20))
    game.act("Ann", "throw", 1, 20, 5, target="Bob", item="Grenade")
    game.do_at_least(orders.Release(actor="Bob"))
    assert "Bob" not in game.scene.combatants
    burned(game)
    assert game.one(FuseBurned).place == at(50, 12)
    assert reached(game) == {"Ann": 12.0, "Cal": 8.0}
    assert "The Grenade at K3 (50, 12) goes off." in game.told(PUBLIC)


def test_where_nobody_stays_nothing_goes_off() -> None:
    game = field(Bob=(50, 12), Cal=(50, 20))
    game.act("Ann", "throw", 1, 20, 5, target="Bob", item="Grenade")
    for each in ("Ann", "Cal", "Bob"):
        game.do_at_least(orders.Release(actor=each))
    assert not game.every(FuseLeft)


def test_what_stands_between_shields_and_what_was_said_to_be_open_does_not() -> None:
    def armors(**said: Any) -> set[float]:
        game = happen(field(Bob=(50, 16), Cal=(50, 12)), PieceSet(piece=WALL))
        order = {"to": there(50, 13), "radius_m": 10.0, "blast": 8, **said}
        game.do_at_least(orders.Act(actor="", action="explode", inputs=order))
        assert reached(game) == {"Cal": 1.0, "Bob": 3.0, "Ann": 13.0}
        return {sum(layer.armor for layer in hit.layers) for hit in game.every(Hit) if hit.target == "Bob"}

    assert min(armors()) > 0
    assert armors(open=True) == {0}


def test_a_burst_at_somebody_is_where_that_one_stands() -> None:
    game = field(Bob=(50, 16), Cal=(50, 12))
    game.do_at_least(orders.Act(actor="", action="explode", inputs={"at": "Cal", "radius_m": 10.0}))
    assert reached(game) == {"Cal": 0.0, "Bob": 4.0, "Ann": 12.0}


def test_a_live_grenade_that_lies_within_reach_is_thrown_back() -> None:
    game = field(Bob=(50, 12))
    game.act("Ann", "throw", 1, 20, 5, to=there(50, 11), item="Grenade")
    while "Cal" not in game.now():
        game.go_on()
    assert "lying here" in game.refused("Cal", "pick_up", item="Grenade")
    happen(game, Stood(actor="Cal", place=at(50, 1)))
    assert "lies 10 m from Cal, out of reach" in game.refused("Cal", "pick_up", item="Grenade", target="Ann")
    happen(game, Stood(actor="Cal", place=at(50.5, 11)))
    game.do_at_least(orders.Act(actor="Cal", action="pick_up", inputs={"item": "Grenade"}))
    taken = game.one(TakenUp)
    assert (taken.actor, taken.place, taken.number) == ("Cal", at(50, 11), 1)
    assert "picks up the live Grenade at K3 (50, 11)" in game.told(PUBLIC)
    assert not game.state("Ann").kit.fuses
    assert [fuse.place for fuse in game.state("Cal").kit.fuses] == [None]


def test_one_that_was_let_go_stays_where_it_was_let_go() -> None:
    game = field()
    game.act("Ann", "cook", 5, item="Grenade")
    game.act("Ann", "ditch", item="Grenade")
    (lit,) = game.state("Ann").kit.fuses
    happen(game, Moved(actor="Ann", pace=Pace.RUN, distance_m=3), Stood(actor="Ann", place=at(53, 0)))
    assert game.state("Ann").kit.fuses == (Fuse("Grenade", "hand_grenade", lit.tick, place=at(50, 0)),)
    happen(game, Moved(actor="Ann", pace=Pace.RUN, distance_m=3), Stood(actor="Ann", place=at(56, 0)))
    assert game.state("Ann").kit.fuses == (Fuse("Grenade", "hand_grenade", lit.tick, place=at(50, 0)),)


def test_at_nobody_and_nowhere_nothing_is_thrown() -> None:
    assert "At whom or where to?" in field().refused("Ann", "throw", item="Grenade")
    assert "distances are told" in yard().refused("Ann", "throw", item="Grenade", to=there(1, 1))


def test_an_indirect_round_comes_down_at_its_place() -> None:
    game = stand(pause(), Ann=(50, 50), Max=(50, 0), Bob=(50, 203))
    game.act("Ann", "call_fire", 1, 20, to=there(50, 200))
    directed = game.one(FireDirected)
    assert (directed.place, directed.spot) == (at(50, 200), "K41 (50, 200)")
    game.act("Max", "indirect_fire", 1, 20)
    fired = game.one(IndirectFired)
    assert (fired.place, fired.range_m) == (at(50, 200), 200)
    while not game.every(RoundLanded):
        game.do_at_least(orders.GoOn())
    assert reached(game)["Bob"] == 3.0 + game.one(RoundLanded).off_m * (1 if game.one(RoundLanded).degrees == 0 else 0)


def test_a_round_meant_for_somebody_deviates_from_where_that_one_stands() -> None:
    game = called(margin=0)
    stand(game, Ann=(50, 50), Max=(50, 0), Bob=(50, 203))
    game.act("Max", "indirect_fire", 20, 20)
    while not game.every(RoundLanded):
        game.do_at_least(orders.GoOn())
    landed = game.one(RoundLanded)
    assert landed.off_m
    assert reached(game)["Bob"] == landed.off_m
    assert reached(game)["Max"] == 203 + landed.off_m
    assert place_of(game, "Bob") == at(50, 203)


def test_a_launched_round_goes_to_a_place_too() -> None:
    game = stand(launcher(), Max=(50, 0), Bob=(50, 60))
    game.do_at_least(orders.Act(actor="Max", action="indirect_fire", inputs={"to": there(50, 58)}))
    assert game.one(IndirectFired).place == at(50, 58)
