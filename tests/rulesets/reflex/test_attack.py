"""The attack: its three kinds, what makes it easier or harder, what it costs, and when it is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.folding import reopened
from bot.core.options import parse
from bot.core.scene import with_state
from bot.core.timeline import Slot
from bot.rulesets.reflex.kinds import Lies, Pace, Stance
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import TimeSpent
from tests.rulesets.reflex.firing import (
    REFLEX,
    act,
    changed,
    every,
    fight,
    only,
    ordered,
    rearmed,
    sheet,
    shoot,
    values,
)

replace = msgspec.structs.replace


def fired(scene: ReflexScene, **inputs: Any) -> ShotFired:
    """A miss."""
    return only(shoot(scene, *[20] * 2, **inputs), ShotFired)


def terms(scene: ReflexScene, **inputs: Any) -> dict[str, int]:
    """The terms of a miss."""
    return values(fired(scene, **inputs).outcome.check.terms)


@pytest.mark.parametrize(("mode", "ticks", "expected"), [("hip", 3, {"hip": -3}), ("snap", 5, {}), ("aimed", 7, {})])
def test_rx_06_the_three_kinds_of_attack(mode: str, ticks: int, expected: dict[str, int]) -> None:
    shot = fired(fight(range_m=150), mode=mode)
    assert shot.cost_ticks == ticks
    assert values(shot.outcome.check.terms) == expected


@pytest.mark.parametrize("bulk", [0, 1, 2])
def test_rx_07_a_hip_shot_is_two_worse_at_least(bulk: int) -> None:
    scene = fight(sheet(weapons=[{"kind": "ak47", "bulk": bulk}]), range_m=150)
    assert terms(scene, mode="hip") == {"hip": -2}


@pytest.mark.parametrize(("mode", "ticks"), [("hip", 1), ("snap", 1), ("aimed", 3)])
def test_003_8_each_kind_of_attack_takes_a_least_time(mode: str, ticks: int) -> None:
    scene = fight(sheet(weapons=[{"kind": "ak47", "speed": [1, 1, 1]}]), range_m=150)
    shot = fired(scene, mode=mode)
    assert shot.cost_ticks == ticks == sum(values(shot.costs).values())


def test_a_snap_shot_is_the_default() -> None:
    assert fired(fight()).mode == "snap"


def test_003_7_an_aimed_shot_halves_its_penalties_with_the_magnitude_up() -> None:
    check = fired(fight(range_m=300), mode="aimed", called="torso", modifier=2).outcome.check
    assert values(check.terms) == {"range": -3, "called": -1, "told": 2}
    assert (check.attribute.label, check.attribute.value, check.target) == ("cuf", 6, 6 + 2 - 2)
    odd = fired(fight(range_m=300), mode="aimed").outcome.check
    assert (odd.attribute.value, odd.target) == (7, 7 - 2)


def test_all_ranged_attacks_go_by_coordination() -> None:
    assert fired(fight()).outcome.check.attribute.label == "coordination"


def test_a_called_attack_goes_by_the_lower_of_coordination_and_cuf() -> None:
    cool = fight(sheet(cuf=9))
    assert fired(cool, called="head").outcome.check.attribute.label == "coordination"
    assert fired(fight(sheet(cuf=5)), called="head").outcome.check.attribute.value == 5


@pytest.mark.parametrize(
    ("cuf", "heart", "label", "target"), [(6, 2, "coordination", 6), (5, 1, "cuf", 5), (8, -2, "cuf", 5)]
)
def test_003_90_a_called_attack_goes_by_coolness_as_it_is_at_present(
    cuf: int, heart: int, label: str, target: int
) -> None:
    scene = changed(fight(sheet(cuf=cuf, coordination=7)), "Ann", heart={"tango": heart})
    check = fired(scene, called="torso").outcome.check
    assert (check.attribute.label, check.target) == (label, target)


@pytest.mark.parametrize(("called", "penalty"), [("head", -4), ("right arm", -2), ("left leg", -2), ("torso", -1)])
def test_a_called_attack_is_harder(called: str, penalty: int) -> None:
    assert terms(fight(), called=called) == {"called": penalty}


@pytest.mark.parametrize(("easy", "bonus"), [("unaware", 4), ("bound", 2), ("unseen", 2)])
def test_an_easy_target_is_easier(easy: str, bonus: int) -> None:
    assert terms(fight(), easy=easy) == {easy: bonus}


def test_003_54_of_two_reasons_for_an_easy_target_only_the_better_counts() -> None:
    scene = changed(fight(), "Guard", rolled=False)
    assert terms(scene, easy="bound") == {"unaware": 4}


def grip(scene: ReflexScene, holder: str, victim: str) -> ReflexScene:
    """The scene in which one has a hold on another."""
    scene = with_state(scene, victim, scene.combatants[victim].state.with_hold(grip=7))
    return changed(scene, holder, controls={7: 2})


def joined_by(scene: ReflexScene, name: str, *, owner: int, hidden: bool = False) -> ReflexScene:
    """The scene with one more in it."""
    newcomer = orders.Enlist(name=name, owner=owner, side=name, sheet=sheet(), hidden=hidden)
    return ordered(scene, newcomer, 20, 20).scene


def test_who_is_held_is_easy_to_hit_without_anybody_saying_so() -> None:
    scene = joined_by(fight(), "Bob", owner=8)
    assert terms(grip(scene, "Bob", "Guard")) == {"bound": 2}
    assert terms(grip(scene, "Bob", "Guard"), easy="unaware") == {"unaware": 4}


def test_a_hold_of_somebody_hidden_does_not_tell_of_him() -> None:
    scene = joined_by(fight(), "Owl", owner=0, hidden=True)
    assert terms(grip(scene, "Owl", "Guard")) == {}
    known = ordered(scene, orders.Show(actor="Owl", hidden=False)).scene
    assert terms(grip(known, "Owl", "Guard")) == {"bound": 2}


@pytest.mark.parametrize(("hidden", "found"), [(True, {"unseen": 2}), (False, {})])
def test_nobody_dodges_whom_he_does_not_see(hidden: bool, found: dict[str, int]) -> None:
    scene = joined_by(fight(), "Owl", owner=0, hidden=hidden)
    scene = changed(scene, "Ann", initiative=1)
    scene = msgspec.structs.replace(scene, agenda=(Slot((-20,), "Owl", ("tactical",)),))
    scene = reopened(scene)
    decision = act(scene, "attack", 20, 20, actor="Owl", target="Ann", range_m=60)
    assert {term.label: term.value for term in only(decision, ShotFired).outcome.check.terms} == found
    scene = reopened(msgspec.structs.replace(scene, agenda=(Slot((-20,), "Owl", ("tactical",)),), opened=None))
    decision = act(scene, "attack", 20, 20, actor="Owl", target="Guard", range_m=60)
    assert only(decision, ShotFired).outcome.check.terms == ()


def test_the_unconscious_are_unaware() -> None:
    assert terms(changed(fight(), "Guard", unconscious=True)) == {"unaware": 4}


def test_a_kneeling_target_is_one_harder() -> None:
    assert terms(changed(fight(), "Guard", stance=Stance.KNEELING)) == {"target_stance": -1}


@pytest.mark.parametrize(
    ("pace", "penalty"), [(Pace.SPRINT, -3), (Pace.RUN, -2), (Pace.TROT, -1), (Pace.WALK, 0), (Pace.CRAWL, 0)]
)
def test_a_target_on_foot_is_harder_the_faster_it_is(pace: Pace, penalty: int) -> None:
    assert terms(changed(fight(), "Guard", moving=pace)).get("target_pace", 0) == penalty


def test_a_sitting_target_and_one_that_keeps_pace_count_as_still() -> None:
    running = changed(fight(), "Guard", moving=Pace.RUN)
    assert terms(changed(running, "Guard", stance=Stance.SITTING)) == {}
    assert terms(running, keeping_pace=True) == {}


@pytest.mark.parametrize(("pace", "penalty"), [("run", -3), ("trot", -2), ("walk", -1)])
def test_a_moving_shooter_shoots_worse(pace: str, penalty: int) -> None:
    scene = act(fight(range_m=150), "move", pace=pace).scene
    assert terms(scene) == {"own_pace": penalty}


def test_003_83_moving_vehicles_add_up_unless_they_keep_pace() -> None:
    speeds = {"own_speed": "fast", "target_speed": "double"}
    assert terms(fight(), **speeds) == {"own_speed": -2, "target_speed": -3}
    assert terms(fight(), **speeds, keeping_pace=True) == {}
    assert terms(fight(), own_speed="half", target_speed="safe") == {"target_speed": -1}


def test_a_modifier_told_at_the_table_counts() -> None:
    assert terms(fight(), modifier=-3) == {"told": -3}


def test_003_66_bonuses_meet_the_cap_together() -> None:
    check = fired(fight(), easy="unaware", modifier=3).outcome.check
    assert (check.target, check.lost) == (7 + 5, 2)


def test_003_68_prone_to_the_side_doubles_speed_but_not_closeness() -> None:
    scene = changed(fight(range_m=5), "Ann", stance=Stance.PRONE)
    shot = fired(scene, side=True)
    assert values(shot.costs) == {"speed": 5, "prone_side": 5, "too_close": 3}
    assert shot.cost_ticks == 13


def test_who_stands_turns_for_free() -> None:
    assert values(fired(fight(range_m=150), side=True).costs) == {"speed": 5}


def test_wounds_take_levels_off_the_worst_of_head_torso_and_the_arms_at_work() -> None:
    hurt = changed(fight(), "Ann", wounds={"left arm": 2, "torso": 1, "left leg": 3})
    assert fired(hurt).outcome.check.level_penalty == 2


def test_an_arm_that_holds_nothing_does_not_hinder() -> None:
    pistol = sheet(skills={"sidearm": 8}, weapons=[{"kind": "pistol", "hand": "right", "hands": 1}])
    scene = changed(fight(pistol, range_m=5), "Ann", wounds={"left arm": 3})
    assert only(shoot(scene, 20, 20, 20), ShotFired).outcome.check.level_penalty == 0


def test_the_attack_takes_its_ticks_and_keeps_its_recoil() -> None:
    decision = shoot(fight(range_m=150), 20, 20)
    spent = only(decision, TimeSpent)
    assert (spent.ticks, spent.steadied) == (5, False)
    assert decision.scene.combatants["Ann"].state.turn.carried is not None


def test_a_distance_that_is_told_is_remembered() -> None:
    told = shoot(fight(range_m=60), 20, 20, range_m=80.0)
    assert only(told, RangeSet).range_m == 80
    assert every(shoot(told.scene, 20, 20), RangeSet) == []
    assert every(shoot(told.scene, 20, 20, range_m=80.0), RangeSet) == []


def test_rounds_are_counted() -> None:
    assert shoot(fight(), 20, 20, rounds=4).scene.combatants["Ann"].state.kit.weapons["AK-47"].loaded == 26


def test_on_one_tick_both_shoot_as_they_were_at_its_opening() -> None:
    scene = fight()
    key = scene.agenda[0].key
    both = tuple(replace(slot, key=key) for slot in scene.agenda)
    opening = {actor: combatant.state for actor, combatant in scene.combatants.items()}
    scene = replace(scene, agenda=both, opening=opening)
    scene = shoot(scene, 1, 20, 1, 2, 20, 20, 20, 20).scene
    assert scene.combatants["Guard"].state.kit.weapons["AK-47"].held_with == 0
    answer = act(scene, "attack", 1, 20, 3, 2, 1, 1, actor="Guard", target="Ann")
    assert only(answer, ShotFired).outcome.check.level_penalty == 0
    assert answer.scene.slot("Guard") is None


REFUSALS: list[tuple[ReflexScene, dict[str, Any], str]] = [
    (fight(), {"target": "Ann"}, "Nobody attacks themselves.*Guard"),
    (fight(), {"target": "Nemo"}, "Nemo is not here.*Guard"),
    (changed(fight(), "Guard", withdrawn=True), {}, "Guard has left the fight.*none"),
    (fight(), {"weapon": "bazooka"}, "No weapon is called 'bazooka'.*AK-47"),
    (rearmed(fight(), "Ann", "AK-47", held_with=0), {}, r"No weapon is in hand.*AK-47 \(3 ticks\)"),
    (rearmed(fight(), "Ann", "AK-47", held_with=0), {"weapon": "ak"}, r"not in hand.*Ready it first \(3 ticks\)"),
    (changed(fight(), "Ann", weapons={}), {}, "No weapon is in hand.*There is none to ready: strike at arm's reach"),
    (
        rearmed(fight(), "Ann", "AK-47", loaded=0),
        {},
        r"AK-47 is empty.*Reload \(3 ticks\): /act action:reload item:AK-47\.",
    ),
    (changed(fight(), "Ann", wounds={"left arm": 4}), {}, "arm that the AK-47 needs is useless"),
    (changed(fight(), "Ann", lost=("right arm",)), {}, "arm that the AK-47 needs is useless"),
    (fight(), {"range_m": 900.0}, "beyond what the AK-47 can hit.*up to 800 m"),
    (changed(fight(), "Ann", initiative=4), {}, "takes 6 ticks.*4 ticks left"),
]


@pytest.mark.parametrize(("scene", "inputs", "says"), REFUSALS)
def test_what_cannot_be_is_refused_and_says_what_would_work(
    scene: ReflexScene, inputs: dict[str, Any], says: str
) -> None:
    with pytest.raises(RuleViolation, match=says):
        shoot(scene, **inputs)


def test_an_unknown_distance_is_asked_for() -> None:
    with pytest.raises(RuleViolation, match=r"How far away is Guard.*range_m=60"):
        shoot(replace(fight(), ranges_m={}))


TWO_GUNS = sheet(
    skills={"longarm": 4, "sidearm": 4},
    weapons=[{"kind": "ak47", "held": True, "hands": 1}, {"kind": "pistol", "held": True, "hand": "left"}],
)


def test_of_two_weapons_in_hand_one_must_be_named() -> None:
    scene = fight(TWO_GUNS, range_m=20)
    with pytest.raises(RuleViolation, match=r"Which weapon.*AK-47, 9 mm pistol"):
        shoot(scene)
    assert fired(scene, weapon="9 mm").title == "9 mm pistol"


@pytest.mark.parametrize(
    ("held", "says"),
    [
        (1, r"Reload \(3 ticks\): .*; or use the 9 mm pistol: /attack weapon:9 mm pistol\."),
        (0, r"or draw the 9 mm pistol \(1\)"),
    ],
)
def test_an_empty_weapon_names_the_other_one(held: int, says: str) -> None:
    scene = rearmed(rearmed(fight(TWO_GUNS), "Ann", "AK-47", loaded=0), "Ann", "9 mm pistol", held_with=held)
    with pytest.raises(RuleViolation, match=says):
        shoot(scene, weapon="AK-47")


def test_another_empty_weapon_is_no_help() -> None:
    scene = rearmed(rearmed(fight(TWO_GUNS), "Ann", "AK-47", loaded=0), "Ann", "9 mm pistol", loaded=0)
    with pytest.raises(RuleViolation, match=r"Reload \(3 ticks\): /act action:reload item:AK-47\.$"):
        shoot(scene, weapon="AK-47")


def test_what_is_empty_for_good_is_not_to_be_loaded() -> None:
    scene = rearmed(fight(TWO_GUNS), "Ann", "AK-47", loaded=0, spare=0)
    with pytest.raises(RuleViolation, match=r"AK-47 is empty\. Use the 9 mm pistol: /attack weapon:9 mm pistol\.$"):
        shoot(scene, weapon="AK-47")
    scene = rearmed(scene, "Ann", "9 mm pistol", loaded=0)
    with pytest.raises(RuleViolation, match=r"AK-47 is empty\. Strike at arm's reach with weapon=bare hands\.$"):
        shoot(scene, weapon="AK-47")


def test_no_weapon_is_named_that_would_not_fire() -> None:
    scene = rearmed(rearmed(fight(TWO_GUNS), "Ann", "AK-47", loaded=0), "Ann", "9 mm pistol", held_with=0)
    left = rearmed(scene, "Ann", "9 mm pistol", lies=Lies.AWAY)
    for useless in (left, changed(scene, "Ann", broken={"9 mm pistol": "disabled"})):
        with pytest.raises(RuleViolation, match=r"Reload \(3 ticks\): /act action:reload item:AK-47\.$"):
            shoot(useless, weapon="AK-47")
        with pytest.raises(RuleViolation, match=r"Ready one with /act action:ready: AK-47 \(3 ticks\)\.$"):
            shoot(rearmed(useless, "Ann", "AK-47", held_with=0))


def test_beside_a_mortar_nobody_need_say_what_is_fired() -> None:
    armed = sheet(skills={"longarm": 4}, weapons=[{"kind": "mortar"}, {"kind": "ak47", "held": True}])
    assert fired(fight(armed, range_m=50)).title == "AK-47"
    scene = rearmed(fight(armed, range_m=50), "Ann", "AK-47", loaded=0)
    with pytest.raises(RuleViolation, match=r"Reload \(3 ticks\): /act action:reload item:AK-47\.$"):
        shoot(scene)


def test_a_mounted_gun_needs_no_hold_to_fire() -> None:
    gun = sheet(skills={"support weapons": 4}, weapons=[{"kind": "m249", "held": False, "fixed_mount": True}])
    assert fired(fight(gun, range_m=150), rounds=9).recoil == 2 + 9


def test_the_hidden_are_not_named_as_targets() -> None:
    scene = ordered(fight(), orders.Show(actor="Guard", hidden=True)).scene
    with pytest.raises(RuleViolation, match="Targets: none"):
        shoot(scene, target="Nemo")


def test_to_a_player_the_hidden_are_not_there_to_shoot_at() -> None:
    scene = ordered(fight(), orders.Show(actor="Guard", hidden=True)).scene
    with pytest.raises(RuleViolation, match=r"^Guard is not here\. Targets: none"):
        shoot(scene)


def test_the_attack_is_parsed_from_what_people_type() -> None:
    given = {"target": "Guard", "mode": "Aimed", "rounds": "4", "range_m": "60", "called": "right arm"}
    inputs = parse(REFLEX.actions["attack"], given, "cover=stone_wall parts=legs,right_arm easy=bound side")
    assert inputs["parts"] == "legs,right_arm"
    assert only(shoot(fight(), 20, 20, **inputs), ShotFired).called == "right arm"
