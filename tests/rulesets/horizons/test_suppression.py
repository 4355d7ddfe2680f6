"""Suppressing fire costs rounds at each action, and lets its shooter answer whoever leaves cover."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionEnded, SuppressionFired
from bot.rulesets.horizons.time.events import Reacted
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


def left(game: Game) -> int:
    return game.state("Ann").weapons["Example rifle"].loaded


def suppressing(**inputs: Any) -> Game:
    game = duel()
    game.act("Ann", "suppress", **inputs)
    return game


@pytest.mark.parametrize(
    ("inputs", "rounds"),
    [
        ({}, 1),
        ({"ground": "open"}, 3),
        ({"ground": "open", "rounds": 5}, 5),
        ({"lanes": 2}, 2),
        ({"ground": "open", "lanes": 2}, 6),
    ],
)
def test_a_lane_takes_one_round_an_action_and_open_ground_three(inputs: dict[str, Any], rounds: int) -> None:
    game = suppressing(**inputs)
    assert game.one(Suppressing).rounds == rounds
    assert left(game) == 30 - rounds


def test_every_action_of_anybody_costs_rounds_and_waiting_keeps_it_up() -> None:
    game = suppressing()
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "wait")
    assert left(game) == 27
    assert "suppressing" in HORIZONS.status(game.scene, "Ann", PUBLIC).text


@pytest.mark.parametrize(("hidden", "spent"), [(False, 0), (True, 1)])
def test_what_the_hidden_do_costs_those_in_sight_no_rounds(hidden: bool, spent: int) -> None:
    game = Game()
    game.join("Ann", owner=0, hidden=hidden, **ANN)
    game.join("Guard", owner=0)
    game.join("Lurker", owner=0, hidden=True)
    game.start(9, 2, 5)
    game.act("Ann", "suppress")
    assert left(game) == 29
    game.act("Lurker", "wait")
    assert left(game) == 29 - spent
    assert game.told(PUBLIC) == ""


@pytest.mark.parametrize(
    ("action", "inputs", "faces"),
    [
        ("aim", {}, ()),
        ("reload", {}, ()),
        ("attack", {"target": "Guard", "modifier": 20}, (2,)),
    ],
)
def test_any_other_action_ends_it(action: str, inputs: dict[str, Any], faces: tuple[int, ...]) -> None:
    game = suppressing()
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", action, *faces, **inputs)
    assert not game.one(SuppressionEnded).empty
    assert game.state("Ann").suppressing == 0


def test_it_ends_when_the_rounds_run_out() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": 2}])
    game.act("Ann", "suppress", rounds=2)
    game.act("Guard", "wait", 9, 2)
    assert game.one(SuppressionEnded).empty
    game.act("Ann", "correct", rounds=1)
    with pytest.raises(RuleViolation, match="Only 1"):
        game.act("Ann", "suppress", rounds=2)


def test_a_suppressor_may_shoot_out_of_turn_once_a_round() -> None:
    game = suppressing()
    game.act("Ann", "covering_shot", 2, target="Guard", modifier=20)
    assert game.one(Reacted).actor == "Ann"
    assert (game.one(ShotFired).fired, game.now()) == (1, ("Guard",))
    with pytest.raises(RuleViolation, match="had its reaction"):
        game.act("Ann", "covering_shot", target="Guard")
    game.act("Guard", "wait", 9, 2)
    assert not game.state("Ann").reacted


def test_there_are_no_covering_shots_without_suppression_or_where_a_campaign_has_none() -> None:
    with pytest.raises(RuleViolation, match="suppresses nobody"):
        duel().act("Ann", "covering_shot", target="Guard")
    with pytest.raises(RuleViolation, match="no covering shots"):
        duel(options={"covering_shots": False}).act("Ann", "covering_shot", target="Guard")


def test_players_do_not_read_the_rounds_of_the_gms() -> None:
    game = duel(guard={"weapons": [{"kind": "smg"}]})
    game.act("Ann", "wait")
    game.act("Guard", "suppress", 9, 2)
    assert game.one(SuppressionFired).left == 29
    assert "29" not in game.told(PUBLIC)


def test_who_is_still_behind_cover_is_not_shot_at_out_of_turn() -> None:
    game = suppressing()
    game.act("Guard", "cover", cover="brick")
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="still behind cover"):
        game.act("Ann", "covering_shot", target="Guard")
    assert not game.state("Ann").reacted
