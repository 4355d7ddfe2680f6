"""Threats of words, where nobody shoots."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.engine import lines
from bot.core.errors import RuleViolation
from bot.core.scene import with_state
from bot.core.views import GM, PUBLIC
from bot.rulesets.reflex.checks.nerve import nerve_terms
from bot.rulesets.reflex.morale.events import Broke, Intimidated
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game


def cell(*, owner: int = 0, hidden: bool = False) -> Game:
    """Ann before a prisoner of Resolve 6."""
    game = Game()
    skills = {"intimidation": 8}
    game.join("Ann", owner=1, attributes={"resolve": 10, "muscle": 12}, skills=skills)
    game.join("Max", owner=owner, hidden=hidden, attributes={"resolve": 6})
    return game


def test_margin_and_situation_against_resolve_break_the_will() -> None:
    game = cell()
    game.act("Ann", "intimidate", 1, 20, 20, target="Max", situation=3)
    said = game.one(Intimidated)
    assert ([term.value for term in said.threats], said.resolve.value, said.short) == ([9, 3], 6, 6)
    assert game.one(Broke).actor == "Max"
    assert "Ann threatens Max (with words, 5 minutes) and makes an impression." in game.told(PUBLIC)
    assert "Resolve 10; 3d20L 1, 20, 20; 10 −1 = margin 9" in game.told(PUBLIC)
    assert "Max: all checks −6." in game.told(GM)
    assert "Intimidation 9, situation +3 = 12 against Resolve 6: short by 6." in game.told(GM)
    assert "short by 6" in game.told(GM)
    assert "short by" not in game.told(PUBLIC)
    assert "Max is broken" in game.told(PUBLIC)


def test_what_is_short_by_less_than_five_is_a_penalty_until_calmed() -> None:
    game = cell(owner=2)
    game.act("Ann", "intimidate", 2, 20, 20, target="Max")
    assert nerve_terms(game.state("Max"))[0].value == -2
    assert not game.state("Max").nerve.routed
    game.act("Max", "morale_calm", kind="intimidation")
    assert nerve_terms(game.state("Max")) == ()


def test_who_is_not_impressed_stays_as_he_was() -> None:
    game = cell(owner=2)
    game.act("Ann", "intimidate", 8, 20, 20, target="Max")
    assert "unmoved" in game.told(PUBLIC)
    game.act("Ann", "pass_time", minutes=5)
    game.act("Ann", "intimidate", 20, 20, 20, target="Max", situation=20)
    assert game.one(Intimidated).short == 0
    assert "makes no impression" in game.told(PUBLIC)
    assert "unmoved" not in game.told(PUBLIC)


@pytest.mark.parametrize("physical", [False, True])
def test_a_threat_takes_the_minute_and_another_one_waits_for_the_next(physical: bool) -> None:
    game = cell()
    game.act("Ann", "intimidate", 20, 20, 20, target="Max", physical=physical)
    assert "used this minute" in game.refused("Ann", "intimidate", target="Max", physical=physical)
    assert "used this minute" in game.refused("Ann", "talk", target="Max")
    game.act("Ann", "pass_time")
    game.act("Ann", "talk", target="Max")
    assert "used this minute" in game.refused("Ann", "intimidate", target="Max", physical=physical)


def test_strength_impresses_by_muscle() -> None:
    game = cell()
    game.act("Ann", "intimidate", 1, 20, 20, target="Max", physical=True)
    assert game.one(Intimidated).outcome.check.target == 12
    assert "(by strength, 1 minute)" in game.told(PUBLIC)
    before = msgspec.structs.replace(game.one(Intimidated), minutes=0)
    assert "(by strength) and" in lines(REFLEX, before, PUBLIC)[0].text


def test_in_a_fight_nobody_is_intimidated() -> None:
    game = cell()
    game.start(*FAIL * 2)
    with pytest.raises(RuleViolation, match="bullets fly"):
        game.act("Ann", "intimidate", target="Max")


def test_it_takes_two_who_are_awake_and_in_sight() -> None:
    with pytest.raises(RuleViolation, match="two who are awake"):
        cell().act("Ann", "intimidate", target="Ann")
    with pytest.raises(RuleViolation, match="not here"):
        cell(hidden=True).act("Ann", "intimidate", target="Max")


def test_the_broken_frighten_nobody() -> None:
    game = cell()
    game.act("Ann", "intimidate", 1, 20, 20, target="Max", situation=3)
    with pytest.raises(RuleViolation, match="frightens nobody"):
        game.act("Max", "intimidate", target="Ann")


@pytest.mark.parametrize(("physical", "found"), [(True, {"held": -2}), (False, {})])
def test_a_grip_hampers_a_show_of_strength_and_no_words(physical: bool, found: dict[str, int]) -> None:
    game = cell()
    held = game.state("Ann").with_hold(grip=1)
    game.scene = with_state(game.scene, "Ann", held)
    game.scene = with_state(game.scene, "Max", game.state("Max").with_hold(controls={1: 6}))
    game.act("Ann", "intimidate", 1, 20, 20, target="Max", physical=physical)
    assert {term.label: term.value for term in game.one(Intimidated).outcome.check.terms} == found


def test_a_weaker_threat_takes_nothing_off_a_stronger_one() -> None:
    game = cell()
    game.act("Ann", "intimidate", 1, 20, 20, target="Max", situation=3)
    game.act("Ann", "pass_time", minutes=5)
    game.act("Ann", "intimidate", 3, 20, 20, target="Max")
    assert "Max: all checks −6." in game.told(GM)
    assert "Intimidation 7 against Resolve 6: short by 1." in game.told(GM)
    game.act("Ann", "pass_time", minutes=5)
    game.act("Ann", "intimidate", 20, 20, 20, target="Max")
    assert (game.state("Max").nerve.cowed, game.state("Max").nerve.routed) == (6, True)
    game.act("Max", "morale_calm", kind="intimidation")
    assert game.state("Max").nerve.cowed == 0
