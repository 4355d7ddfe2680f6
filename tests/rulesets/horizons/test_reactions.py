"""A reaction is kept for something that may come, and is one action out of turn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.throws.events import GrenadeThrown
from bot.rulesets.horizons.time.events import ReactionBegan, ReactionKept, TurnEnded
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel

AT_THE_DOOR = "the door opens"


def ready(**options: Any) -> Game:
    """Ann has spent her turn on keeping her reaction, and it is the turn of the Guard."""
    game = duel(options=options)
    game.act("Ann", "ready", what=AT_THE_DOOR)
    return game


def test_keeping_a_reaction_is_the_action_of_the_turn() -> None:
    game = duel()
    game.act("Ann", "ready", what=AT_THE_DOOR)
    assert game.one(ReactionKept).what == AT_THE_DOOR
    assert game.now() == ("Guard",)
    assert f"will react: {AT_THE_DOOR}" in HORIZONS.status(game.scene, "Ann", PUBLIC).text


def test_whoever_reacts_acts_before_those_who_are_to_act_now() -> None:
    game = ready()
    game.act("Ann", "react")
    assert game.one(ReactionBegan).what == AT_THE_DOOR
    assert game.now() == ("Ann",)
    assert game.told(PUBLIC) == f"Ann reacts: {AT_THE_DOOR}."
    game.act("Ann", "attack", 2, target="Guard", modifier=20)
    assert game.one(ShotFired).actor == "Ann"
    assert game.one(TurnEnded).reaction
    assert game.now() == ("Guard",)


def test_nobody_reads_before_whom_somebody_reacts_who_may_be_hidden() -> None:
    game = ready()
    assert HORIZONS.clock(game.scene).text == "Round 1, at 2"
    game.act("Ann", "react")
    assert HORIZONS.clock(game.scene).text == "Round 1, a reaction"
    assert HORIZONS.status(game.scene, "Ann", PUBLIC).text.startswith("Ann: reacts now, ")
    assert "initiative 2" in HORIZONS.status(game.scene, "Guard", PUBLIC).text


def test_a_reaction_leaves_the_turn_that_is_still_to_come() -> None:
    game = ready()
    game.act("Guard", "wait", 1, 9)
    assert game.now() == ("Guard",)
    game.act("Ann", "react")
    game.act("Ann", "wait")
    assert game.now() == ("Guard",)
    game.act("Guard", "wait")
    assert game.now() == ("Ann",)


def test_there_is_no_free_action_beside_a_reaction_and_the_run_of_the_turn_goes_on() -> None:
    game = duel()
    game.act("Ann", "move", pace="fast")
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "react")
    with pytest.raises(RuleViolation, match="reacts, with no free action beside it"):
        game.act("Ann", "posture", to="prone")
    game.act("Ann", "wait")
    assert (game.state("Ann").pace, game.state("Ann").freed) == ("fast", False)


def test_the_free_action_of_the_turn_that_is_over_may_still_follow_behind_a_reaction() -> None:
    game = ready()
    game.act("Ann", "react")
    game.act("Ann", "wait")
    game.act("Ann", "posture", to="prone")
    assert (game.state("Ann").posture, game.now()) == ("prone", ("Guard",))
    with pytest.raises(RuleViolation):
        game.act("Ann", "posture", to="standing")


def test_who_leaves_as_it_reacts_has_the_free_action_of_its_turn_once_it_is_back() -> None:
    game = Game()
    sheet = Game.sheet(**ANN)
    join = orders.Enlist(name="Ann", owner=1, side="players", sheet=sheet, sheet_id=7)
    game.do(join)
    game.join("Guard", owner=0)
    game.join("Bob", owner=2)
    game.start(9, 2, 1)
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Guard", "wait")
    game.act("Bob", "wait", 2, 9, 8)
    game.act("Ann", "react")
    game.do(orders.Release(actor="Ann"))
    game.act("Guard", "wait")
    game.do(join)
    game.act("Bob", "wait")
    game.act("Ann", "posture", to="prone")
    assert game.state("Ann").posture == "prone"


def test_a_reaction_brings_back_no_free_action_that_was_spent_or_left_undone() -> None:
    game = duel()
    game.act("Ann", "posture", to="prone")
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "react")
    game.act("Ann", "wait")
    assert not game.state("Ann").unspent
    game = ready()
    game.act("Guard", "wait", 2, 9)
    game.act("Ann", "react")
    game.act("Ann", "wait")
    assert not game.state("Ann").unspent


def test_one_reaction_a_round() -> None:
    game = ready()
    game.act("Ann", "react")
    with pytest.raises(RuleViolation, match="had its reaction"):
        game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "ready", what=AT_THE_DOOR)
    assert game.state("Ann").readied
    game.act("Ann", "react")
    assert game.now() == ("Ann",)


def test_what_was_kept_is_lost_with_the_end_of_the_next_turn() -> None:
    game = ready()
    game.act("Guard", "wait", 9, 2)
    assert game.state("Ann").readied
    game.act("Ann", "wait")
    assert not game.state("Ann").readied
    with pytest.raises(RuleViolation, match="kept no reaction"):
        game.act("Ann", "react")


def test_nobody_reacts_in_their_own_turn() -> None:
    game = ready()
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="turn of Ann"):
        game.act("Ann", "react")


def test_a_campaign_may_have_no_reactions() -> None:
    with pytest.raises(RuleViolation, match="plays without reactions"):
        ready(reactions=False)


def test_players_do_not_read_what_the_gms_people_wait_for() -> None:
    game = duel()
    game.act("Ann", "wait")
    game.act("Guard", "ready", 9, 2, what="somebody at the window")
    assert "window" not in game.told(PUBLIC)
    assert "somebody at the window" in game.told(GM)
    assert "window" not in HORIZONS.status(game.scene, "Guard", PUBLIC).text
    game.act("Guard", "react")
    assert game.told(PUBLIC) == "Guard reacts."


def test_nobody_reacts_between_those_who_act_together_while_one_is_down_that_has_yet_to_act() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Bob", **ANN)
    game.join("Cid", condition={"damage": 34}, **ANN)
    game.join("Guard", owner=0)
    game.do(orders.SetRange(actor="Bob", target="Cid", range_m=10))
    game.start(9, 5, 5, 2)
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Bob", "attack", 9, 3, 4, target="Cid", rounds=1)
    assert (game.state("Cid").able, game.now()) == (False, ("Cid",))
    with pytest.raises(RuleViolation, match="act together"):
        game.act("Ann", "react")
    game.act("Cid", "wait")
    game.act("Ann", "react")
    assert game.now() == ("Ann",)


def test_nobody_attacks_in_a_turn_and_as_a_reaction_in_one_round() -> None:
    game = ready()
    game.act("Guard", "wait", 2, 9)
    game.act("Ann", "react")
    game.act("Ann", "attack", 2, target="Guard", rounds=1, modifier=20)
    game.act("Guard", "wait")
    with pytest.raises(RuleViolation, match="has attacked in this round") as refusal:
        game.act("Ann", "attack", target="Guard")
    assert "move, reload or wait instead" in refusal.value.remedy
    with pytest.raises(RuleViolation, match="has attacked in this round"):
        game.act("Ann", "throw", target="Guard")
    game.act("Ann", "wait", 9, 2)
    game.act("Ann", "attack", 2, target="Guard", rounds=1, modifier=20)
    assert game.one(ShotFired).actor == "Ann"


def test_a_campaign_may_allow_an_attack_and_another_as_a_reaction() -> None:
    game = ready(two_attacks=True)
    game.act("Guard", "wait", 2, 9)
    game.act("Ann", "react")
    game.act("Ann", "attack", 2, target="Guard", rounds=1, modifier=20)
    game.act("Guard", "wait")
    game.act("Ann", "attack", 2, 9, 2, target="Guard", rounds=1, modifier=20)
    assert game.one(ShotFired).actor == "Ann"


def test_whoever_runs_and_reacts_shoots_running() -> None:
    game = duel()
    game.act("Ann", "move", pace="fast")
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "react")
    game.act("Ann", "attack", 2, target="Guard", rounds=1, bonus=-20)
    assert {term.label: term.value for term in game.one(ShotFired).terms}["shooter moves"] == 4


@pytest.mark.parametrize(("action", "fired"), [("attack", ShotFired), ("throw", GrenadeThrown)])
def test_whoever_is_bound_and_reacts_shoots_no_better_than_in_its_turn(action: str, fired: type[Any]) -> None:
    game = duel(20)
    game.act("Ann", "correct", pace="still")
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "react")
    game.act("Ann", action, 2, target="Guard", bonus=-20)
    assert "shooter moves" not in {term.label for term in game.one(fired).terms}


def test_a_grenade_as_a_reaction_is_thrown_running() -> None:
    game = duel(20)
    game.act("Ann", "move", pace="slow")
    game.act("Ann", "ready", what=AT_THE_DOOR)
    game.act("Ann", "react")
    game.act("Ann", "throw", 2, target="Guard", bonus=-20)
    assert {term.label: term.value for term in game.one(GrenadeThrown).terms}["shooter moves"] == 2
