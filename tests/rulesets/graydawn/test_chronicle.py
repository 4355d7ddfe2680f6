"""What a fight comes to: rounds, attacks and hits."""

from __future__ import annotations

import pytest

from bot.core import orders
from bot.core.views import PUBLIC
from bot.rulesets.graydawn.suppression.events import NerveTested
from tests.rulesets.graydawn.playing import DAWN, RIFLE, Game, duel


def told(game: Game) -> list[str]:
    """The summary of the last order."""
    return [line.text for line in DAWN.summary(game.scene, game.events, PUBLIC)]


def test_each_round_that_strikes_is_a_hit() -> None:
    game = duel(ann=RIFLE)
    game.attack("Ann", "Bob", 9, 2, 4, *([3, 1, 1, 1, 1, 1, 1] * 2), mode="burst")
    assert told(game) == ["Ann: 3 rounds in 1 attack, 2 hits.", "Bob: hit twice."]


def test_who_is_hit_by_its_own_attack_is_hit_and_has_hit_nobody() -> None:
    game = duel()
    game.attack("Ann", "Bob", 1, 8, 7, 2, 2, 4)
    assert told(game) == ["Ann: 1 round in 1 attack, 0 hits; hit once."]


def test_covering_fire_and_lanes_are_rounds() -> None:
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "suppress", area="yard", rounds=20)
    assert told(game) == ["Ann: 20 rounds."]
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "suppress", 2, 9, target="Bob", range_m=9.0, rounds=10)
    assert told(game) == ["Ann: 10 rounds in 1 attack, 0 hits."]


@pytest.mark.parametrize(("face", "passed"), [(1, False), (2, True)])
def test_a_one_has_not_passed_though_its_sum_is_enough(face: int, passed: bool) -> None:
    game = duel()
    game.attack("Ann", "Bob", 2, 9)
    game.act("Bob", "cover", cover="fortified", level=10)
    game.do_at_least(orders.Act(actor="Bob", action="nerve"), face)
    (found,) = DAWN.tested(game.scene, game.one(NerveTested))
    assert found.passed is passed


def test_who_is_caught_in_a_blast_is_hit() -> None:
    game = duel(ann=[{"kind": "frag_grenade"}], bob=RIFLE)
    game.act("Ann", "throw", 9, *([1] * 7), 3, 2, target="Bob", range_m=7.0)
    assert told(game) == ["Ann: 1 attack, 0 hits.", "Bob: hit once."]
