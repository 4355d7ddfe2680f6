from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.options import option_value, parse
from tests.rulesets.nighttripper.playing import CLUB, NIGHT, PISTOL, Game


def offered(action: str, key: str, **given: Any) -> list[tuple[str, str]]:
    game = Game()
    game.join("Ann", skills={"Lore": 1}, weapons=[*PISTOL, *CLUB])
    game.join("Bob")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=7.5))
    choices = NIGHT.candidates(game.scene, action, key, {"actor": "Ann", **given})
    return [(choice.value, choice.label) for choice in choices]


@pytest.mark.parametrize(
    ("action", "key", "words"),
    [
        ("attack", "weapon", ["pistol", "club", "fists"]),
        ("correct", "item", ["pistol", "club", "fists"]),
        ("work", "skill", ["lore"]),
        ("attack", "modifier", []),
    ],
)
def test_what_fits_is_offered(action: str, key: str, words: list[str]) -> None:
    assert [value for value, _ in offered(action, key)] == words


def test_nobody_is_offered_nothing() -> None:
    assert offered("attack", "weapon", actor="Cyd") == []


def test_targets_are_offered_with_their_distance() -> None:
    assert offered("attack", "target") == [("Bob", "Bob (7.5 m)")]
    assert offered("heal", "target") == [("Ann", "Ann"), ("Bob", "Bob (7.5 m)")]


@pytest.mark.parametrize("key", ["mode", "rounds", "called", "cover", "aim"])
def test_what_the_system_has_no_rule_for_is_refused_with_what_it_has(key: str) -> None:
    with pytest.raises(RuleViolation, match="It takes: target, weapon, range_m, modifier"):
        parse(NIGHT.actions["attack"], {"target": "Bob", key: "1"})


def test_modifiers_may_be_set_below_zero() -> None:
    assert option_value(NIGHT.options["chart.pistol.short"], "-3") == -3


def test_invented_numbers_say_so() -> None:
    assert NIGHT.options["weapons.sword.length"].house
    assert not NIGHT.options["chart.pistol.long"].house
