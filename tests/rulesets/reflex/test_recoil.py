"""Recoil: of bursts, carried over to the next shot, and what grip, stance and support do about it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.difficulty import burst_recoil_terms, carried_terms
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.shots.rounds import SINGLE, Load, holding_muscle, kick
from bot.rulesets.reflex.state import Recoil, State
from tests.rulesets.reflex.firing import TABLES, act, fight, only, sheet, shoot, state_of, values

BURST = Load(4, 4, 4)


def muscle_of(state: State, weapon: str) -> int:
    """The Muscle that holds one of somebody's weapons."""
    return holding_muscle(TABLES, state, state.kit.weapons[weapon])


def armed(kind: str, stance: str = "standing", **weapon: Any) -> State:
    """Somebody of Muscle 9 with one weapon."""
    return state_of(weapons=[{"kind": kind, "held": True, **weapon}], condition={"stance": stance})


@pytest.mark.parametrize(("stance", "muscle"), [("standing", 9), ("kneeling", 10), ("sitting", 11), ("prone", 18)])
def test_a_low_stance_steadies(stance: str, muscle: int) -> None:
    assert muscle_of(armed("ak47", stance), "AK-47") == muscle


def test_a_pistol_in_two_hands_adds_two() -> None:
    assert muscle_of(armed("pistol", hands=2), "9 mm pistol") == 11
    assert muscle_of(armed("pistol", hands=1), "9 mm pistol") == 9


def test_a_long_gun_in_one_hand_halves_muscle_upward_unless_mounted() -> None:
    assert muscle_of(armed("ak47", hands=1), "AK-47") == 5
    assert muscle_of(armed("ak47", hands=1, fixed_mount=True), "AK-47") == 9


def test_003_51_grip_counts_before_stance() -> None:
    assert muscle_of(armed("ak47", "kneeling", hands=1), "AK-47") == 6
    assert muscle_of(armed("pistol", "prone", hands=2), "9 mm pistol") == 22


def test_rx_15_a_burst_adds_its_rounds_to_recoil() -> None:
    state = armed("ak47")
    weapon = state.kit.weapons["AK-47"]
    assert kick(state, weapon, SINGLE, braced=False) == 7
    assert kick(state, weapon, BURST, braced=False) == 11
    assert values(burst_recoil_terms(11, 9, BURST)) == {"burst_recoil": -2}
    assert burst_recoil_terms(9, 9, BURST) == ()
    assert burst_recoil_terms(13, 9, SINGLE) == ()


def test_a_bipod_takes_two_off_for_who_lies_still_or_is_braced() -> None:
    lying, kneeling = armed("m249", "prone", bipod_down=True), armed("m249", "kneeling", bipod_down=True)
    weapon = lying.kit.weapons["M249"]
    assert kick(lying, weapon, BURST, braced=False) == 5
    assert kick(kneeling, weapon, BURST, braced=False) == 7
    assert kick(kneeling, weapon, BURST, braced=True) == 5


def test_a_bipod_does_nothing_on_the_move() -> None:
    moving = State(person=armed("m249").person).with_body(moving=Pace.CRAWL)
    weapon = armed("m249", bipod_down=True).kit.weapons["M249"]
    assert kick(moving, weapon, BURST, braced=True) == 7


def test_a_bipod_set_up_on_the_way_counts_once_the_move_is_over() -> None:
    gun = sheet(skills={"support weapons": 4}, weapons=[{"kind": "m249"}], condition={"stance": "prone"}, ooda=12)
    scene = act(fight(gun, range_m=150), "move", pace="crawl").scene
    scene = act(scene, "activate", item="m249").scene
    assert only(shoot(scene, 20, 20, rounds=5), ShotFired).recoil == 3 - 2 + 5


def test_a_mount_halves_recoil_upward() -> None:
    state = armed("ak47", fixed_mount=True)
    assert kick(state, state.kit.weapons["AK-47"], SINGLE, braced=False) == halved_up(7) == 4


def test_a_weapon_without_recoil_knows_none() -> None:
    state = armed("ak47", recoil=0)
    assert kick(state, state.kit.weapons["AK-47"], BURST, braced=False) == 0


@pytest.mark.parametrize(
    ("carried", "mode", "penalty"),
    [
        (None, "snap", 0),
        (Recoil("rifle", 13), "snap", -4),
        (Recoil("rifle", 13), "hip", -4),
        (Recoil("rifle", 13), "aimed", 0),
        (Recoil("pistol", 13), "snap", 0),
        (Recoil("rifle", 9), "snap", 0),
    ],
)
def test_recoil_is_carried_to_hip_and_snap_shots_with_the_same_weapon(
    carried: Recoil | None, mode: str, penalty: int
) -> None:
    assert sum(term.value for term in carried_terms(carried, "rifle", mode, 9)) == penalty


def hunter() -> ReflexScene:
    """Ann with Muscle 9 and the hunting rifle of Recoil 13, against a target within its optimum range."""
    return fight(sheet(ooda=12, weapons=[{"kind": "hunting_rifle"}]), range_m=150)


def penalties(scene: ReflexScene, mode: str) -> tuple[ReflexScene, dict[str, int]]:
    """A miss in some mode: the scene after it, and its terms."""
    decision = shoot(scene, 20, 20, mode=mode)
    return decision.scene, values(only(decision, ShotFired).outcome.check.terms)


def test_rx_14_aimed_then_snap_then_reload_then_snap() -> None:
    scene, first = penalties(hunter(), "aimed")
    scene, second = penalties(scene, "snap")
    scene = act(scene, "reload").scene
    _, third = penalties(scene, "snap")
    assert (first, second, third) == ({}, {"carried_recoil": -4}, {})


def test_003_4_another_action_in_between_steadies_the_gun() -> None:
    scene, _ = penalties(hunter(), "snap")
    assert scene.combatants["Ann"].state.turn.carried == Recoil(".300 hunting rifle", 13)
    assert act(scene, "communicate", length="syllable").scene.combatants["Ann"].state.turn.carried is None


def test_003_5_a_burst_carries_its_whole_recoil() -> None:
    scene = shoot(fight(), 20, 20, rounds=4).scene
    decision = shoot(scene, 20, 20, rounds=4)
    terms = values(only(decision, ShotFired).outcome.check.terms)
    assert terms == {"burst": 3, "burst_recoil": -2, "carried_recoil": -2}


def test_003_3_an_aimed_burst_ignores_only_what_is_carried() -> None:
    scene = shoot(fight(), 20, 20, rounds=4).scene
    check = only(shoot(scene, 20, 20, rounds=4, mode="aimed"), ShotFired).outcome.check
    assert values(check.terms) == {"burst": 3, "burst_recoil": -2}
    assert (check.halved, check.target) == (True, 7 + 3 - 1)


def test_003_3_a_campaign_may_free_aimed_bursts_of_recoil() -> None:
    scene = fight(options={"aimed_bursts_ignore_recoil": True})
    assert values(only(shoot(scene, 20, 20, rounds=4, mode="aimed"), ShotFired).outcome.check.terms) == {"burst": 3}


def test_003_71_a_shot_on_the_move_still_pays_carried_recoil() -> None:
    rifle = {"speed": [3, 5, 7]}
    scene = fight(sheet(ooda=12, weapons=[{"kind": "hunting_rifle", **rifle}]), range_m=150)
    scene, _ = penalties(scene, "snap")
    scene = act(scene, "move", pace="walk").scene
    _, terms = penalties(scene, "snap")
    assert terms == {"carried_recoil": -4, "own_pace": -1}
