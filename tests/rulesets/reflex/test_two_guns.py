"""A gun in each hand: two hip shots at once, where a campaign plays with them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Asked
from bot.rulesets.reflex.close.blocks import TAKE
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.wounds.events import Hit, KnockedOut
from tests.rulesets.reflex.boxing import answered, fighter, ring
from tests.rulesets.reflex.firing import REFLEX, every, fight, only, ordered, sheet, shoot, values

PLAYED = {"two_guns": True}
MISS = (20, 20)


def pair(*hands: str, **given: Any) -> dict[str, Any]:
    """Somebody with a pistol in each of some hands; the left one is slower."""
    speeds = {"right": [1, 2, 4], "left": [2, 3, 5]}
    guns = [
        {"kind": "pistol", "name": f"{hand} gun", "held": True, "hand": hand, "speed": speeds[hand]} for hand in hands
    ]
    return sheet(skills={"sidearm": 4}, weapons=guns, **given)


def gunfight(*hands: str, **options: Any) -> ReflexScene:
    return fight(pair(*(hands or ("right", "left"))), range_m=5, options={**PLAYED, **options})


def test_both_guns_fire_from_the_hip_two_worse_at_one_target() -> None:
    played = shoot(gunfight(), *MISS, *MISS, both=True)
    shots = every(played, ShotFired)
    assert [(shot.weapon, shot.mode, shot.loaded) for shot in shots] == [
        ("right gun", "hip", 14),
        ("left gun", "hip", 14),
    ]
    assert [values(shot.outcome.check.terms) for shot in shots] == [{"hip": -2, "two_guns": -2}] * 2


def test_it_takes_as_long_as_the_slower_one() -> None:
    assert [spent.ticks for spent in every(shoot(gunfight(), *MISS, *MISS, both=True), TimeSpent)] == [2]


def test_the_off_hand_is_worse_still() -> None:
    first, second = every(shoot(gunfight(handedness=True), *MISS, *MISS, both=True, mode="blind"), ShotFired)
    assert "off_hand" not in values(first.outcome.check.terms)
    assert values(second.outcome.check.terms)["off_hand"] == -4


def test_two_targets_are_four_worse() -> None:
    scene = ordered(gunfight(), orders.Enlist(name="Cop", owner=0, side="", sheet=sheet()), *MISS).scene
    scene = ordered(scene, orders.SetRange(actor="Ann", target="Cop", range_m=6)).scene
    shots = every(shoot(scene, *MISS, *MISS, both=True, other="Cop", range_m=5), ShotFired)
    assert [(shot.target, shot.range_m) for shot in shots] == [("Guard", 5), ("Cop", 6)]
    assert [values(shot.outcome.check.terms)["two_guns"] for shot in shots] == [-4, -4]


def test_each_gun_hits_by_its_own_check() -> None:
    calm = {place.value: [50, 60, 70, 80] for place in BodyPart}
    scene = fight(pair("right", "left"), sheet(thresholds=calm), range_m=5, options=PLAYED)
    played = shoot(scene, *MISS, 1, 20, 3, 3, both=True)
    assert len(every(played, Hit)) == 1


def test_at_arms_reach_each_can_be_blocked() -> None:
    scene = ring(pair("right", "left"), fighter(), options=PLAYED)
    asked = shoot(scene, 1, 20, both=True)
    assert only(asked, Asked).question.key == "block"
    again = answered(asked, TAKE, 3, 3, 1, 20)
    assert only(again, Asked).question.key == "block the second gun"
    assert len(every(answered(again, TAKE, 1, 6), Hit)) == 2


@pytest.mark.parametrize(
    ("scene", "inputs", "why"),
    [
        (fight(pair("right", "left"), range_m=5), {}, "plays without two guns"),
        (gunfight("right"), {}, "firearm in each hand"),
        (gunfight(), {"mode": "aimed"}, "Nobody aims two guns"),
    ],
)
def test_what_cannot_be_is_refused(scene: ReflexScene, inputs: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        shoot(scene, both=True, **inputs)


def test_the_other_target_is_offered() -> None:
    found = REFLEX.candidates(gunfight(), "attack", "other", {"actor": "Ann"})
    assert [choice.value for choice in found] == ["Guard"]


def test_003_95_who_is_put_out_by_the_first_does_not_fire_the_second() -> None:
    launchers = pair("right", "left")
    launchers["weapons"] = [{**gun, "explosive": "he_40mm"} for gun in launchers["weapons"]]
    calm = {place.value: [500, 600, 700, 800] for place in BodyPart}
    shooter = {**launchers, "thresholds": {**calm, "head": [1, 2, 3, 4]}}
    scene = fight(shooter, sheet(thresholds=calm), range_m=5, options={**PLAYED, "explosives.he_40mm.frag": 0})
    played = shoot(scene, 1, 20, 3, 3, *MISS, both=True)
    assert only(played, KnockedOut).actor == "Ann"
    assert only(played, ShotFired).weapon == "right gun"
    assert only(played, TimeSpent).ticks == 2
