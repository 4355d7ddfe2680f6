from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from bot.core.dice import every_leaf
from bot.core.scene import Scene
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import (
    BODY,
    MIND,
    Effort,
    Outcome,
    Pool,
    attribute_check,
    level_of,
    margin_of,
    opposed,
    pool_of,
    prepared,
    rolled,
    target_number,
    worst,
    wound_penalty,
)
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from tests.rulesets.game import play_on
from tests.rulesets.reflex.altering import altered, someone
from tests.rulesets.reflex.firing import REFLEX, play_of
from tests.rulesets.reflex.playing import TABLES

BOOK = ReflexTables(TABLES)
CALM = someone()


def skilled(value: int) -> State:
    """Somebody calm with so many points in longarms."""
    return altered(someone(), skills={"longarm": value})


def shot(play: ReflexPlay, value: int, target: int, levels: int = 0) -> Outcome:
    """The check of somebody with so many points against a target number, by so many levels worse."""
    return rolled(play, prepared(play, "attack", skilled(value), "longarm", nerve(target), (), levels))


def nerve(value: int) -> Term:
    return Term("coordination", value, "sheet")


@pytest.mark.parametrize(
    ("value", "level", "dice", "keep"),
    [
        (0, "unskilled", 2, "highest"),
        (1, "novice", 1, "lowest"),
        (3, "novice", 1, "lowest"),
        (4, "competent", 2, "lowest"),
        (7, "competent", 2, "lowest"),
        (8, "professional", 3, "lowest"),
        (15, "professional", 3, "lowest"),
        (16, "expert", 4, "lowest"),
        (31, "expert", 4, "lowest"),
        (32, "master", 5, "lowest"),
        (63, "master", 5, "lowest"),
        (64, "legendary", 6, "lowest"),
        (100, "legendary", 6, "lowest"),
    ],
)
def test_a_skill_value_says_how_many_dice_fall_and_which_counts(value: int, level: str, dice: int, keep: str) -> None:
    assert level_of(BOOK, value) == level
    assert pool_of(BOOK, value) == Pool(level, dice, keep, 5)


@pytest.mark.parametrize(
    ("value", "levels", "dice", "keep"),
    [(16, 2, 2, "lowest"), (4, 2, 2, "highest"), (1, 2, 3, "highest"), (0, 3, 5, "highest"), (64, 1, 5, "lowest")],
)
def test_wounds_take_levels_and_below_unskilled_each_adds_a_die(value: int, levels: int, dice: int, keep: str) -> None:
    """RX-27: Expert, Competent and Novice with two levels off, and the row goes on downwards."""
    pool = pool_of(BOOK, value, levels)
    assert (pool.dice, pool.keep) == (dice, keep)


def test_bonuses_are_capped_as_a_sum_before_penalties() -> None:
    terms = (Term("burst", 4), Term("easy", 4), Term("hip", -3))
    assert target_number(9, terms, 5) == (9 + 5 - 3, 3)


@pytest.mark.parametrize(("penalty", "half"), [(0, 0), (-1, -1), (-2, -1), (-3, -2), (-8, -4), (-9, -5)])
def test_halved_penalties_round_their_magnitude_up(penalty: int, half: int) -> None:
    assert target_number(9, (Term("far", penalty), Term("easy", 2)), 5, halve_penalties=True) == (11 + half, 0)


def test_a_campaign_may_set_its_own_cap_for_a_level() -> None:
    with_cap = play_of(**{"levels.professional.bonus_cap": 8})
    check = prepared(with_cap, "attack", skilled(8), "longarm", nerve(9), (Term("burst", 7),))
    assert (check.target, check.lost) == (16, 0)
    assert prepared(play_of(), "attack", skilled(8), "longarm", nerve(9), (Term("burst", 7),)).lost == 2


@pytest.mark.parametrize(
    ("target", "faces", "margin"),
    [
        (6, (1, 9, 20), 5),
        (5, (5, 15), 0),
        (5, (5, 5), 2),
        (2, (2, 8), 0),
        (10, (3, 7, 10), 11),
        (6, (9, 14), -3),
        (0, (1, 20), -1),
    ],
)
def test_each_further_die_under_the_target_adds_two_to_the_margin(
    target: int, faces: tuple[int, ...], margin: int
) -> None:
    outcome = shot(play_of(*faces), {2: 4, 3: 8}[len(faces)], target)
    assert outcome.margin == margin
    assert outcome.succeeded == (margin >= 0)
    assert outcome.failure == max(0, -margin)


@pytest.mark.parametrize(("faces", "margin"), [((3, 9), 1), ((3, 10), 0), ((3, 15), -5)])
def test_the_unskilled_keep_the_worse_die_and_get_nothing_for_the_other(faces: tuple[int, int], margin: int) -> None:
    assert shot(play_of(*faces), 0, 10).margin == margin


def brute(pool: Pool, target: int) -> dict[int, Fraction]:
    falls = Counter(margin_of(pool, target, faces) for faces in product(range(1, 21), repeat=pool.dice))
    return {margin: Fraction(count, 20**pool.dice) for margin, count in falls.items()}


def enumerated(value: int, levels: int, target: int) -> dict[int, Fraction]:
    chances: dict[int, Fraction] = {}
    for dice in every_leaf():
        asked = play_on(REFLEX, Scene(REFLEX.empty_state()), dice=dice)
        outcome = shot(asked, value, target, levels)
        chance = Fraction(dice.weight, dice.ways)
        chances[outcome.margin] = chances.get(outcome.margin, Fraction()) + chance
    return chances


@pytest.mark.parametrize(("value", "levels"), [(0, 0), (1, 0), (4, 0), (8, 0), (1, 2)])
@pytest.mark.parametrize("target", [-2, 0, 1, 6, 13, 20, 23])
def test_the_odds_of_every_margin_are_those_of_counting_all_falls(value: int, levels: int, target: int) -> None:
    chances = enumerated(value, levels, target)
    assert sum(chances.values()) == 1
    assert chances == brute(pool_of(BOOK, value, levels), target)


def test_an_attribute_alone_is_checked_with_two_dice() -> None:
    state = someone(cuf=8)
    outcome = attribute_check(play_of(15, 6), "hold", state, "cuf", (Term("pauses", -1),))
    assert (outcome.check.target, outcome.margin, outcome.roll.faces) == (7, 1, (15, 6))


def hurt(**places: Degree) -> State:
    return someone().with_body(wounds={key.replace("_", " "): degree for key, degree in places.items()})


def test_active_checks_suffer_from_wounds_and_passive_ones_do_not() -> None:
    state = hurt(torso=Degree.MODERATE)
    assert attribute_check(play_of(1, 1), "lift", state, "muscle", effort=BODY).check.pool.level == "unskilled"
    assert attribute_check(play_of(1, 1), "resist", state, "fitness").check.level_penalty == 0


@pytest.mark.parametrize("attribute", ["cuf", "ooda"])
def test_nerve_and_quickness_never_suffer_from_wounds(attribute: str) -> None:
    state = hurt(head=Degree.SERIOUS)
    assert attribute_check(play_of(1, 1), "check", state, attribute, effort=MIND).check.level_penalty == 0


def test_only_the_worst_wound_that_matters_counts() -> None:
    state = hurt(head=Degree.SLIGHT, torso=Degree.SERIOUS, right_arm=Degree.MODERATE)
    assert wound_penalty(state, MIND) == 1
    assert wound_penalty(state, BODY) == 3
    assert wound_penalty(state, Effort(physical=False, limbs=(BodyPart.RIGHT_ARM,))) == 2


def test_the_worse_of_a_real_and_an_imagined_injury_acts() -> None:
    """RX-28: imagined moderate over real slight acts as moderate; a real serious one then as serious."""
    state = hurt(head=Degree.SLIGHT).with_body(virtual={"head": 2})
    assert worst(state, BodyPart.HEAD) is Degree.MODERATE
    assert worst(state.with_body(wounds={"head": 3}), BodyPart.HEAD) is Degree.SERIOUS


def outcome_of(target: int, *faces: int) -> Outcome:
    asked = play_of(*faces)
    return rolled(asked, prepared(asked, "block", CALM, "", nerve(target)))


def test_the_active_side_of_an_opposed_check_wins_ties() -> None:
    assert opposed(outcome_of(10, 6, 20), outcome_of(10, 6, 20)) == 0
    assert opposed(outcome_of(10, 6, 20), outcome_of(10, 5, 20)) == -1


def test_a_failure_on_either_side_of_an_opposed_check_adds_nothing() -> None:
    assert opposed(outcome_of(10, 6, 20), outcome_of(2, 18, 20)) == 4
    assert opposed(outcome_of(2, 6, 20), outcome_of(10, 1, 20)) == -4
