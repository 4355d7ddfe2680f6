"""What a fight comes to: rounds, attacks and hits."""

from __future__ import annotations

from bot.core.views import PUBLIC
from tests.rulesets.horizons.playing import HORIZONS, Game, duel


def told(game: Game) -> list[str]:
    """The summary of the last order."""
    return [line.text for line in HORIZONS.summary(game.scene, game.events, PUBLIC)]


def test_each_bullet_that_meets_somebody_is_a_hit() -> None:
    game = duel(guard={"condition": {"dead": True}})
    game.act("Ann", "attack", 9, 3, 4, 2, 4, 5, target="Guard", mode="burst", modifier=-2)
    assert told(game) == ["Ann: 3 rounds in 1 attack, 2 hits.", "Guard: hit 2 times."]


def test_suppression_is_rounds_without_an_attack() -> None:
    game = duel()
    game.act("Ann", "suppress")
    assert told(game) == ["Ann: 1 round."]


def test_a_grenade_hits_all_who_are_caught() -> None:
    game = duel(range_m=20, guard={"condition": {"dead": True}})
    game.act("Ann", "throw", 9, 5, target="Guard")
    assert told(game) == ["Ann: 1 attack, 1 hit; hit 1 time.", "Guard: hit 1 time."]
