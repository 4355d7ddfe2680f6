"""Outside of fights time goes by in minutes, and what nobody fights back against needs no fight."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.views import PUBLIC
from bot.rulesets.reflex.hazards.events import BreathEbbed, GasDispersed, GasDrifted, Inhaled
from bot.rulesets.reflex.pauses.events import AidGiven, Repaired, RepairFailed
from bot.rulesets.reflex.time.events import MinuteBegan, TimeSpent, TimeTaken
from bot.rulesets.reflex.wounds.events import Died, Worsened
from tests.rulesets.reflex.playing import FAIL, Game

PUT_OUT = {"unstable": True, "wounds": {"torso": "slight"}}


def outside(**places: Any) -> Game:
    """Ann, Cid and the GM's Bob before any fight."""
    game = Game()
    game.join("Ann", skills={"medicine": 4}, attributes={"cognition": 9}, **places)
    game.join("Cid", owner=2)
    game.join("Bob", owner=0)
    return game


def test_the_unstable_get_worse_with_every_minute_and_die_of_it() -> None:
    game = outside()
    game.join("Dan", owner=3, condition=PUT_OUT)
    game.act("Ann", "pass_time", minutes=4)
    assert [event.minute for event in game.every(MinuteBegan)] == [1, 2, 3, 4]
    assert [event.changes for event in game.every(Worsened)] == [
        (("torso", degree, min(4, degree + 1)),) for degree in (1, 2, 3, 4)
    ]
    assert game.one(Died).actor == "Dan"
    assert game.state("Dan").body.dead_for == 1


def test_the_minute_in_which_somebody_becomes_unstable_does_not_count() -> None:
    game = outside()
    game.act("Bob", "damage", 20, 20, target="Cid", place="torso", degree="moderate")
    game.act("Bob", "damage", 20, 20, target="Ann", place="torso", degree="moderate")
    assert game.state("Cid").body.unstable
    game.act("Bob", "pass_time")
    assert [event.actor for event in game.every(Worsened)] == ["Ann", "Cid"]


def test_breath_lasts_for_so_many_minutes() -> None:
    game = outside()
    game.act("Bob", "smother", 5, 20, target="Cid", gas=True)
    game.act("Ann", "pass_time", minutes=2)
    assert [event.left for event in game.every(BreathEbbed)] == [0]
    assert game.one(Inhaled).actor == "Cid"


def test_gas_goes_with_the_wind_and_is_gone_after_its_minutes() -> None:
    game = outside()
    game.act("Bob", "weather", wind="strong")
    game.act("Bob", "gas_release", gas="smoke", radius_m=2, victims="Cid:50")
    game.act("Ann", "pass_time", minutes=2)
    assert len(game.every(GasDrifted)) == 2
    assert game.one(GasDispersed).title == "smoke"


def test_one_attempt_takes_the_minute_and_another_one_the_next() -> None:
    game = outside()
    game.join("Dan", owner=3, condition=PUT_OUT)
    game.act("Ann", "treat", 20, 20, target="Dan")
    assert game.one(TimeTaken).whole_minute
    assert not game.one(AidGiven).outcome.succeeded
    assert "used this minute" in game.refused("Ann", "treat", target="Dan")
    game.act("Ann", "pass_time")
    game.act("Ann", "treat", 1, 20, target="Dan")
    assert not game.state("Dan").body.unstable


def test_repairs_hold_for_minutes_after_that_of_the_work() -> None:
    game = outside(weapons=[{"kind": "ak47"}], condition={"broken": {"AK-47": "disabled"}})
    game.act("Ann", "repair", 1, 1, item="AK-47")
    game.act("Ann", "pass_time", minutes=game.one(Repaired).periods + 1)
    assert game.one(RepairFailed).item == "AK-47"


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("stance", {"to": "prone"}),
        ("reload", {"item": "AK-47"}),
        ("stow", {"item": "AK-47"}),
        ("ditch", {"item": "AK-47"}),
    ],
)
def test_small_things_take_moments_that_nobody_counts(action: str, inputs: dict[str, str]) -> None:
    game = outside(weapons=[{"kind": "ak47", "loaded": 1, "spare": 60}])
    game.act("Ann", action, **inputs)
    assert not game.every(TimeSpent)
    game.act("Ann", "treat", 1, 1, target="Bob")


def test_a_minute_begins_with_whoever_was_in_shock_out_of_it() -> None:
    game = outside()
    game.act("Bob", "damage", 8, 20, target="Cid", place="torso", degree="moderate")
    assert "cannot act now" in game.refused("Cid", "stance", to="prone")
    game.act("Ann", "pass_time")
    game.act("Cid", "stance", to="prone")


def test_a_fight_has_a_time_of_its_own() -> None:
    game = outside()
    game.act("Ann", "pass_time", minutes=3)
    game.start(*FAIL, *FAIL, *FAIL)
    assert "A fight is on" in game.refused("Ann", "pass_time")
    assert game.scene.state.pauses == 0
    assert "turn" in game.refused("Cid", "treat") or "moment" in game.refused("Cid", "treat")


def test_players_read_how_time_goes_by() -> None:
    game = outside()
    game.act("Ann", "pass_time", minutes=2)
    assert game.told(PUBLIC) == "Minute 1 goes by.\nMinute 2 goes by."
