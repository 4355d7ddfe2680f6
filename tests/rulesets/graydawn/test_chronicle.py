"""What a fight comes to: rounds, attacks and hits."""

from __future__ import annotations

from bot.core.views import PUBLIC
from tests.rulesets.graydawn.playing import DAWN, RIFLE, Game, duel


def told(game: Game) -> list[str]:
    """The summary of the last order."""
    return [line.text for line in DAWN.summary(game.scene, game.events, PUBLIC)]


def test_each_round_that_strikes_is_a_hit() -> None:
    game = duel(ann=RIFLE)
    game.attack("Ann", "Bob", 9, 2, 4, *([3, 1, 1, 1, 1, 1, 1] * 2), mode="burst")
    assert told(game) == ["Ann: 3 rounds in 1 attack, 2 hits.", "Bob: hit twice."]


def test_covering_fire_and_lanes_are_rounds() -> None:
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "suppress", area="yard", rounds=20)
    assert told(game) == ["Ann: 20 rounds."]
    game = duel(ann=RIFLE, bob=RIFLE)
    game.act("Ann", "suppress", 2, 9, target="Bob", range_m=9.0, rounds=10)
    assert told(game) == ["Ann: 10 rounds in 1 attack, 0 hits."]


def test_who_is_caught_in_a_blast_is_hit() -> None:
    game = duel(ann=[{"kind": "frag_grenade"}], bob=RIFLE)
    game.act("Ann", "throw", 9, *([1] * 7), 3, 2, target="Bob", range_m=7.0)
    assert told(game) == ["Ann: 1 attack, 0 hits.", "Bob: hit once."]
