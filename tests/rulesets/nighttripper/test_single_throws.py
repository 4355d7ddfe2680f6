"""Where nobody fights a single throw answers: a test of a skill, or a whole fight that is simple."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.rulesets.nighttripper.checks.events import Retired
from bot.rulesets.nighttripper.deeds.events import FightResolved, SkillTried
from tests.rulesets.nighttripper.playing import Game

SKILLS = {"hacking": 2, "knife": 1}


def alone(**places: Any) -> Game:
    """Ann, and no fight."""
    game = Game()
    game.join("Ann", skills=SKILLS, weapons=[{"kind": "knife"}, {"kind": "pistol"}], **places)
    return game


def test_a_skill_is_tried_where_nobody_fights() -> None:
    game = alone()
    game.act("Ann", "test", 4, 3, skill="hacking", modifier=1)
    tested = game.one(SkillTried)
    assert tested.throw is not None
    assert (tested.throw.total, tested.throw.impact) == (10, 3)
    assert "Ann tries hacking: succeeds." in game.told(PUBLIC)
    assert "impact 3" in game.told(PUBLIC)


def test_what_is_complex_is_hopeless_for_the_untrained() -> None:
    game = alone()
    game.act("Ann", "test", skill="surgery", complex=True)
    assert game.one(SkillTried).throw is None
    assert "Hopeless for the untrained" in game.told(PUBLIC)


def test_wounds_and_luck_count_as_they_do_in_a_fight() -> None:
    game = alone(luck=1, condition={"wounds": [{"place": "leg", "severity": 3}]})
    game.act("Ann", "test", 4, 3, skill="hacking")
    assert game.question().detail == "4 and 3"
    game.answer("reroll 3", 1)
    assert (game.state("Ann").luck, game.state("Ann").luck_max) == (0, 0)
    assert game.one(Retired).actor == "Ann"
    game.act("Ann", "test", 4, 3, skill="hacking", moving=True)
    assert game.one(SkillTried).throw.total == 6  # type: ignore[union-attr]


@pytest.mark.parametrize(("faces", "choices"), [((6, 3), ("keep 11", "reroll 3")), ((6, 6), ())])
def test_where_nothing_is_hit_nobody_is_asked_about_a_six(faces: tuple[int, int], choices: tuple[str, ...]) -> None:
    game = alone(luck=2)
    game.act("Ann", "test", *faces, skill="hacking")
    assert (game.question().choices if game.scene.pending else ()) == choices


@pytest.mark.parametrize(("faces", "won"), [((4, 3), True), ((3, 3), False)])
def test_a_single_throw_decides_a_simple_fight(faces: tuple[int, int], won: bool) -> None:
    game = alone()
    game.act("Ann", "resolve", *faces)
    resolved = game.one(FightResolved)
    assert (resolved.weapon, resolved.won, resolved.throw.impact) == ("knife", won, int(won))
    assert f"Ann {'wins' if won else 'loses'} a simple fight with the knife" in game.told(PUBLIC)


def test_who_loses_all_luck_for_good_by_it_retires() -> None:
    game = alone(luck=1)
    game.act("Ann", "resolve", 4, 3)
    game.answer("reroll 3", 1)
    assert game.one(Retired).actor == "Ann"


def test_with_what_may_be_said() -> None:
    game = alone(condition={"wounds": [{"place": "leg", "severity": 2}]})
    game.act("Ann", "resolve", 4, 4, weapon="PISTOL", modifier=2)
    assert (game.one(FightResolved).weapon, game.one(FightResolved).throw.total) == ("pistol", 10)
    game.act("Ann", "resolve", 4, 4)
    assert game.one(FightResolved).throw.total == 7
    game.act("Ann", "resolve", 4, 4, weapon="fists")
    assert game.one(FightResolved).throw.total == 6
    with pytest.raises(RuleViolation, match="Ann has no bow"):
        game.act("Ann", "resolve", weapon="bow")


@pytest.mark.parametrize(("action", "inputs"), [("test", {"skill": "hacking"}), ("resolve", {})])
def test_not_while_a_fight_is_played(action: str, inputs: dict[str, Any]) -> None:
    game = alone()
    game.start()
    with pytest.raises(RuleViolation, match="A fight is being played here"):
        game.act("Ann", action, **inputs)


def test_the_dead_try_nothing() -> None:
    game = alone(condition={"dead": True})
    with pytest.raises(RuleViolation, match=r"Ann is dead\. A GM takes back"):
        game.act("Ann", "test", skill="hacking")
