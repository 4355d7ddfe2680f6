"""Percentile checks, and who wins of two."""

from __future__ import annotations

import pytest

from bot.core.dice import Roll
from bot.core.scene import Scene
from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, beats, check, excellent_damage, outcome_of, with_cap
from tests.rulesets.eclipse.playing import ECLIPSE
from tests.rulesets.game import play_on


def fell(face: int, target: int = 50) -> Outcome:
    return outcome_of("attack", (Term("skill", target),), Roll("attack", 100, (face,)))


@pytest.mark.parametrize(
    ("face", "target", "succeeded", "critical", "margin"),
    [
        (50, 50, True, False, 0),
        (51, 50, False, False, 1),
        (44, 50, True, True, 6),
        (66, 50, False, True, 16),
        (100, 50, True, True, 50),
        (99, 150, False, True, 0),
        (98, 150, True, False, 52),
    ],
)
def test_a_roll_at_or_under_the_target_succeeds_and_doubles_are_critical(
    face: int, target: int, succeeded: bool, critical: bool, margin: int
) -> None:
    outcome = fell(face, target)
    assert (outcome.succeeded, outcome.critical, outcome.margin) == (succeeded, critical, margin)


def test_a_double_nought_under_a_negative_target_has_no_margin() -> None:
    outcome = fell(100, -10)
    assert (outcome.value, outcome.succeeded, outcome.margin) == (0, True, 0)


@pytest.mark.parametrize(("total", "cut"), [(70, -10), (60, 0), (-85, 25), (0, 0)])
def test_modifiers_come_to_sixty_at_most_either_way(total: int, cut: int) -> None:
    found = with_cap((Term("told", total - 5), Term("bands", 5)))
    assert sum(term.value for term in found if term.label == "cap") == cut


def test_the_cap_counts_in_the_target_number() -> None:
    play = play_on(ECLIPSE, Scene(ECLIPSE.empty_state()), 7)
    assert check(play, "attack", Term("skill", 40), (Term("told", 90),)).target == 100


@pytest.mark.parametrize(
    ("one", "other", "wins"),
    [
        (40, 30, True),
        (30, 40, False),
        (40, 40, False),
        (20, 83, True),
        (60, 83, False),
        (44, 48, True),
        (48, 44, False),
        (44, 33, True),
        (33, 44, False),
        (44, 44, False),
    ],
)
def test_of_two_successes_a_critical_one_wins_then_the_higher_and_a_tie_is_a_miss(
    one: int, other: int, wins: bool
) -> None:
    assert beats(fell(one), fell(other)) is wins


def test_whoever_has_no_defence_is_hit_by_any_success() -> None:
    assert (beats(fell(1), None), beats(fell(60), None)) == (True, False)


@pytest.mark.parametrize(("face", "extra"), [(61, 0), (60, 5), (30, 10), (1, 10), (95, 0)])
def test_a_margin_of_thirty_or_sixty_adds_to_the_damage(face: int, extra: int) -> None:
    assert excellent_damage(fell(face, 90)) == extra
