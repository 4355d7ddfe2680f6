"""How likely dice were to succeed is exactly as often as they do, of all falls that there are."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from bot.core.dice import Roll
from bot.core.telling.tally import Deed
from bot.core.terms import Term
from bot.rulesets.eclipse import chronicle as eclipse
from bot.rulesets.eclipse.checks.rules import outcome_of
from bot.rulesets.graydawn import chronicle as graydawn
from bot.rulesets.graydawn.checks.events import Outcome as DawnOutcome
from bot.rulesets.graydawn.checks.rolls import passed
from bot.rulesets.graydawn.ruleset import GrayDawn
from bot.rulesets.horizons import chronicle as horizons
from bot.rulesets.horizons.checks.rules import meets
from bot.rulesets.nighttripper import chronicle as nighttripper
from bot.rulesets.reflex import chronicle as reflex
from bot.rulesets.reflex.checks.check import HIGHEST, LOWEST, Check, Pool, margin_of
from bot.rulesets.reflex.morale.events import Broke
from tests.rulesets.play import Table
from tests.rulesets.registry import KEYS, entry


@pytest.mark.untraced
@pytest.mark.parametrize("keep", [HIGHEST, LOWEST])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("target", [-3, 0, 1, 7, 19, 20, 25])
def test_a_pool_of_twenties_in_reflex(keep: str, dice: int, target: int) -> None:
    pool = Pool("competent", dice, keep, 5)
    falls = [margin_of(pool, target, faces) >= 0 for faces in product(range(1, 21), repeat=dice)]
    assert reflex.chance_of(Check("try", Term("reason", target), (), pool, target)) == Fraction(sum(falls), len(falls))


@pytest.mark.parametrize("target", [-10, 0, 1, 44, 97, 98, 99, 150])
def test_percentile_dice_in_eclipse(target: int) -> None:
    falls = [outcome_of("try", (Term("skill", target),), Roll("try", 100, (face,))).succeeded for face in range(1, 101)]
    assert eclipse.chance_of(target) == Fraction(sum(falls), 100)


@pytest.mark.parametrize("needed", [-4, 1, 2, 9, 10, 11, 12, 19, 20, 21, 25])
def test_a_die_that_goes_on_after_a_ten_in_graydawn(needed: int) -> None:
    system = entry("graydawn").ruleset
    assert isinstance(system, GrayDawn)
    tables = system.tables
    assert graydawn.chance_of(tables, needed) == _exploded(needed, 0, Fraction(1))


def _exploded(needed: int, fallen: int, share: Fraction) -> Fraction:
    """The share of falls that reach ``needed``, as the rule judges each; beyond what is needed a ten is enough."""
    found = Fraction()
    for face in range(1, 11):
        if face == 10 and fallen + 10 < needed:
            found += _exploded(needed, fallen + 10, share / 10)
            continue
        first = (Roll("die", 10, (10,)),) * (fallen // 10)
        made = DawnOutcome((), (*first, Roll("die", 10, (face,))), fallen + face, fumble=not fallen and face == 1)
        found += share / 10 * passed(made, needed)
    return found


@pytest.mark.parametrize(("added", "difficulty"), [(0, 0), (0, 5), (3, 5), (-2, 11), (4, 30), (12, 5)])
def test_a_die_against_a_difficulty_in_horizons(added: int, difficulty: int) -> None:
    falls = [meets(added + face, difficulty) for face in range(1, 11)]
    assert horizons.chance_of(added, difficulty) == Fraction(sum(falls), 10)


@pytest.mark.parametrize("needed", [-1, 2, 3, 7, 8, 12, 13])
def test_two_dice_in_nighttripper(needed: int) -> None:
    falls = [one + other >= needed for one, other in product(range(1, 7), repeat=2)]
    assert nighttripper.chance_of(needed) == Fraction(sum(falls), 36)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("key", KEYS)
def test_nothing_impossible_happens_and_nothing_certain_fails(key: str, seed: int) -> None:
    """In random fights: a chance is one, of somebody who is here, and what it says can have come."""
    table = Table(entry(key), seed)
    table.open()
    for _ in range(40):
        table.step()
    for step in table.steps:
        for event in step.events:
            for tested in table.ruleset.tested(step.before, event):
                assert 0 <= tested.chance <= 1
                assert tested.actor
                assert tested.chance > 0 if tested.passed else tested.chance < 1


def test_whose_nerve_gives_way_is_counted() -> None:
    assert reflex.counts(Broke(actor="Ann", threats=(), coolness=())) == (("Ann", Deed.SHAKEN, 1),)
