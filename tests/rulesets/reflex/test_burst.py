"""Bursts: their bonus, what a short magazine makes of them, and where the further rounds go."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.shots.damage import spread_of
from bot.rulesets.reflex.shots.difficulty import burst_terms
from bot.rulesets.reflex.shots.events import BurstSpread, ShotFired
from bot.rulesets.reflex.shots.rounds import SINGLE, Load, load
from bot.rulesets.reflex.state import Recoil
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.firing import every, fight, only, rearmed, sheet, shoot, state_of, values

TOUGH = sheet(thresholds={place: [90, 91, 92, 93] for place in ("head", "torso", "right arm", "left leg")})


def gun(kind: str = "ak47", **entry: Any) -> Weapon:
    """A weapon from the tables."""
    return next(iter(state_of(weapons=[{"kind": kind, **entry}]).kit.weapons.values()))


def test_rx_11_a_burst_of_three_is_two_better() -> None:
    assert values(burst_terms(Load(3, 3, 3))) == {"burst": 2}


def test_a_single_shot_has_no_burst_terms() -> None:
    assert burst_terms(SINGLE) == ()


def test_the_default_is_a_single_shot_or_the_smallest_burst() -> None:
    assert load(gun(), None, untrained=False) == SINGLE
    assert load(gun("m249"), None, untrained=False) == Load(5, 5, 5)


@pytest.mark.parametrize(("kind", "wanted", "offered"), [("ak47", 3, "1, 4"), ("m249", 1, "5, 9")])
def test_other_numbers_of_rounds_are_refused_with_the_modes(kind: str, wanted: int, offered: str) -> None:
    with pytest.raises(RuleViolation, match=f"does not fire {wanted} at a time.*{offered}"):
        load(gun(kind), wanted, untrained=False)


def test_rx_13_a_short_magazine_makes_a_shorter_burst() -> None:
    fired = load(gun("m4a1", loaded=3), 5, untrained=False)
    assert fired == Load(3, 3, 3)
    assert values(burst_terms(fired)) == {"burst": 2}


def test_003_52_the_last_round_of_a_burst_is_a_single_shot() -> None:
    scene = rearmed(fight(guard=TOUGH), "Ann", "AK-47", loaded=1)
    decision = shoot(scene, 3, 20, 6, 2, rounds=4)
    fired = only(decision, ShotFired)
    assert (fired.rounds, fired.spent, fired.loaded, fired.recoil) == (1, 1, 0, 7)
    assert fired.outcome.check.terms == ()
    assert every(decision, BurstSpread) == []


def test_003_53_an_untrained_burst_wastes_double() -> None:
    scene = fight(sheet(untrained_bursts=True))
    fired = only(shoot(scene, 20, 20, rounds=4), ShotFired)
    assert (fired.rounds, fired.spent, fired.loaded, fired.recoil) == (4, 8, 22, 15)
    assert values(fired.outcome.check.terms) == {"burst": 3, "untrained_burst": -2, "burst_recoil": -6}


@pytest.mark.parametrize(
    ("loaded", "fired"), [(8, Load(4, 8, 8, True)), (6, Load(4, 6, 6, True)), (3, Load(3, 3, 3, True)), (1, SINGLE)]
)
def test_003_53_an_untrained_burst_from_a_short_magazine(loaded: int, fired: Load) -> None:
    assert load(gun(loaded=loaded), 4, untrained=True) == fired


def test_an_untrained_single_shot_is_plain() -> None:
    assert load(gun(), 1, untrained=True) == SINGLE


@pytest.mark.parametrize(
    ("faces", "spread"),
    [((1, 3, 4), (1, 1)), ((1, 1, 1), (3, 0)), ((2, 3, 2), (0, 3)), ((4, 5, 6), (0, 0)), ((), (0, 0))],
)
def test_ones_hit_the_same_place_twos_and_threes_another(faces: tuple[int, ...], spread: tuple[int, int]) -> None:
    assert spread_of(faces) == spread


def test_rx_12_a_four_round_burst() -> None:
    decision = shoot(fight(guard=TOUGH), 3, 15, 6, 2, 1, 3, 4, 2, 5, rounds=4)
    fired, hits = only(decision, ShotFired), every(decision, Hit)
    assert (fired.rounds, fired.loaded, fired.margin) == (4, 26, 5)
    assert values(fired.outcome.check.terms) == {"burst": 3, "burst_recoil": -2}
    assert [hit.fine for hit in hits] == ["right forearm", "right forearm", "left thigh"]
    assert {hit.damage for hit in hits} == {7 + 5}
    assert decision.scene.combatants["Ann"].state.turn.carried == Recoil("AK-47", 11)


def test_003_38_a_nine_round_burst_meets_the_cap_but_rolls_eight_dice() -> None:
    gunner = sheet(skills={"support weapons": 4}, weapons=[{"kind": "m249"}], condition={"stance": "prone"})
    decision = shoot(fight(gunner, TOUGH), 3, 20, 6, 2, 4, 4, 4, 4, 5, 5, 5, 6, rounds=9)
    check = only(decision, ShotFired).outcome.check
    assert (check.target, check.lost) == (7 + 5, 3)
    assert len(only(decision, BurstSpread).roll.faces) == 8


def test_a_miss_spreads_nothing() -> None:
    assert every(shoot(fight(), 20, 20, rounds=4), BurstSpread) == []
