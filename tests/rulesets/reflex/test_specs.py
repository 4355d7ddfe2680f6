from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.options import parse
from tests.rulesets.reflex.playing import REFLEX, Game, duel

GEAR: dict[str, Any] = {
    "weapons": [{"kind": "m249", "name": "gun"}, {"kind": "pistol", "name": "pistol", "held": False}],
    "items": [{"name": "radio", "active": True}, {"name": "flare", "lies": "away"}, {"name": "rope", "lies": "near"}],
}


def offered(game: Game, action: str, key: str, actor: str = "Ann") -> list[str]:
    return [choice.value for choice in REFLEX.candidates(game.scene, action, key, {"actor": actor})]


def test_every_action_has_a_rule_and_every_rule_an_action() -> None:
    assert set(REFLEX.features.rules) == set(REFLEX.actions)


@pytest.mark.parametrize(
    ("action", "key", "words"),
    [
        ("ready", "item", ["radio", "rope", "pistol"]),
        ("stow", "item", ["gun"]),
        ("ditch", "item", ["radio", "gun", "pistol"]),
        ("reload", "item", ["gun"]),
        ("activate", "item", ["gun"]),
        ("deactivate", "item", ["radio"]),
        ("correct", "item", ["gun", "pistol"]),
        ("correct", "found", ["flare"]),
        ("assess", "extra", []),
    ],
)
def test_what_fits_is_offered(action: str, key: str, words: list[str]) -> None:
    assert offered(duel(**GEAR), action, key) == words


def test_others_are_offered_to_move_to_with_their_distance() -> None:
    game = duel()
    game.join("Cat", 20, 20)
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=60))
    found = REFLEX.candidates(game.scene, "move", "target", {"actor": "Ann"})
    assert [choice.label for choice in found] == ["Bob (60 m)", "Cat"]


def test_nothing_is_offered_to_somebody_who_is_not_here() -> None:
    assert offered(duel(), "ready", "item", actor="Zed") == []


def test_attacks_are_completed_by_their_own_part() -> None:
    assert offered(duel(**GEAR), "attack", "target") == ["Bob"]


def test_moving_takes_words_for_pace_and_metres() -> None:
    words = parse(REFLEX.actions["move"], {"target": "Bob"}, "pace=run metres=4.5 away=yes")
    assert words == {"target": "Bob", "pace": "run", "metres": 4.5, "away": True}


def test_the_ruleset_names_itself() -> None:
    assert (REFLEX.key, REFLEX.title, REFLEX.version) == ("reflex", "Reflex System", 21)
