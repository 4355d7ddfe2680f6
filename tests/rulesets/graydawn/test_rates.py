"""Of rounds those are offered that what is meant may fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, RIFLE, Game, duel

TENS = [*map(str, range(1, 11))]


def offered(game: Game, action: str, **given: Any) -> list[str]:
    """The rounds that are offered to Ann."""
    return [each.value for each in DAWN.candidates(game.scene, action, "rounds", {"actor": "Ann", **given})]


@pytest.mark.parametrize(
    ("given", "rounds"),
    [
        ({}, ["1", "2"]),
        ({"mode": "auto"}, [*TENS, "20", "30"]),
        ({"mode": "single"}, ["1", "2"]),
        ({"mode": "burst"}, []),
        ({"weapon": "Light Pistol"}, ["1", "2"]),
        ({"weapon": "fists"}, []),
        ({"actor": "nobody"}, []),
    ],
)
def test_no_more_rounds_are_offered_than_are_fired_at_once(given: dict[str, Any], rounds: list[str]) -> None:
    assert offered(duel([*RIFLE, *PISTOL]), "attack", **given) == rounds


def test_no_more_rounds_are_offered_than_are_loaded() -> None:
    game = duel([{"kind": "assault_rifle", "loaded": 4}])
    four = ["1", "2", "3", "4"]
    assert (offered(game, "attack", mode="auto"), offered(game, "suppress")) == (four, four)
    assert offered(duel(RIFLE), "suppress") == [*TENS, "20", "30"]
    belt = duel([{"kind": "machine_gun"}])
    assert offered(belt, "suppress") == [*TENS, "20", "30"]
    assert offered(belt, "suppress", mode="burst")[-1] == "100"


def test_bare_hands_fire_nothing() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": []})
    assert (offered(game, "attack"), offered(game, "suppress")) == ([], [])
