"""Who comes in under the name of somebody hidden who has left is somebody else, and nothing is about it yet."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.ground.whereabouts import AtPlace
from bot.rulesets.reflex.scene_state import Cloud, Flight, Mission, SceneState
from bot.rulesets.reflex.time.came_anew import CameAnew
from bot.rulesets.reflex.traps import Mine
from tests.rulesets.reflex.grounding import north
from tests.rulesets.reflex.playing import FAIL, Game

AT = {"Ghost": 3.0, "Ann": 9.0}
_with = msgspec.structs.replace


def haunted(*, laid: bool = False, **kept: Any) -> Game:
    """Ann in the first exchange, and what is kept of the scene; of Ghost, who was hidden, too, who has left since."""
    game = Game()
    game.join("Ann", weapons=[{"kind": "ak47", "held": True}])
    game.join("Ghost", owner=0, hidden=True)
    game.start(*FAIL, *FAIL)
    if laid:
        game.do(orders.LayGround(range_m=60))
    game.scene = _with(game.scene, state=_with(game.scene.state, **kept))
    game.do(orders.Release(actor="Ghost"))
    return game


def again(game: Game, **places: Any) -> SceneState:
    """The state of the scene once somebody else has come in as Ghost."""
    sheet = game.sheet()
    game.do(orders.Enlist(name="Ghost", owner=0, side="enemies", sheet=sheet, hidden=True, **places), *FAIL)
    assert [event.actor for event in game.every(CameAnew)] == ["Ghost"]
    return game.scene.state


@pytest.mark.parametrize("laid", [False, True])
def test_it_is_not_in_the_gas_that_the_other_was_in(laid: bool) -> None:
    gas = Cloud(title="gas", radius_m=5, left=4, inside=("Ghost", "Ann"), around=AT, downwind=AT)
    (cloud,) = again(haunted(laid=laid, clouds=(gas,)), **({"at": AtPlace(north(9))} if laid else {})).clouds
    assert (cloud.inside, cloud.around, cloud.downwind) == (("Ann",), {"Ann": 9}, {"Ann": 9})


def test_no_mine_lies_near_it() -> None:
    near = Mine(title="one", kind="ap", explosive="x", trigger="x", near="Ghost", near_m=2, depth_m=9, around=AT)
    far = Mine(title="two", kind="ap", explosive="x", trigger="x", near="Ann", near_m=2)
    mines = again(haunted(mines={"one": near, "two": far})).mines
    assert (mines["one"].near, mines["one"].near_m, mines["one"].depth_m) == ("", 0, 0)
    assert (mines["one"].around, mines["two"]) == ({"Ann": 9}, far)


def test_nobody_fires_at_it_whom_the_other_was_shown() -> None:
    game = haunted()
    gun = game.state("Ann").kit.weapons["AK-47"]
    at_it = Flight(gunner="Ann", weapon=gun, range_m=90, margin=0, target="Ghost", told=AT)
    past_it = Flight(gunner="Ann", weapon=gun, range_m=90, margin=0, spot="hill", told=AT)
    game = haunted(
        missions={"Ann": Mission(target="Ghost"), "Cal": Mission(spot="hill", told=AT)}, flights=(at_it, past_it)
    )
    state = again(game)
    assert state.missions == {"Cal": Mission(spot="hill", told={"Ann": 9})}
    assert [(each.target, each.spot) for each in state.flights] == [("", ""), ("", "hill")]
    assert [each.told for each in state.flights] == [{"Ann": 9}] * 2


def test_what_the_other_laid_lit_or_fired_is_not_its_own() -> None:
    game = haunted()
    gun = game.state("Ann").kit.weapons["AK-47"]
    fired = (Flight(gunner="Ghost", weapon=gun, range_m=90, margin=0, target="Ann"),)
    laid = Mine(title="one", kind="ap", explosive="x", trigger="x", layer="Ghost", lit_by="Ghost")
    state = again(haunted(mines={"one": laid}, flights=fired))
    assert (state.mines["one"].layer, state.mines["one"].lit_by) == ("", "")
    assert [(each.gunner, each.target) for each in state.flights] == [("", "Ann")]


def test_a_player_s_mines_are_its_own_in_the_next_fight_too() -> None:
    game = Game()
    game.join("Ann", owner=1)
    game.start(*FAIL)
    laid = Mine(title="one", kind="ap", explosive="x", trigger="x", layer="Ann", owner=1, near="Ann")
    game.scene = _with(game.scene, state=_with(game.scene.state, mines={"one": laid}))
    game.do(orders.EndFight())
    game.join("Bob")
    game.start(*FAIL)
    game.do(orders.Enlist(name="Ann", owner=1, side="players", sheet=game.sheet()), *FAIL)
    (mine,) = game.scene.state.mines.values()
    assert (mine.layer, mine.near) == ("Ann", "")
