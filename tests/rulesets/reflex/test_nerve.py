"""What threatens somebody against what it can bear."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.terms import Term, total
from bot.rulesets.reflex.checks.check import attribute_check, skill_check
from bot.rulesets.reflex.checks.nerve import (
    coolness_terms,
    heart_terms,
    in_combat,
    is_broken,
    nerve_terms,
    shortfall,
    threat_terms,
    total_threat,
)
from bot.rulesets.reflex.state import State
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.altering import someone as anybody
from tests.rulesets.reflex.firing import play_of


def someone(cuf: int = 8, **fields: Any) -> State:
    return altered(anybody(cuf=cuf), **fields)


def under(threat: int, cuf: int = 8) -> State:
    """Somebody in a fight under so much threat."""
    return someone(cuf, threats={"combat": 1, "told": threat - 1})


@pytest.mark.parametrize(("threat", "penalty", "broken"), [(8, 0, 0), (11, 3, 0), (12, 4, 0), (13, 5, 1)])
def test_what_exceeds_coolness_is_a_penalty_and_from_five_breaks_the_will(
    threat: int, penalty: int, broken: int
) -> None:
    assert shortfall(under(threat)) == penalty
    assert total(nerve_terms(under(threat))) == -penalty
    assert is_broken(under(threat)) == broken


def test_only_the_worst_injury_threatens_by_its_degree() -> None:
    hurt = someone(
        threats={"combat": 1}, wounds={"head": 1, "torso": 3, "left leg": 3}, virtual={"left arm": 1, "right arm": 2}
    )
    assert [(term.label, term.value) for term in threat_terms(hurt)] == [("combat", 1), ("injury", 3)]


@pytest.mark.parametrize(("degree", "left"), [(1, 0), (3, 0), (4, 4)])
def test_a_painkiller_takes_the_threat_of_any_injury_but_a_critical_one(degree: int, left: int) -> None:
    eased = someone(threats={"combat": 1}, wounds={"torso": degree}, eased=True)
    assert total(threat_terms(eased)) == 1 + left


def test_an_ambush_a_hold_and_suppressed_areas_threaten_as_well() -> None:
    cornered = someone(threats={"combat": 1}, ambushed=True, coerced=3, suppressed={"door": 2, "yard": 1})
    assert [(term.label, term.value, term.detail) for term in threat_terms(cornered)] == [
        ("combat", 1, ""),
        ("ambushed", 1, ""),
        ("coerced", 3, ""),
        ("suppressed", 2, "door"),
        ("suppressed", 1, "yard"),
    ]


@given(
    threats=st.dictionaries(st.sampled_from(("combat", "lethal", "told")), st.integers(1, 9)),
    wounds=st.dictionaries(st.sampled_from(("head", "torso")), st.integers(1, 4)),
    virtual=st.dictionaries(st.sampled_from(("head", "left arm")), st.integers(1, 4)),
    eased=st.booleans(),
    ambushed=st.booleans(),
    coerced=st.integers(0, 3),
    suppressed=st.dictionaries(st.sampled_from(("door", "yard")), st.integers(1, 3)),
)
def test_the_terms_that_threaten_add_up(**fields: Any) -> None:
    state = someone(**fields)
    assert total(threat_terms(state)) == total_threat(state)


def test_what_gives_heart_adds_to_coolness() -> None:
    assert total(coolness_terms(someone(heart={"tango": 2, "command": 0}))) == 10
    assert shortfall(someone(heart={"tango": 2}, threats={"combat": 11})) == 1


def test_outside_a_fight_nothing_threatens() -> None:
    assert not in_combat(someone(wounds={"torso": 4}))
    assert shortfall(someone(0, wounds={"torso": 4}, ambushed=True)) == 0


def test_every_check_suffers_from_the_shortfall() -> None:
    shaken = under(11)
    by_skill = skill_check(play_of(20, 20), "attack", shaken, "", "muscle")
    by_nerve = attribute_check(play_of(20, 20), "hold", shaken, "cuf")
    assert by_skill.check.target == 3
    assert by_nerve.check.target == 5


def test_heart_helps_a_check_of_coolness_alone() -> None:
    bold = someone(heart={"tango": 2})
    assert attribute_check(play_of(20, 20), "hold", bold, "cuf").check.raised == heart_terms(bold)
    by_quickness = attribute_check(play_of(20, 20), "initiative", bold, "ooda").check
    assert (by_quickness.raised, by_quickness.terms) == ((), ())


@pytest.mark.parametrize("heart", [{"tango": 3, "command": 4}, {"tango": -2}])
def test_003_90_heart_changes_the_value_and_falls_under_no_cap(heart: dict[str, int]) -> None:
    terms = (Term("told", 4), Term("easy", 3), Term("far", -2))
    check = attribute_check(play_of(20, 20), "hold", someone(8, heart=heart), "cuf", terms).check
    assert check.target == 8 + sum(heart.values()) + 5 - 2
    assert check.lost == 2
    assert check.attribute == Term("cuf", 8, "sheet")


@given(st.integers(-3, 30), st.integers(0, 30), st.integers(-3, 8))
def test_nobody_is_short_by_less_than_nothing(told: int, cuf: int, heart: int) -> None:
    assert shortfall(someone(cuf, threats={"combat": 1, "told": told}, heart={"command": heart})) >= 0
