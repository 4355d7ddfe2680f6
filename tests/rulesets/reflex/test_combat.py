"""What combat offers: its actions complete from the scene, its people come ready-made, its chances are exact."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core import orders
from bot.core.dice import SeededDice
from bot.core.engine import decide, odds
from bot.core.events import Event
from bot.core.sheets import checked
from bot.core.views import Viewer, view
from bot.rulesets.reflex.shots.events import BurstSpread, ShotFired
from bot.rulesets.reflex.wounds.events import Hit, Wounded
from tests.rulesets.reflex.firing import REFLEX, TABLES, changed, every, fight, rearmed, sheet


def offered(action: str, key: str, **given_inputs: Any) -> list[str]:
    """The completions of an input."""
    return [choice.value for choice in REFLEX.candidates(fight(), action, key, {"actor": "Ann", **given_inputs})]


def test_targets_are_all_others_and_for_a_verdict_oneself() -> None:
    assert offered("attack", "target") == ["Guard"]
    assert offered("damage", "target") == ["Ann", "Guard"]


def test_a_target_shows_its_distance_where_it_is_known() -> None:
    labels = [choice.label for choice in REFLEX.candidates(fight(), "damage", "target", {"actor": "Ann"})]
    assert labels == ["Ann", "Guard (60 m)"]


def test_the_dead_are_not_offered() -> None:
    scene = changed(fight(), "Guard", dead=True)
    assert not REFLEX.candidates(scene, "attack", "target", {"actor": "Ann"})


def test_weapons_and_their_modes_are_offered() -> None:
    assert offered("attack", "weapon") == ["AK-47", "bare hands"]
    assert offered("attack", "rounds") == ["1", "4"]
    assert offered("attack", "rounds", weapon="bazooka") == []
    assert offered("attack", "light") == []


def test_nobody_has_no_weapons() -> None:
    assert offered("attack", "weapon", actor="Nemo") == []


def test_ready_made_people_are_valid_sheets() -> None:
    found = REFLEX.templates
    assert {"guard", "rifleman", "machine_gunner", "sniper", "officer", "militia"} <= set(found)
    assert [checked(REFLEX.sheet, each)[1] for each in found.values()] == [()] * len(found)


def whether_it_hits(event: Event) -> str | None:
    """The outcome of a shot."""
    return ("hit" if event.hit else "miss") if isinstance(event, ShotFired) else None


@pytest.mark.parametrize("rounds", [1, 4])
def test_the_odds_of_a_hit_are_those_of_all_falls_of_the_dice(rounds: int) -> None:
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "rounds": rounds})
    target = 7 if rounds == 1 else 8
    falls = list(itertools.product(range(1, 21), repeat=2))
    hits = sum(min(fall) <= target for fall in falls)
    assert odds(REFLEX, fight(), order, whether_it_hits)["hit"] == Fraction(hits, len(falls))


def degree_suffered(event: Event) -> str | None:
    """The degree of the wound, or that there is none."""
    if isinstance(event, Wounded):
        return str(event.degree)
    return "none" if isinstance(event, Hit) and not event.final else whether_missed(event)


def whether_missed(event: Event) -> str | None:
    """A miss."""
    return "miss" if isinstance(event, ShotFired) and not event.hit else None


def by_brute_force(thresholds: Mapping[str, Sequence[int]]) -> Counter[str]:
    """Every fall of two attack dice and two for the place, by the degree that follows at Coordination 7."""
    found: Counter[str] = Counter()
    for attack in itertools.product(range(1, 21), repeat=2):
        within = [face for face in attack if face <= 7]
        margin = 7 - min(attack) + 2 * (len(within) - 1)
        for place, cells in cells_by_place().items():
            degree = sum(7 + margin >= row for row in thresholds[place]) if within else -1
            found["miss" if degree < 0 else str(min(degree, 1) if margin == 0 else degree)] += cells
    return found


def cells_by_place() -> Counter[str]:
    """How many of the 36 falls lead to each place."""
    cells: Counter[str] = Counter()
    for row in TABLES.rows("hit_grid").values():
        cells.update(TABLES.given["locations"][fine]["place"] for fine in row["lateral"])
    return cells


@pytest.mark.untraced
def test_the_odds_of_a_degree_are_those_of_all_falls_of_the_dice() -> None:
    scene = fight()
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    brute = by_brute_force(scene.combatants["Guard"].state.person.thresholds)
    exact = odds(REFLEX, scene, order, degree_suffered)
    assert exact == {name: Fraction(count, 400 * 36) for name, count in brute.items()}


@pytest.mark.untraced
def test_odds_run_on_what_a_player_knows() -> None:
    seen = view(fight(), Viewer(7), REFLEX)
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard"})
    assert sum(odds(REFLEX, seen, order, degree_suffered).values()) == 1


ATTACKS = st.fixed_dictionaries(
    {"mode": st.sampled_from(["hip", "snap", "aimed"]), "rounds": st.sampled_from([1, 4])},
    optional={
        "called": st.sampled_from(["head", "torso", "left leg"]),
        "cover": st.sampled_from(["car", "stone_wall"]),
    },
)


@settings(max_examples=60, deadline=None)
@given(inputs=ATTACKS, loaded=st.integers(1, 6), seed=st.binary(min_size=1, max_size=8))
def test_any_attack_keeps_the_books(inputs: dict[str, Any], loaded: int, seed: bytes) -> None:
    scene = rearmed(fight(sheet(coordination=15)), "Ann", "AK-47", loaded=loaded)
    order = orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", **inputs})
    decision = decide(REFLEX, scene, order, lambda position, canonical: SeededDice(seed, seed, position, canonical))
    fired = every(decision, ShotFired)[0]
    extra = sum(spread.same + spread.strays for spread in every(decision, BurstSpread))
    assert fired.loaded == loaded - fired.spent >= 0
    assert len(every(decision, Hit)) == (1 + extra if fired.hit else 0)
    assert all(hit.damage >= 7 + fired.margin for hit in every(decision, Hit))
    assert all(wound.after >= max(wound.before, wound.degree) for wound in every(decision, Wounded))
