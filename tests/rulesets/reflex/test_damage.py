"""Damage: where a round lands, what it does there, and what the margin makes of it."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.anatomy import called_fines, fine_at, fines_of, location_ask, place_of
from bot.rulesets.reflex.shots.events import BurstSpread
from bot.rulesets.reflex.wounds.events import Hit, Wounded
from bot.rulesets.reflex.wounds.injury import degree_of
from tests.rulesets.reflex.firing import TABLES, every, fight, only, sheet, shoot, values

TOUGH = sheet(thresholds={place.value: [90, 91, 92, 93] for place in BodyPart})


def test_rx_08_lateral_six_vertical_two_is_the_right_forearm() -> None:
    assert fine_at(TABLES, (6, 2)) == "right forearm"


def test_003_line_483_an_upper_abdomen_exists_and_belongs_to_the_torso() -> None:
    assert place_of(TABLES, "upper abdomen") is BodyPart.TORSO


def test_every_fall_of_the_grid_lands_somewhere_and_the_torso_most_often() -> None:
    falls = itertools.product(range(1, 7), repeat=2)
    places = Counter(place_of(TABLES, fine_at(TABLES, fall)) for fall in falls)
    assert sum(places.values()) == 36
    assert places.most_common(1) == [(BodyPart.TORSO, 14)]
    assert places == {"torso": 14, "head": 4, "right arm": 4, "left arm": 4, "right leg": 5, "left leg": 5}


def test_the_ask_for_a_place_weighs_every_fall() -> None:
    falls = location_ask(TABLES).meaning.falls(2, 6)
    assert sum(weight for _, weight in falls) == 36
    assert {fine_at(TABLES, faces) for faces, _ in falls} == set(TABLES.rows("locations"))


def test_every_place_can_be_called_and_named() -> None:
    assert set(called_fines(TABLES)) == set(TABLES.rows("aims")) == {place.value for place in BodyPart}
    assert all(place_of(TABLES, fine) == place for place, fine in called_fines(TABLES).items())
    assert set(fines_of(TABLES)["everything"]) == set(TABLES.rows("locations"))


@pytest.mark.parametrize(
    ("damage", "degree"),
    [(0, Degree.NONE), (1, 1), (7, 1), (8, 2), (11, Degree.MODERATE), (16, 3), (23, 3), (24, 4), (99, 4)],
)
def test_rx_21_003_13_a_threshold_counts_when_equalled(damage: int, degree: Degree) -> None:
    assert degree_of((1, 8, 16, 24), damage) == degree


def test_rx_22_damage_seven_and_margin_four_are_eleven() -> None:
    hit = only(shoot(fight(guard=TOUGH), 3, 20, 3, 2), Hit)
    assert values(hit.terms) == {"damage": 7, "margin": 4}
    assert (hit.damage, hit.final, hit.penetration) == (11, 11, 4)


def test_beyond_optimum_the_second_penetration_counts() -> None:
    assert only(shoot(fight(guard=TOUGH, range_m=300), 1, 20, 3, 2), Hit).penetration == 6


def test_the_rule_of_zero_is_a_slight_wound_at_worst() -> None:
    decision = shoot(fight(), 7, 20, 3, 2)
    assert only(decision, Hit).graze
    assert only(decision, Wounded).degree == Degree.SLIGHT


def test_003_62_two_grazes_make_a_moderate_injury() -> None:
    scene = shoot(fight(), 7, 20, 3, 2).scene
    decision = shoot(scene, 7, 20, 3, 2, 1, 1)
    wounded = only(decision, Wounded)
    assert (wounded.degree, wounded.before, wounded.after) == (1, 1, 2)


@pytest.mark.parametrize(
    ("called", "bonus", "fine"), [("head", 2, "face"), ("left leg", 1, "left thigh"), ("torso", 0, "chest")]
)
def test_a_called_hit_lands_there_without_dice_and_hurts_more(called: str, bonus: int, fine: str) -> None:
    hit = only(shoot(fight(guard=TOUGH), 1, 20, called=called), Hit)
    assert (hit.place, hit.fine, hit.roll) == (called, fine, None)
    assert values(hit.terms).get("called_damage", 0) == bonus


def test_003_60_rounds_at_the_called_place_have_the_bonus_and_strays_have_not() -> None:
    decision = shoot(fight(guard=TOUGH), 1, 20, 1, 3, 5, 3, 1, called="head", rounds=4)
    hits = every(decision, Hit)
    assert [(hit.fine, values(hit.terms).get("called_damage", 0)) for hit in hits] == [
        ("face", 2),
        ("face", 2),
        ("face", 0),
    ]


def test_dice_fall_in_the_order_of_the_rules() -> None:
    decision = shoot(fight(guard=TOUGH), 3, 15, 6, 2, 1, 3, 4, 2, 5, rounds=4)
    spread, hits = only(decision, BurstSpread), every(decision, Hit)
    assert hits[0].roll is not None
    assert hits[2].roll is not None
    assert [hits[0].roll.index, spread.roll.index, hits[2].roll.index] == [1, 2, 3]
    assert hits[1].roll is None


def test_later_rounds_meet_what_the_first_one_left() -> None:
    decision = shoot(fight(), 3, 20, 3, 2, 1, 4, 4, 1, 1, 1, 1, rounds=4)
    assert [(hit.before, hit.after) for hit in every(decision, Wounded)] == [(0, 2), (2, 3)]
