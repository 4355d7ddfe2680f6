"""On a ground nobody deals with whom no one of their side sees, and no refusal tells where that one is."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.events import PieceSet
from bot.core.ground.outlines import Path
from bot.core.ground.pieces import Piece
from bot.core.views import PUBLIC
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.wounds.injury import knock_out
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.standing import at, ground_of, happen, stand, there
from tests.rulesets.reflex.test_indirect import pause

WALL = Piece("wall", Path((at(20, 60), at(80, 60))), "brick_wall", top_cm=300)


def walled(game: Game, who: str) -> Game:
    """Somebody goes behind a wall, near those of the players."""
    happen(game, PieceSet(piece=WALL))
    game.do(orders.PutAt(actors=(who,), where=there(50, 61)))
    assert game.scene.ground is not None
    assert game.scene.ground.lost[""] == {who: at(50, 59)}
    return game


def test_nobody_gets_into_a_car_that_nobody_sees() -> None:
    game = Game(visual_penalty=False)
    game.join("Ann")
    game.join("Car", owner=0, vehicle={"kind": "car"})
    game.start(*FAIL)
    walled(stand(game, Ann=(50, 57), Car=(50, 59)), "Car")
    assert game.refused("Ann", "board", target="Car").startswith("Car is out of sight.")


def test_fire_is_called_on_whom_somebody_sees() -> None:
    game = walled(stand(pause(), Ann=(50, 50), Max=(50, 40), Bob=(50, 59)), "Bob")
    assert game.refused("Ann", "call_fire", target="Bob").startswith("Bob is out of sight.")


def test_a_gunner_fires_no_further_round_at_whom_nobody_sees_any_more() -> None:
    game = stand(pause(), Ann=(50, 50), Max=(50, 40), Bob=(50, 59))
    game.act("Ann", "call_fire", 7, 20, target="Bob")
    walled(game, "Bob")
    assert "out of sight, dead or gone by now" in game.refused("Max", "indirect_fire", range_m=600)


def test_neither_who_has_withdrawn_nor_a_vehicle_looks_out_for_its_side() -> None:
    game = pause()
    game.join("Car", vehicle={"kind": "car"})
    happen(stand(game, Ann=(50, 50), Max=(50, 66), Car=(50, 67), Bob=(50, 65)), PieceSet(piece=WALL))
    assert ground_of(game).lost == {}
    game.act("Max", "correct", withdrawn=True)
    assert ground_of(game).lost[""] == {"Bob": at(50, 65)}
    game.act("Max", "correct", withdrawn=False)
    assert ground_of(game).lost == {}


def behind(**changes: bool) -> Game:
    """Ann, and behind a wall Bob of the GM's, who is down or has left where it is said."""
    game = walled(stand(pause(), Ann=(50, 50), Max=(50, 40), Bob=(50, 59)), "Bob")
    if changes:
        game.act("Bob", "correct", **changes)
    return game


def test_that_somebody_out_of_sight_has_left_no_refusal_tells() -> None:
    for action, inputs in (("call_fire", {}), ("treat", {}), ("check", {"attribute": "muscle"})):
        words = {each.refused("Ann", action, target="Bob", **inputs) for each in (behind(), behind(withdrawn=True))}
        assert len(words) == 1, words
        assert words.pop().startswith("Bob is out of sight.")


def test_one_may_talk_with_who_is_out_of_sight_and_learns_nothing_by_it() -> None:
    for changes in ({}, {"unconscious": True}, {"withdrawn": True}):
        game = behind(**changes)
        game.act("Ann", "talk", target="Bob")
        assert game.told(PUBLIC).startswith("Ann talks with")


def test_who_falls_out_of_sight_gives_no_heart_and_still_counts_as_a_foe_until_it_is_seen() -> None:
    game = Game()
    for name, owner in (("Ann", 1), ("Bob", 0), ("Cay", 0)):
        game.join(name, owner=owner)
    game.start(*FAIL * 3)
    game.scene = msgspec.structs.replace(game.scene, apart=True)
    walled(stand(game, Ann=(50, 50), Bob=(50, 59), Cay=(50, 55)), "Bob")
    play = play_on(REFLEX, game.scene)
    knock_out(play, "Bob")
    took_heart(play, game.scene, "Ann")
    assert not [event for event in play.events if isinstance(event, TookHeart)]
    game.scene = play.scene
    assert game.state("Ann").nerve.threats["outnumbered"] == 1
    game.act("Cay", "correct", surrendered=False)
    assert game.state("Ann").nerve.threats["outnumbered"] == 1
    game.do(orders.PutAt(actors=("Bob",), where=there(50, 56)))
    game.act("Cay", "correct", surrendered=False)
    assert "outnumbered" not in game.state("Ann").nerve.threats
