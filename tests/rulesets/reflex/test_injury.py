"""Injuries: how they add up, what each degree does, and how the unstable get worse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.engine import Decision
from bot.core.events import Event, SlotMoved
from bot.rulesets.reflex.checks.check import Effort, pool_of, wound_penalty
from bot.rulesets.reflex.kinds import BodyPart, Degree, Stance
from bot.rulesets.reflex.person.anatomy import arms_at_work, held_in, usable
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.wounds.events import (
    Destabilized,
    Died,
    FellDown,
    Hit,
    KnockedOut,
    LimbTested,
    LostHold,
    Shocked,
    Worsened,
    WoundChecked,
    Wounded,
)
from bot.rulesets.reflex.wounds.injury import degrade, degree_of, given_degree, knock_out, worsened
from bot.rulesets.reflex.wounds.injury import wound as give_wound
from tests.rulesets.game import play_on
from tests.rulesets.reflex.firing import BEST, REFLEX, TABLES, WORST, act, changed, every, fight, only, sheet, state_of

NONE, SLIGHT, MODERATE, SERIOUS, CRITICAL = Degree
GOOD, BAD = BEST, WORST
NARROW = [7, 20]
degrees = st.sampled_from(Degree)


def wound(scene: ReflexScene, place: str, degree: str, *faces: int) -> Decision[State, SceneState]:
    """Guard suffers a wound."""
    return act(scene, "damage", *faces, actor="Guard", place=place, degree=degree)


def kinds(decision: Decision[State, SceneState]) -> list[type[Event]]:
    """What happened, without the agenda."""
    return [type(event) for event in decision.events if type(event).__module__ == Wounded.__module__]


def guard(decision: Decision[State, SceneState]) -> State:
    """Guard afterwards."""
    return decision.scene.combatants["Guard"].state


def test_rx_24_recurring_injuries() -> None:
    first = worsened(MODERATE, MODERATE)
    assert (first, worsened(first, MODERATE), worsened(first, SERIOUS)) == (SERIOUS, SERIOUS, CRITICAL)


def test_003_21_critical_and_critical_stay_critical() -> None:
    assert worsened(CRITICAL, CRITICAL) is CRITICAL
    assert worsened(NONE, NONE) is NONE


@given(before=degrees, suffered=degrees)
def test_no_injury_gets_better_by_being_hit(before: Degree, suffered: Degree) -> None:
    assert worsened(before, suffered) >= max(before, suffered)


@given(st.lists(st.integers(1, 60), min_size=4, max_size=4), st.integers(0, 100), st.booleans())
def test_the_degree_counts_the_thresholds_reached(rows: list[int], damage: int, graze: bool) -> None:
    thresholds = sorted(rows)
    assert degree_of(thresholds, damage) == sum(damage >= threshold for threshold in thresholds)
    assert given_degree(thresholds, damage, graze=graze) <= (SLIGHT if graze else CRITICAL)


def test_rx_27_a_moderate_head_injury_takes_two_levels_off() -> None:
    hurt = state_of(condition={"wounds": {"head": "moderate"}})
    lost = wound_penalty(hurt, Effort())
    pools = [pool_of(TABLES, value, lost) for value in (16, 4, 1)]
    assert [(pool.level, pool.dice, pool.keep) for pool in pools] == [
        ("competent", 2, "lowest"),
        ("unskilled", 2, "highest"),
        ("unskilled", 3, "highest"),
    ]


def test_rx_28_of_a_real_and_an_imagined_injury_the_worse_acts() -> None:
    scene = act(fight(), "damage", actor="Guard", place="head", degree="moderate", virtual=True).scene
    scene = wound(scene, "head", "slight").scene
    assert wound_penalty(scene.combatants["Guard"].state, Effort()) == 2
    assert wound_penalty(guard(wound(scene, "head", "serious", *GOOD)), Effort()) == 3


def test_an_imagined_injury_is_not_suffered_and_does_not_add_up() -> None:
    scene = act(fight(), "damage", actor="Guard", place="head", degree="serious", virtual=True).scene
    again = act(scene, "damage", actor="Guard", place="head", degree="slight", virtual=True)
    assert kinds(again) == [Wounded]
    assert guard(again).body.virtual == {"head": SERIOUS}


def test_a_slight_wound_does_nothing_at_once() -> None:
    assert kinds(wound(fight(), "left leg", "slight")) == [Wounded]


@pytest.mark.parametrize("degree", ["moderate", "serious"])
def test_a_worse_wound_is_withstood_or_shocks(degree: str) -> None:
    assert kinds(wound(fight(), "torso", degree, *GOOD)) == [Wounded, WoundChecked]
    assert kinds(wound(fight(), "torso", degree, *NARROW)) == [Wounded, WoundChecked, Shocked]


@pytest.mark.parametrize(("best", "unstable"), [(11, False), (12, True)])
def test_003_20_a_failure_by_more_than_five_is_unstable(best: int, unstable: bool) -> None:
    after = guard(wound(fight(), "torso", "moderate", best, 20))
    assert (after.body.shock, after.body.shocked, after.turn.out, after.body.unstable) == (True, True, True, unstable)


def test_003_20_a_second_shock_makes_unstable_instead() -> None:
    scene = wound(fight(), "torso", "moderate", *NARROW).scene
    decision = wound(scene, "left arm", "moderate", *NARROW, *GOOD)
    assert every(decision, Shocked) == []
    assert guard(decision).body.unstable


def test_who_is_shocked_and_unstable_checks_no_more() -> None:
    scene = wound(fight(), "torso", "moderate", *BAD).scene
    assert kinds(wound(scene, "head", "serious")) == [Wounded]


def test_003_20_a_critical_wound_shocks_by_itself_and_any_failure_is_unstable() -> None:
    decision = wound(fight(), "torso", "critical", *NARROW)
    assert kinds(decision) == [Wounded, Shocked, WoundChecked, Destabilized]
    assert kinds(wound(fight(), "torso", "critical", *GOOD)) == [Wounded, Shocked, WoundChecked]


def test_a_critical_wound_of_one_unstable_needs_no_check() -> None:
    scene = wound(fight(), "torso", "moderate", *BAD).scene
    assert kinds(wound(scene, "left leg", "critical")) == [Wounded, FellDown]


def test_checks_to_resist_are_not_hindered_by_wounds() -> None:
    scene = changed(fight(), "Guard", wounds={"head": 3})
    check = only(wound(scene, "torso", "moderate", *GOOD), WoundChecked).outcome.check
    assert (check.pool.dice, check.level_penalty, check.target) == (2, 0, 6)


def test_unstable_from_the_head_is_unconscious_for_the_scene() -> None:
    after = guard(wound(fight(), "head", "moderate", *BAD))
    assert (after.body.unconscious, after.body.unconscious_for_scene, after.body.stance) == (True, True, Stance.PRONE)
    assert after.kit.weapons["AK-47"].held_with == 0


def test_a_critical_head_injury_knocks_out() -> None:
    after = guard(wound(fight(), "head", "critical", *GOOD))
    assert (after.body.unconscious, after.body.unconscious_for_scene) == (True, False)


@pytest.mark.parametrize("flag", ["unconscious", "dead"])
def test_who_is_down_is_not_knocked_out_once_more(flag: str) -> None:
    play = play_on(REFLEX, changed(fight(), "Guard", **{flag: True}))
    knock_out(play, "Guard")
    assert play.events == []


def test_a_critical_head_injury_of_the_unconscious_changes_nothing_more() -> None:
    scene = changed(fight(), "Guard", unconscious=True)
    assert kinds(wound(scene, "head", "critical", *GOOD)) == [Wounded, Shocked, WoundChecked]


@pytest.mark.parametrize(("degree", "target"), [("moderate", 9), ("serious", 7)])
def test_003_14_a_hurt_arm_must_keep_hold(degree: str, target: int) -> None:
    kept = wound(fight(), "left arm", degree, *GOOD, *GOOD)
    assert [event.outcome.check.target for event in every(kept, WoundChecked)] == [6, target]
    dropped = wound(fight(), "left arm", degree, *GOOD, *BAD)
    assert only(dropped, LostHold).things == ("AK-47",)


@pytest.mark.parametrize(("degree", "target"), [("moderate", 9), ("serious", 7)])
def test_003_14_a_hurt_leg_must_keep_up(degree: str, target: int) -> None:
    kept = wound(fight(), "left leg", degree, *GOOD, *GOOD)
    assert [event.outcome.check.target for event in every(kept, WoundChecked)] == [6, target]
    assert guard(wound(fight(), "left leg", degree, *GOOD, *BAD)).body.stance is Stance.PRONE


def test_a_critical_arm_drops_what_it_holds_without_a_check() -> None:
    decision = wound(fight(), "right arm", "critical", *GOOD)
    assert kinds(decision) == [Wounded, Shocked, WoundChecked, LostHold]
    assert not usable(guard(decision), BodyPart.RIGHT_ARM)


def test_nothing_held_and_nobody_upright_need_no_check() -> None:
    scene = changed(fight(), "Guard", weapons={}, stance=Stance.PRONE)
    assert kinds(wound(scene, "left arm", "moderate", *GOOD)) == [Wounded, WoundChecked]
    assert kinds(wound(scene, "left leg", "serious", *GOOD)) == [Wounded, WoundChecked]


def test_003_61_a_lesser_hit_on_a_worse_wound_asks_for_nothing() -> None:
    scene = changed(fight(), "Guard", wounds={"torso": 3})
    assert kinds(wound(scene, "torso", "moderate")) == [Wounded]


def damage(scene: ReflexScene, place: str, value: int, *faces: int) -> Decision[State, SceneState]:
    """Guard takes damage that no armour stops."""
    return act(scene, "damage", *faces, actor="Guard", place=place, damage=value)


FRAIL = sheet(thresholds={"left arm": [1, 2, 3, 4]})


@pytest.mark.parametrize(("face", "lost"), [(50, True), (51, False)])
def test_003_75_a_limb_hit_beyond_twice_its_threshold_may_be_lost(face: int, lost: bool) -> None:
    decision = damage(fight(guard=FRAIL), "left arm", 9, *GOOD, face)
    assert only(decision, LimbTested).lost is lost
    assert guard(decision).body.lost == (("left arm",) if lost else ())


def test_exactly_twice_the_threshold_loses_nothing() -> None:
    assert every(damage(fight(guard=FRAIL), "left arm", 8, *GOOD), LimbTested) == []


def test_an_arm_that_is_critical_already_may_still_be_lost_but_only_once() -> None:
    scene = changed(fight(guard=FRAIL), "Guard", wounds={"left arm": 4}, shocked=True, unstable=True)
    decision = damage(scene, "left arm", 9, 50)
    assert kinds(decision) == [Hit, Wounded, LimbTested]
    assert kinds(damage(decision.scene, "left arm", 9)) == [Hit, Wounded]


def test_no_blow_takes_off_a_torso() -> None:
    assert every(damage(fight(), "torso", 500, *GOOD), LimbTested) == []


@pytest.mark.parametrize(("place", "kind"), [("head", KnockedOut), ("right arm", LostHold), ("left leg", FellDown)])
def test_what_seems_critical_gives_way_like_what_is(place: str, kind: type[Event]) -> None:
    decision = act(fight(), "damage", actor="Guard", place=place, degree="critical", virtual=True)
    assert kinds(decision) == [Wounded, kind]
    assert not guard(decision).body.shock


def test_hands_hold_what_is_in_them() -> None:
    state = state_of(
        weapons=[{"kind": "ak47", "held": True, "hands": 1, "hand": "left"}, {"kind": "pistol", "held": False}],
        items=[{"name": "radio", "held": True, "hand": "right"}, {"name": "map"}],
    )
    assert held_in(state, BodyPart.LEFT_ARM) == ("AK-47",)
    assert held_in(state, BodyPart.RIGHT_ARM) == ("radio",)
    assert arms_at_work(state.kit.weapons["AK-47"]) == (BodyPart.LEFT_ARM,)


def test_only_what_the_hurt_hand_holds_is_dropped() -> None:
    items = [{"name": "radio", "held": True, "hand": "right"}, {"name": "map", "held": True, "hand": "left"}]
    scene = fight(guard=sheet(weapons=[], items=items))
    after = guard(wound(scene, "right arm", "critical", *GOOD))
    assert (after.kit.items["radio"].held, after.kit.items["map"].held) == (False, True)


def test_who_goes_into_shock_loses_what_was_still_to_come() -> None:
    scene = fight()
    assert scene.slot("Guard") is not None
    decision = wound(scene, "torso", "moderate", *NARROW)
    assert decision.scene.slot("Guard") is None


def bled(scene: ReflexScene) -> tuple[ReflexScene, list[Event]]:
    """The end of a period."""
    play = play_on(REFLEX, scene)
    degrade(play)
    return play.scene, play.events


def bleeding(**fields: Any) -> ReflexScene:
    """Guard unstable since before this exchange."""
    return changed(fight(), "Guard", unstable=True, shocked=True, **fields)


def test_rx_29_the_unstable_get_worse_and_bleed_out() -> None:
    scene = bleeding(wounds={"left arm": 1, "left leg": 1, "head": 2, "torso": 3})
    scene, _ = bled(scene)
    assert scene.combatants["Guard"].state.body.wounds == {"left arm": 2, "left leg": 2, "head": 3, "torso": 4}
    scene, events = bled(scene)
    assert [type(event) for event in events][:2] == [Worsened, Died]
    assert scene.combatants["Guard"].state.body.dead


def test_the_period_in_which_instability_set_in_does_not_count() -> None:
    scene = wound(fight(), "torso", "moderate", *BAD).scene
    same, events = bled(scene)
    assert (same, events) == (scene, [])
    later = msgspec.structs.replace(scene, state=SceneState(exchange=2))
    assert bled(later)[0].combatants["Guard"].state.body.wounds == {"torso": SERIOUS}


def test_instability_that_a_gm_sets_does_not_count_for_its_period_either() -> None:
    scene = act(changed(fight(), "Guard", wounds={"torso": 1}), "correct", actor="Guard", unstable=True).scene
    assert bled(scene)[1] == []


@pytest.mark.parametrize("fields", [{"wounds": {}}, {"wounds": {"torso": 2}, "dead": True}])
def test_the_unhurt_and_the_dead_do_not_get_worse(fields: dict[str, Any]) -> None:
    assert bled(bleeding(**fields))[1] == []


@pytest.mark.parametrize(("place", "kind"), [("head", KnockedOut), ("right arm", LostHold), ("left leg", FellDown)])
def test_what_turns_critical_gives_way_without_a_check(place: str, kind: type[Event]) -> None:
    _, events = bled(bleeding(wounds={place: 3}))
    assert [type(event) for event in events if not isinstance(event, SlotMoved)] == [Worsened, kind]


def test_bleeding_into_a_critical_wound_shocks_who_was_not_shocked_before() -> None:
    scene = changed(fight(), "Guard", unstable=True, wounds={"torso": 3})
    assert [type(event) for event in bled(scene)[1]][:2] == [Worsened, Shocked]


def test_a_critical_arm_that_holds_nothing_has_nothing_to_drop() -> None:
    scene = changed(fight(guard=sheet(weapons=[])), "Guard", unstable=True, shocked=True, wounds={"right arm": 3})
    assert [type(event) for event in bled(scene)[1]] == [Worsened]


@pytest.mark.parametrize(
    ("actor", "faces", "found"),
    [("Ann", (), [Wounded]), ("Guard", GOOD, [Wounded, Shocked, SlotMoved, WoundChecked, LostHold])],
)
def test_who_all_know_is_dead_resists_no_wound(actor: str, faces: Sequence[int], found: list[type[Event]]) -> None:
    play = play_on(REFLEX, changed(fight(), actor, dead=True), *faces)
    give_wound(play, actor, BodyPart.RIGHT_ARM, CRITICAL)
    assert [type(event) for event in play.events] == found
