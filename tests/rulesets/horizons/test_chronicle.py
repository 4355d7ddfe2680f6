"""What a fight comes to: rounds, attacks and hits."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.core.views import PUBLIC
from tests.rulesets.horizons.playing import HORIZONS, Game, duel


def told(game: Game) -> list[str]:
    """The summary of the last order."""
    return [line.text for line in HORIZONS.summary(game.scene, game.events, PUBLIC)]


def test_each_bullet_that_meets_somebody_is_a_hit() -> None:
    game = duel(guard={"condition": {"dead": True}})
    game.act("Ann", "attack", 9, 3, 4, 2, 4, 5, target="Guard", mode="burst", modifier=-2)
    assert told(game) == ["Ann: 3 rounds in 1 attack, 2 hits.", "Guard: hit twice."]


def test_suppression_is_rounds_without_an_attack() -> None:
    game = duel()
    game.act("Ann", "suppress")
    assert told(game) == ["Ann: 1 round."]


def test_the_round_that_bursts_a_barrel_was_fired_at_somebody() -> None:
    game = duel(20, weapons=[{"kind": "example_rifle", "fault": "squib"}])
    game.act("Ann", "attack", target="Guard", force=True)
    assert told(game) == ["Ann: 1 round in 1 attack, 0 hits."]


def test_a_grenade_hits_all_who_are_caught() -> None:
    game = duel(range_m=20, guard={"condition": {"dead": True}})
    game.act("Ann", "throw", 9, 5, target="Guard")
    assert told(game) == ["Ann: 1 attack, 1 hit; hit once.", "Guard: hit once."]


@pytest.mark.parametrize(("faces", "hit"), [((1, 2), True), ((1, 1, 10), True), ((1, 1, 5), False)])
def test_a_bullet_that_stays_in_the_barrel_is_no_lucky_hit(faces: tuple[int, ...], hit: bool) -> None:
    game = duel(20, guard={"size": "huge"})
    before = game.scene
    game.act("Ann", "attack", *faces, *((1, 2) if hit else ()), target="Guard")
    (tested,) = [each for event in game.events for each in HORIZONS.tested(before, event)]
    assert (tested.passed, tested.chance) == (hit, 1 - Fraction(9, 1000))


def test_where_a_one_misses_anyway_a_stuck_bullet_takes_no_chance_away() -> None:
    game = duel(20)
    before = game.scene
    game.act("Ann", "attack", 2, target="Guard", modifier=7)
    (tested,) = [each for event in game.events for each in HORIZONS.tested(before, event)]
    assert (tested.passed, tested.chance) == (False, Fraction(4, 10))


def test_a_grenade_is_as_lucky_as_its_throw() -> None:
    game = duel(20)
    before = game.scene
    game.act("Ann", "throw", 2, target="Guard", size="small")  # against twelve, with four added
    (tested,) = [each for event in game.events for each in HORIZONS.tested(before, event)]
    assert (tested.attack, tested.passed, tested.chance) == (True, False, Fraction(3, 10))
