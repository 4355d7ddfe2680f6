"""Heart taken from enemies whom something fells that goes off later: a mine, a charge, a grenade, a round."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import folding, orders
from bot.core.scene import with_combatant, with_state
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.kinds import BodyPart, Lies
from bot.rulesets.reflex.throws.events import FuseBurned
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.test_indirect import called
from tests.rulesets.reflex.test_mines import SAPPER, TOUGH, WELL

FRAIL = {**TOUGH, "head": [1]}
LOST = (20, 20)
QUIET = {f"explosives.{key}.frag": 0 for key in ("ap_mine", "hand_grenade", "he_60mm")}
ANN, BOB = Viewer(1), Viewer(2)
MINE = "1:bridge"


def camp(*, hidden: bool = False, **inputs: Any) -> Game:
    """Ann has laid a mine, Bob is her friend, and a frail guard is about to meet it in the first exchange."""
    game = Game(**QUIET)
    game.join("Ann", owner=1, **SAPPER, thresholds=TOUGH)
    game.join("Bob", owner=2, thresholds=TOUGH)
    game.join("Guard", owner=0, thresholds=FRAIL, hidden=hidden)
    game.act("Ann", "mine_emplace", *WELL, mine="bridge", **inputs)
    game.start(*FAIL * 3)
    return game


def hearts(game: Game) -> list[tuple[str, str]]:
    """Who took heart from whom."""
    return [(event.actor, str(event.target)) for event in game.events if isinstance(event, TookHeart)]


def test_whoever_laid_a_mine_takes_heart_from_who_sets_it_off_and_tells_nobody() -> None:
    game = camp()
    game.act("Guard", "mine_pass", 1, 1, *LOST, mine=MINE)
    assert hearts(game) == [("Ann", "Guard")]
    assert game.state("Ann").nerve.heart == {"tango": 1}
    assert [("put down" in game.told(viewer)) for viewer in (GM, ANN, BOB, PUBLIC)] == [True, True, False, False]


def test_whoever_gives_the_signal_takes_heart() -> None:
    game = camp(trigger="command")
    game.act("Bob", "mine_detonate", *LOST, mine=MINE, victims="Guard:1")
    assert hearts(game) == [("Bob", "Guard")]
    assert "put down" in game.told(PUBLIC)


@pytest.mark.parametrize(("faces", "where"), [((1, 20, 1), {"target": "Guard"}), ((20, 20), {"at": "Guard"})])
def test_right_under_somebody_or_not(faces: tuple[int, ...], where: dict[str, str]) -> None:
    game = camp(trigger="command")
    timed = faces if "target" in where else ()
    game.act("Bob", "mine_detonate", *timed, *LOST, mine=MINE, **where)
    assert hearts(game) == [("Bob", "Guard")]


def test_whoever_lit_a_fuse_takes_heart() -> None:
    game = camp(trigger="fuse", burn_ticks=60)
    game.act("Bob", "mine_detonate", mine=MINE, victims="Guard:1")
    assert game.scene.state.mines[MINE].lit_by == "Bob"
    game.act("Ann", "correct", initiative=0)
    game.act("Bob", "correct", initiative=0)
    game.act("Guard", "correct", *LOST, initiative=0)
    assert hearts(game) == [("Bob", "Guard")]


def test_whoever_shoots_a_mine_to_pieces_beside_an_enemy_takes_heart() -> None:
    game = camp(target="Guard", distance_m=1)
    game.act("Guard", "mine_mark", mine=MINE, show=True)
    game.act("Bob", "mine_disarm", 50, *LOST, mine=MINE, kind="destroy", damage=20)
    assert hearts(game) == [("Bob", "Guard")]


@pytest.mark.parametrize("gone", [{"unconscious": True}, None])
def test_whoever_is_out_of_it_takes_none(gone: dict[str, bool] | None) -> None:
    game = camp()
    game.act("Ann", "correct", **gone) if gone else game.do(orders.Release(actor="Ann"))
    game.act("Guard", "mine_pass", 1, 1, *LOST, mine=MINE)
    assert hearts(game) == []


def test_whom_nobody_sees_fall_gives_players_no_heart() -> None:
    game = camp(hidden=True)
    game.act("Guard", "mine_pass", 1, 1, *LOST, mine=MINE)
    assert hearts(game) == []


BRITTLE = {place.value: ((1,) if place is BodyPart.HEAD else (190,)) * 4 for place in BodyPart}
GRENADE: dict[str, Any] = {"items": [{"name": "grenade", "bulk": 1, "held": True, "explosive": "hand_grenade"}]}


def yard(**guard: Any) -> Game:
    """Ann with a grenade in hand and a frail guard, who may have one of the same name."""
    game = Game(**QUIET)
    game.join("Ann", owner=1, encumbrance="unencumbered", attributes={"muscle": 8}, thresholds=TOUGH, **GRENADE)
    game.join("Guard", owner=0, encumbrance="overloaded", thresholds=FRAIL, **guard)
    game.start(*FAIL * 2)
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=5))
    return game


def until_it_bursts(game: Game, *faces: int) -> None:
    """Let time pass until the fuse is burned down, then with these faces."""
    for actor in ("Ann", "Guard"):
        last = actor == "Guard"
        game.act(actor, "correct", *(faces if last else ()), initiative=0)


def test_whoever_threw_a_grenade_takes_heart_when_it_goes_off() -> None:
    game = yard(**GRENADE)
    game.act("Ann", "throw", 1, 20, 10, target="Guard", item="grenade")
    assert hearts(game) == []
    until_it_bursts(game, *LOST)
    assert hearts(game) == [("Ann", "Guard")]
    assert game.scene.state.throwers == {}
    assert game.state("Guard").kit.items["grenade"].lies is Lies.NEAR


def test_whoever_lets_go_of_a_live_grenade_takes_heart_and_it_is_gone() -> None:
    game = yard()
    game.do(orders.SetRange(actor="Ann", target="Guard", range_m=1))
    game.act("Ann", "cook", 10, item="grenade")
    game.act("Ann", "ditch", item="grenade")
    assert game.state("Ann").kit.items["grenade"].lies is Lies.NEAR
    until_it_bursts(game, *LOST)
    assert hearts(game) == [("Ann", "Guard")]
    assert game.state("Ann").kit.items["grenade"].lies is Lies.AWAY
    assert game.state("Ann").kit.fuses == ()


def test_a_grenade_that_was_thrown_there_is_not_the_one_in_hand() -> None:
    game = yard(**GRENADE)
    game.act("Ann", "throw", 1, 20, 10, target="Guard", item="grenade")
    game.act("Guard", "correct", initiative=14)
    game.act("Guard", "cook", 9, item="grenade")
    assert [fuse.range_m for fuse in game.state("Guard").kit.fuses] == [5, 0]
    game.act("Guard", "throw", *FAIL, 1, target="Ann", item="grenade")
    assert [fuse.range_m for fuse in game.state("Guard").kit.fuses] == [5]
    assert [fuse.range_m for fuse in game.state("Ann").kit.fuses] == [5]


def test_a_fight_of_before_in_which_one_was_mistaken_for_the_other_still_loads() -> None:
    game = yard(**GRENADE)
    game.act("Ann", "throw", 1, 20, 10, target="Guard", item="grenade")
    burned = FuseBurned(actor="Ann", item="grenade", off_m=0)
    assert folding.fold(REFLEX, game.scene, [[burned]]).combatants == game.scene.combatants


def test_of_two_grenades_of_one_name_each_goes_off_by_itself() -> None:
    game = yard()
    game.join("Bob", *FAIL, owner=2, encumbrance="unencumbered", attributes={"muscle": 8}, thresholds=TOUGH, **GRENADE)
    game.do(orders.SetRange(actor="Bob", target="Guard", range_m=5))
    game.act("Ann", "throw", 1, 20, 10, target="Guard", item="grenade")
    game.act("Bob", "throw", 1, 20, 10, target="Guard", item="grenade")
    assert len(game.state("Guard").kit.fuses) == 2
    known = msgspec.structs.replace(game.scene.combatants["Guard"], owner=3)
    game.scene = with_combatant(game.scene, known)
    game.act("Guard", "correct", dead=True)
    for actor in ("Ann", "Bob"):
        game.act(actor, "correct", initiative=0)
    assert len([event for event in game.events if isinstance(event, FuseBurned)]) == 2
    assert (game.state("Guard").kit.fuses, game.scene.state.throwers) == ((), {})


def test_whoever_fired_a_round_takes_heart_when_it_comes_down() -> None:
    game = called(10)
    game.scene = with_state(game.scene, "Bob", altered(game.state("Bob"), thresholds=BRITTLE))
    game.act("Max", "indirect_fire", 1, 20, range_m=600)
    assert hearts(game) == []
    game.act("Bob", "rest", *LOST)
    assert hearts(game) == [("Max", "Bob")]
