"""What odds tell of an attack is what counting every fall of the dice gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from bot.core import orders
from bot.core.engine import odds
from tests.rulesets.reflex.firing import REFLEX, TABLES, fight

DEGREES = ("hit without injury", "slight injury", "moderate injury", "serious injury", "critical injury")


def told(question: str, **inputs: Any) -> dict[str, Fraction]:
    """The odds of Ann's attack at the guard."""
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})
    return odds(REFLEX, fight(), order, REFLEX.chances[question])


@pytest.mark.parametrize(("rounds", "target"), [(1, 7), (4, 8)])
def test_the_chance_of_a_hit_is_that_of_the_lowest_of_two_dice(rounds: int, target: int) -> None:
    hits = sum(min(fall) <= target for fall in product(range(1, 21), repeat=2))
    assert told("hit", rounds=rounds) == {"hit": Fraction(hits, 400), "miss": Fraction(400 - hits, 400)}


def cells() -> Counter[str]:
    """How many of the 36 falls for the place lead to each."""
    found: Counter[str] = Counter()
    for row in TABLES.rows("hit_grid").values():
        found.update(TABLES.row("locations", fine)["place"] for fine in row["lateral"])
    return found


def by_counting() -> Counter[str]:
    """Every fall of two attack dice at 7 and of two for the place, by the degree of a wound of 7 and the margin."""
    thresholds = fight().combatants["Guard"].state.thresholds
    found: Counter[str] = Counter()
    for attack in product(range(1, 21), repeat=2):
        within = [face for face in attack if face <= 7]
        margin = 7 - min(attack) + 2 * (len(within) - 1)
        for place, ways in cells().items():
            degree = sum(7 + margin >= row for row in thresholds[place])
            graze = DEGREES[min(degree, 1) if margin == 0 else degree]
            found[graze if within else "miss"] += ways
    return found


def test_the_chances_of_a_degree_are_those_of_all_falls() -> None:
    assert told("degree of injury") == {name: Fraction(ways, 400 * 36) for name, ways in by_counting().items()}


def test_what_a_wall_stops_hits_without_injury() -> None:
    behind, open_ground = told("degree of injury", cover="stone_wall"), told("degree of injury")
    assert "hit without injury" not in open_ground
    assert behind["hit without injury"] > 0
    assert behind["miss"] == open_ground["miss"]


@pytest.mark.parametrize("question", ["hit", "degree of injury"])
def test_a_blow_is_told_like_a_shot(question: str) -> None:
    found = told(question, weapon="bare hands", range_m=1.0)
    assert 0 < found["miss"] < 1
    assert sum(found.values()) == 1
    assert "" not in found
