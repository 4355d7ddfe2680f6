"""What a fight comes to: rounds, attacks and hits."""

from __future__ import annotations

from bot.core.telling.tally import Deed
from bot.core.views import PUBLIC
from bot.rulesets.eclipse.chronicle import counts
from tests.rulesets.eclipse.playing import ECLIPSE, Game, duel


def told(game: Game) -> list[str]:
    """The summary of the last order."""
    return [line.text for line in ECLIPSE.summary(game.scene, game.events, PUBLIC)]


def test_a_hit_counts_for_both_and_a_dodged_shot_for_none() -> None:
    hit, dodged = duel(), duel()
    hit.shoot(30, 60, 5, 5, mode="SA")
    dodged.shoot(10, 15, mode="SA")
    assert told(hit) == ["Ann: 1 round in 1 attack, 1 hit.", "Guard: hit once."]
    assert told(dodged) == ["Ann: 1 round in 1 attack, 0 hits."]


def test_suppression_is_rounds_without_an_attack() -> None:
    game = duel()
    game.act("Ann", "suppress")
    assert told(game) == ["Ann: 20 rounds."]
    assert [each for event in game.events for each in counts(event)] == [
        ("Ann", Deed.ROUNDS, 20),
        ("Ann", Deed.COVERED, 1),
    ]


def test_who_is_caught_in_a_blast_is_hit() -> None:
    game = duel(20, {"som": 40, "weapons": [{"kind": "frag_grenade"}]}, {"durability": 500})
    game.shoot(40, 5, 5, 5)
    assert told(game) == ["Ann: 1 round in 1 attack, 1 hit.", "Guard: hit once."]


def test_the_dice_of_both_are_weighed_by_their_chances() -> None:
    game = duel()
    before = game.scene
    game.shoot(30, 60, 5, 5, mode="SA")
    tested = [each for event in game.events for each in ECLIPSE.tested(before, event)]
    assert [(each.actor, each.passed, each.attack) for each in tested] == [("Ann", True, True), ("Guard", False, False)]
    assert all(0 < each.chance < 1 for each in tested)
