"""The chances that the rules give are those of counting all falls of two dice by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import engine, orders
from bot.core.events import Event
from bot.core.scene import Scene, with_state
from bot.rulesets.nighttripper.fire.events import Attacked
from bot.rulesets.nighttripper.wounds.events import Wounded
from tests.core.brawl import TOY
from tests.rulesets.nighttripper.playing import NIGHT, duel, facing

MELEE = ("advantaged", "matched", "disadvantaged")
PLACES = {1: "leg", 2: "arm", 3: "torso", 4: "torso", 5: "head", 6: "head"}
LOWER_OF_A_HIT = {
    0: {2: 2, 3: 4, 4: 5, 5: 3, 6: 1},
    1: {1: 2, 2: 4, 3: 6, 4: 5, 5: 3, 6: 1},
    2: {1: 4, 2: 6, 3: 7, 4: 5, 5: 3, 6: 1},
    3: {1: 6, 2: 8, 3: 7, 4: 5, 5: 3, 6: 1},
}
MEAN_IMPACT = {0: "2.33", 1: "2.67", 2: "3.15", 3: "3.73"}


def counted(modifier: int) -> Counter[tuple[str, int]]:
    """How many of the 36 falls hit which place with which impact."""
    totals = ((min(fall), sum(fall) + modifier) for fall in product(range(1, 7), repeat=2))
    return Counter((PLACES[low], total - 7) for low, total in totals if total >= 8)


def struck(event: Event) -> str | None:
    """The first wound, or that there was none."""
    if isinstance(event, Wounded):
        return f"{event.place} {event.severity}"
    return "miss" if isinstance(event, Attacked) and not event.hit else None


def odds(modifier: int) -> dict[str, Fraction]:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "range_m": 5.0, "modifier": modifier})
    return dict(engine.odds(NIGHT, duel("pistol").scene, order, struck, most_leaves=100))


@pytest.mark.untraced
@pytest.mark.parametrize("modifier", range(-6, 8))
def test_the_chances_of_place_and_impact_are_those_of_all_falls(modifier: int) -> None:
    hits = counted(modifier)
    expected = {f"{place} {impact}": Fraction(ways, 36) for (place, impact), ways in hits.items()}
    missed = Fraction(36 - hits.total(), 36)
    assert odds(modifier) == expected | ({"miss": missed} if missed else {})


@pytest.mark.parametrize("modifier", LOWER_OF_A_HIT)
def test_where_a_hit_lands_depends_on_the_modifier(modifier: int) -> None:
    by_place: Counter[str] = Counter()
    for low, ways in LOWER_OF_A_HIT[modifier].items():
        by_place[PLACES[low]] += ways
    chances: Counter[str] = Counter()
    for name, chance in odds(modifier).items():
        chances[name.split()[0]] += int(chance * 36)
    del chances["miss"]
    assert chances == by_place


@pytest.mark.parametrize("modifier", MEAN_IMPACT)
def test_the_mean_impact_of_a_hit(modifier: int) -> None:
    hits = {name: chance for name, chance in odds(modifier).items() if name != "miss"}
    mean = sum(int(name.split()[1]) * chance for name, chance in hits.items()) / sum(hits.values())
    assert f"{float(mean):.2f}" == MEAN_IMPACT[modifier]


@pytest.mark.parametrize("modifier", [-3, 0, 2])
@pytest.mark.parametrize("question", ["hit", "place", "wound"])
def test_what_is_told_of_a_shot_is_what_counting_gives(question: str, modifier: int) -> None:
    expected: Counter[str] = Counter()
    for (place, impact), ways in counted(modifier).items():
        expected[{"hit": "hit", "place": place, "wound": f"{place} {impact}"}[question]] += ways
    expected["miss"] = 36 - expected.total()
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "range_m": 5.0, "modifier": modifier})
    found = engine.odds(NIGHT, duel("pistol").scene, order, NIGHT.chances[question])
    assert found == {name: Fraction(ways, 36) for name, ways in expected.items()}


def test_a_hit_that_armor_may_stop_is_told_as_one_without_a_wound() -> None:
    game = facing(owner=0, armor="vest")
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "range_m": 5.0})
    found = engine.odds(NIGHT, game.scene, order, NIGHT.chances["wound"])
    assert found == {"miss": Fraction(21, 36), "hit without a wound": Fraction(15, 36)}


@pytest.mark.parametrize(
    ("said", "in_hand", "meant"),
    [
        ({}, "pistol", ("pistol",)),
        ({"weapon": "Club"}, "pistol", MELEE),
        ({}, "club", MELEE),
        ({"range_m": 60.0}, "club", ("pistol",)),
        ({"range_m": 60.0, "weapon": "club"}, "pistol", MELEE),
        ({"range_m": 2.0}, "club", MELEE),
    ],
)
def test_an_attack_is_meant_for_the_step_of_the_weapon_that_is_said_or_in_hand(
    said: dict[str, Any], in_hand: str, meant: tuple[str, ...]
) -> None:
    scene = facing().scene
    scene = with_state(scene, "Ann", replace(scene.combatants["Ann"].state, wields=in_hand))
    act = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", **said})
    assert NIGHT.moments_of(scene, act) == meant


def test_all_else_is_meant_for_every_moment_of_its_own() -> None:
    scene = facing().scene
    assert NIGHT.moments_of(scene, orders.Act(actor="Ann", action="move", inputs={"target": "Bob"})) == ()
    assert TOY.moments_of(Scene(TOY.empty_state()), orders.Act(actor="Ann", action="strike", inputs={})) == ()
