"""Outside of fights time goes by in minutes, and what nobody fights back against needs no fight."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.views import PUBLIC
from bot.rulesets.reflex.hazards.events import BreathEbbed, GasDispersed, GasDrifted, Inhaled
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.pauses.events import AidGiven, Repaired, RepairFailed
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import MinuteBegan, TimeSpent, TimeTaken
from bot.rulesets.reflex.time.moves import Boarded
from bot.rulesets.reflex.wounds.events import Died, Worsened
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

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


def test_where_nobody_fights_shock_is_out_of_no_exchange() -> None:
    game = outside()
    game.join("Dan", owner=3, condition=PUT_OUT)
    game.act("Ann", "pass_time", minutes=3)
    assert "Dan goes into shock." in game.told(PUBLIC)
    assert "exchange" not in game.told(PUBLIC)


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
    assert "Cid is in shock" in game.refused("Cid", "stance", to="prone")
    game.act("Ann", "pass_time")
    game.act("Cid", "stance", to="prone")


def test_a_fight_has_a_time_of_its_own() -> None:
    game = outside()
    game.act("Ann", "pass_time", minutes=3)
    game.start(*FAIL, *FAIL, *FAIL)
    assert "A fight is on" in game.refused("Ann", "pass_time")
    assert game.scene.state.pauses == 0
    assert "does not fit this moment: it is for a pause" in game.refused("Cid", "treat")


def test_players_read_how_time_goes_by() -> None:
    game = outside()
    game.act("Ann", "pass_time", minutes=2)
    assert game.told(PUBLIC) == "Minute 1 goes by.\nMinute 2 goes by."


RIFLE = [{"kind": "ak47", "held": True}]


def test_who_lies_there_does_not_fight_back() -> None:
    game = outside(weapons=RIFLE)
    game.act("Bob", "correct", unconscious=True)
    game.act("Ann", "attack", 20, 20, target="Bob", range_m=5, rounds=1)
    shot = game.one(ShotFired)
    assert {term.label: term.value for term in shot.outcome.check.terms}["unaware"] == 4
    assert shot.loaded == 29
    assert not game.every(TimeSpent)


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"target": "Bob"}, "Bob would fight back"),
        ({"target": "Car", "other": "Bob", "both": True}, "Bob would fight back"),
        ({"target": "Bob", "mode": "suppress", "area": "gate"}, "Without a fight nobody is kept down"),
        ({"target": "Owl"}, "Owl is not here. Targets: Cid, Bob, Car."),
    ],
)
def test_whoever_would_fight_back_wants_a_fight(inputs: dict[str, Any], why: str) -> None:
    game = outside(weapons=RIFLE)
    game.scene = msgspec.structs.replace(game.scene, options={"two_guns": True})
    game.join("Car", vehicle={"kind": "car"})
    game.join("Owl", owner=0, hidden=True)
    assert why in game.refused("Ann", "attack", range_m=5, **inputs)


@pytest.mark.parametrize(("aboard", "resists"), [((), False), (("Cid",), True), (("Owl",), False)])
def test_a_vehicle_fights_back_by_those_in_sight_aboard(aboard: tuple[str, ...], resists: bool) -> None:
    game = outside(weapons=RIFLE)
    game.join("Car", vehicle={"kind": "car"})
    game.join("Owl", owner=0, hidden=True)
    for actor in aboard:
        game.scene = REFLEX.evolve(game.scene, Boarded(actor=actor, target="Car", what="car", done=2, needed=2))
    if resists:
        assert "Car would fight back" in game.refused("Ann", "attack", target="Car", range_m=60, rounds=1)
    else:
        game.act("Ann", "attack", 20, 20, target="Car", range_m=60, rounds=1)


def test_recoil_is_over_when_something_else_was_done() -> None:
    game = outside(weapons=[{"kind": "hunting_rifle", "held": True}])
    game.join("Car", vehicle={"kind": "car"})
    game.act("Ann", "attack", 20, 20, target="Car", range_m=60)
    assert game.state("Ann").turn.carried
    game.act("Ann", "stance", to="kneeling")
    assert game.state("Ann").turn.carried is None


def test_outside_of_fights_nothing_is_shot_out_of_a_hand_that_would_fight_back() -> None:
    game = Game(visual_penalty=False)
    for owner, name in enumerate(("Guard", "Ann")):
        game.join(name, owner=owner, weapons=[{"kind": "ak47", "name": "gun"}], skills={"longarm": 4})
    shot = {"item": "gun", "target": "Guard", "range_m": 5.0}
    assert game.refused("Ann", "attack_thing", **shot) == "Guard would fight back. A GM opens a fight with /init start."
    assert game.refused("Ann", "attack", target="Ann").startswith("Nobody attacks themselves.")
    game.act("Guard", "correct", unconscious=True)
    game.act("Ann", "attack_thing", 20, 20, **shot)
    assert game.one(ShotFired).thing == "gun"


@pytest.mark.parametrize(
    ("out", "says"),
    [
        ({"unconscious": True}, "Ann is unconscious. Let somebody else act, or have a GM bring it round: /damage heal"),
        ({"dead": True}, "Ann is dead. Let somebody else act."),
        ({"surrendered": True}, "Ann has given up. Let somebody else act."),
        ({"withdrawn": True}, "Ann has withdrawn. Let somebody else act."),
    ],
)
def test_who_is_out_of_it_is_told_what_would_help(out: dict[str, bool], says: str) -> None:
    game = Game()
    game.join("Ann")
    game.act("Ann", "correct", **out)
    assert game.refused("Ann", "stance", to=Stance.PRONE).removesuffix(" with:awake=yes.") == says
