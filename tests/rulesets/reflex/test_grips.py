"""Grapples: how Control is won, what it is good for, and how it is lost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.core import orders
from bot.core.dice import every_leaf
from bot.core.engine import odds
from bot.core.errors import RuleViolation
from bot.core.events import Asked, Event
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.reflex.checks.check import Check, attribute_check, opposed
from bot.rulesets.reflex.close.blocks import TAKE
from bot.rulesets.reflex.close.events import (
    Blocked,
    BlockTested,
    Coerced,
    ControlSet,
    DisarmResisted,
    Ended,
    GripStrained,
    Struck,
    Struggled,
)
from bot.rulesets.reflex.kinds import Lies, Pace
from bot.rulesets.reflex.person.control import hampered, holders, victims
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.time.events import TimeSpent
from bot.rulesets.reflex.time.moves import Boarded, Moved
from bot.rulesets.reflex.traps import Mine
from bot.rulesets.reflex.wounds.events import FootingTested, Hit, LostHold, Shocked
from tests.rulesets.game import decided, play_on
from tests.rulesets.reflex.boxing import answered, fighter, ring
from tests.rulesets.reflex.firing import REFLEX, TABLES, act, changed, every, only, ordered, rearmed, sheet, values
from tests.rulesets.reflex.gripping import LATER, MARK, clinch, controls, gripped, use, wrestler

VEHICLE = next(iter(TABLES.rows("vehicles")))
ONE_FALL = Fraction(1, 400)


def check_of(scene: ReflexScene, how: str, *faces: int, **inputs: Any) -> Check:
    """The check of an attempt that fails."""
    return only(use(scene, how, *(faces or (20, 20)), **inputs), Struck).outcome.check


# Winning Control


def test_a_grapple_wins_control_by_its_margin_and_hurts_nobody() -> None:
    played = use(ring(wrestler(), tick=LATER), "grapple", 2, 20)
    won = only(played, ControlSet)
    assert (won.actor, won.target, won.before, won.control) == ("Ann", "Guard", 0, 4)
    assert not every(played, Hit)
    assert victims(played.scene, played.scene.combatants["Ann"].state) == {"Guard": 4}


def test_003_39_a_grapple_by_zero_succeeds_without_control() -> None:
    played = use(ring(wrestler(), tick=LATER), "grapple", 6, 20)
    assert only(played, Struck).margin == 0
    assert only(played, ControlSet).control == 0
    assert not controls(played.scene)


def test_003_47_what_was_not_learned_and_wounds_both_take_levels() -> None:
    scene = ring(fighter())
    assert check_of(scene, "grapple", 20, 20, 20).level_penalty == 3
    assert check_of(changed(scene, "Ann", wounds={"head": 1}), "grapple", 20, 20, 20, 20).level_penalty == 4
    assert check_of(ring(wrestler()), "grapple").level_penalty == 0
    assert check_of(ring(wrestler()), "grapple").skill == "hand-to-hand"


def test_a_skill_of_ones_own_is_learned_without_grapples() -> None:
    scene = ring(fighter() | {"weapons": [{"kind": "knife", "held": True, "skill": "fencing"}]})
    assert check_of(scene, "grapple", 20, 20, 20, 20, 20, weapon="knife").level_penalty == 3


def test_control_grows_with_further_grapples() -> None:
    played = use(clinch(3), "grapple", 2, 20)
    assert only(played, ControlSet).control == 7


@pytest.mark.parametrize(("pace", "bonus"), [("sprint", 3), ("run", 2), ("trot", 1)])
def test_a_dive_adds_control_by_its_speed(pace: str, bonus: int) -> None:
    scene = changed(ring(wrestler(muscle=10), tick=LATER), "Ann", moving=Pace(pace))
    played = use(scene, "grapple", 1, 20, 20, 20, 1, 20, dive=True)
    won = only(played, ControlSet)
    assert (won.control, won.dive) == (won.margin + bonus, bonus)
    assert [tested.actor for tested in every(played, FootingTested)] == ["Guard", "Ann"]


def test_003_76_a_diving_grapple_by_zero_brings_nothing() -> None:
    scene = changed(ring(wrestler(muscle=9), tick=LATER), "Ann", moving=Pace.SPRINT)
    played = use(scene, "grapple", 6, 20, 20, 20, 1, 20, dive=True)
    assert (only(played, Struck).margin, only(played, ControlSet).control) == (0, 0)


@pytest.mark.parametrize(("kind", "title"), [("knife", "Knife"), ("ak47", "AK-47")])
def test_weapons_grapple_too_and_a_gun_is_one_of_them(kind: str, title: str) -> None:
    played = use(ring(wrestler(kind), tick=LATER), "grapple", 2, 20, weapon=title)
    struck = only(played, Struck)
    assert (struck.title, struck.outcome.check.skill) == (title, "hand weapons")
    assert only(played, ControlSet).control == 4
    assert not every(played, ShotFired)


def test_a_gun_is_of_no_other_use_in_a_grip() -> None:
    with pytest.raises(RuleViolation, match="of no use for that"):
        use(clinch(ann=wrestler("ak47")), "comply", weapon="AK-47")


def test_without_a_hand_weapon_a_grip_is_bare_handed() -> None:
    played = act(ring(wrestler("ak47")), "attack", 20, 20, target="Guard", use="grapple")
    assert only(played, Struck).title == "bare hands"
    played = act(ring(wrestler("knife")), "attack", 20, 20, target="Guard", use="grapple")
    assert only(played, Struck).title == "Knife"


def test_a_block_to_grapple_wins_control_by_what_it_beats_the_attack() -> None:
    scene = ring(guard=wrestler("baton"))
    asked = act(scene, "attack", 3, 20, target="Guard")
    played = answered(asked, "grapple with Police baton", 1, 20)
    assert (only(played, Blocked).grapples, only(played, Blocked).net) == (True, -2)
    assert (only(played, ControlSet).actor, only(played, ControlSet).control) == ("Guard", 2)


def test_a_block_to_grapple_must_be_learned_too() -> None:
    played = answered(act(ring(), "attack", 3, 20, target="Guard"), "grapple with bare hands", 20, 20, 20, 3, 3)
    assert only(played, Blocked).outcome.check.level_penalty == 3
    assert not every(played, ControlSet)


def test_a_weapon_that_grapples_does_not_hurt_the_fist_it_meets() -> None:
    scene = ring(fighter(), wrestler("baton"))
    asked = act(scene, "attack", 3, 20, target="Guard", weapon="bare hands")
    played = answered(asked, "grapple with Police baton", 1, 20)
    assert not every(played, BlockTested)
    assert only(played, ControlSet).control == 2


def test_bare_hands_that_grapple_a_blade_may_be_cut_and_lose_the_grip() -> None:
    fragile = {place: [1, 2, 3, 70] for place in ("right arm", "left arm")}
    scene = ring(guard=wrestler(thresholds=fragile))
    asked = act(scene, "attack", 3, 20, target="Guard")
    played = answered(asked, "grapple with bare hands", 1, 20, 50, 1, 20, 20)
    assert only(played, Shocked).actor == "Guard"
    assert not every(played, ControlSet)


# What Control is good for


def test_003_40_control_takes_half_and_half_of_that_against_its_holder() -> None:
    scene = clinch(7, holder="Guard")
    assert values(hampered(scene, "Ann")) == {"held": -4}
    assert values(hampered(scene, "Ann", "Guard")) == {"held": -2}


def test_all_control_over_somebody_counts_together() -> None:
    scene = ordered(clinch(3, holder="Guard"), orders.Enlist(name="Cop", owner=0, side="", sheet=wrestler()), 20, 20)
    both = gripped(scene.scene, "Cop", "Ann", 4, MARK)
    assert values(hampered(both, "Ann")) == {"held": -4}
    assert holders(both, "Ann") == {"Guard": 3, "Cop": 4}


def test_a_grip_hampers_shots_blows_and_blocks() -> None:
    scene = clinch(6, sheet(), holder="Guard")
    shot = act(scene, "attack", 20, 20, target="Guard", range_m=1)
    assert values(only(shot, ShotFired).outcome.check.terms)["held"] == -2
    assert values(check_of(clinch(6, holder="Guard"), "grapple").terms)["held"] == -2
    blow = act(clinch(6, wrestler("knife"), tick=20), "attack", 2, 20, target="Guard")
    block = only(answered(blow, "bare hands", 20, 20, 3, 3), Blocked)
    assert values(block.outcome.check.terms) == {"held": -2}


def test_who_holds_somebody_is_worse_against_all_others() -> None:
    scene = clinch(4)
    third = ordered(scene, orders.Enlist(name="Cop", owner=0, side="", sheet=wrestler()), 20, 20).scene
    third = ordered(third, orders.SetRange(actor="Ann", target="Cop", range_m=1)).scene
    assert values(check_of(third, "grapple", target="Cop").terms) == {"holding": -3}
    assert values(check_of(third, "grapple").terms) == {}


def test_a_compliance_hold_threatens_by_half_its_margin() -> None:
    played = use(clinch(5), "comply", 4, 20)
    assert values(only(played, Struck).outcome.check.terms) == {"control": 3}
    assert only(played, Struck).margin == 5
    assert (only(played, Coerced).actor, only(played, Coerced).threats) == ("Guard", 3)


def test_the_threat_of_a_hold_lasts_as_long_as_somebody_holds_on() -> None:
    held = use(clinch(5), "comply", 4, 20).scene
    assert held.combatants["Guard"].state.nerve.coerced == 3
    weaker = changed(held, "Ann", controls={MARK: 3})
    assert use(weaker, "comply", 5, 20).scene.combatants["Guard"].state.nerve.coerced == 3
    assert act(held, "let_go").scene.combatants["Guard"].state.nerve.coerced == 0


@pytest.mark.parametrize(("how", "needed"), [("comply", 2), ("disarm", 4), ("wrench", 4)])
def test_each_use_takes_its_control(how: str, needed: int) -> None:
    with pytest.raises(RuleViolation, match=f"takes Control {needed}"):
        use(clinch(needed - 1), how)
    assert every(use(clinch(needed), how, 20, 20), Struck)


def test_a_disarm_is_met_by_muscle_and_empties_a_hand() -> None:
    played = use(clinch(4), "disarm", 3, 20, 4, 20)
    assert (only(played, DisarmResisted).net, only(played, LostHold).things) == (1, ("Police baton",))
    tied = msgspec.structs.replace(only(played, DisarmResisted), net=0)
    assert REFLEX.lines(tied, PUBLIC)[0].text == "Guard cannot keep hold (a tie)."
    kept = use(clinch(4), "disarm", 3, 20, 1, 20)
    assert only(kept, DisarmResisted).net < 0
    assert not every(kept, LostHold)


def test_a_disarm_empties_the_hand_that_was_chosen_or_from_five_both() -> None:
    armed = wrestler() | {"weapons": [_one_handed("baton", "right"), _one_handed("knife", "left")]}
    scene = clinch(4, guard=armed)
    assert only(use(scene, "disarm", 3, 20, 20, 20, hand="left"), LostHold).things == ("Knife",)
    assert only(use(scene, "disarm", 3, 20, 20, 20), LostHold).things == ("Police baton",)
    assert only(use(scene, "disarm", 1, 20, 20, 20), LostHold).things == ("Police baton", "Knife")


def _one_handed(kind: str, hand: str) -> dict[str, Any]:
    return {"kind": kind, "held": True, "hand": hand}


def test_an_empty_hand_is_not_disarmed() -> None:
    with pytest.raises(RuleViolation, match=r"Full hands: right\."):
        use(clinch(4), "disarm", hand="left")
    with pytest.raises(RuleViolation, match="strike with another use="):
        use(clinch(4, guard=wrestler()), "disarm")


def test_nobody_blocks_a_disarm() -> None:
    assert not every(use(clinch(4, tick=20), "disarm", 3, 20, 20, 20), Asked)


def test_an_attack_in_a_grip_adds_control_up_to_the_cap() -> None:
    assert values(check_of(clinch(4), "wrench").terms) == {"control": 4}
    assert values(check_of(clinch(8), "wrench").terms) == {"control": 5}
    assert only(use(clinch(4), "wrench", 2, 20, 3, 3), Hit).damage == 8


@pytest.mark.parametrize(("control", "called"), [(5, -4), (8, -1), (9, 0), (14, 0)])
def test_003_80_what_control_has_over_the_cap_eases_a_call(control: int, called: int) -> None:
    terms = values(check_of(clinch(control), "wrench", called="head").terms)
    assert terms.get("called", terms.get("called_eased")) == called


def test_003_80_other_bonuses_over_the_cap_are_lost() -> None:
    check = check_of(clinch(8), "wrench", called="head", modifier=2)
    assert (values(check.terms), check.lost) == ({"control": 5, "called_eased": -1, "told": 2}, 2)
    assert check.target == 6 + 5 - 1


def test_an_escape_takes_its_margin_off_the_control() -> None:
    played = use(clinch(6, holder="Guard"), "escape", 2, 20)
    lost = only(played, ControlSet)
    assert (lost.actor, lost.before, lost.control, lost.ended) == ("Guard", 6, 4, Ended.ESCAPED)
    free = use(clinch(2, holder="Guard"), "escape", 1, 20)
    assert not controls(free.scene, "Guard")


def test_nobody_grapples_a_vehicle() -> None:
    scene = ordered(ring(), orders.Enlist(name="Jeep", owner=0, side="", sheet={"vehicle": {"kind": VEHICLE}})).scene
    with pytest.raises(RuleViolation, match="is a vehicle"):
        use(scene, "grapple", target="Jeep")


def test_there_must_be_something_to_escape_from() -> None:
    with pytest.raises(RuleViolation, match="no Control to escape"):
        use(clinch(6), "escape")


@pytest.mark.parametrize(
    ("how", "said"), [("grapple", {"called": "head"}), ("escape", {"called": "head"}), ("comply", {"dive": True})]
)
def test_what_only_fits_a_blow_is_not_said_of_a_grip(how: str, said: dict[str, Any]) -> None:
    scene = gripped(clinch(6), "Guard", "Ann", 3, 2)
    with pytest.raises(RuleViolation, match="does not go with"):
        use(scene, how, **said)


# Moving in a grip


def test_who_is_held_moves_by_as_much_as_its_muscle_beats_the_holders() -> None:
    played = act(clinch(4, holder="Guard"), "move", 1, 20, 3, 20, pace="walk")
    assert values(only(played, Struggled).outcome.check.terms) == {"held": -1}
    strained = only(played, GripStrained)
    assert (strained.net, only(played, Moved).distance_m) == (1, 1)
    tied = msgspec.structs.replace(strained, net=0)
    assert REFLEX.lines(tied, PUBLIC)[0].text == "Guard holds Ann in place (a tie)."


def test_no_farther_than_it_could_anyway() -> None:
    scene = clinch(1, wrestler(muscle=12), holder="Guard")
    assert only(act(scene, "move", 1, 20, 20, 20, pace="walk", metres=2), Moved).distance_m == 2


@pytest.mark.parametrize("faces", [(20, 20, 20, 20), (3, 20, 1, 20), (3, 20, 3, 20)])
def test_who_does_not_win_stays_where_it_is_and_the_time_is_spent(faces: tuple[int, ...]) -> None:
    played = act(clinch(1, holder="Guard", guard=wrestler(muscle=5)), "move", *faces, pace="walk")
    assert not every(played, Moved)
    assert only(played, TimeSpent).ticks == 5
    assert played.scene.combatants["Ann"].state.body.moving is Pace.STILL


def test_003_73_a_failed_struggle_stays_failed_by_its_own_margin() -> None:
    played = act(clinch(4, holder="Guard"), "move", 8, 20, 1, 20, pace="walk")
    assert (only(played, Struggled).outcome.margin, only(played, GripStrained).net) == (-3, -3)


def test_every_holder_must_be_beaten() -> None:
    scene = ordered(clinch(1, holder="Guard"), orders.Enlist(name="Cop", owner=0, side="", sheet=wrestler()), 20, 20)
    both = gripped(scene.scene, "Cop", "Ann", 1, MARK)
    played = act(both, "move", 1, 20, 20, 20, 3, 20, pace="walk")
    assert [strained.net for strained in every(played, GripStrained)] == [4, 1]
    assert only(played, Moved).distance_m == 1


def test_the_holder_comes_along() -> None:
    scene = clinch(1, holder="Guard")
    played = act(scene, "move", 1, 20, 20, 20, pace="walk", target="Guard", away=True)
    assert played.scene.range_m("Ann", "Guard") == scene.range_m("Ann", "Guard") == 1
    assert not played.scene.outdated


@pytest.mark.parametrize("known", [False, True])
def test_whoever_is_dragged_along_leaves_cover_and_what_lay_near(known: bool) -> None:
    scene = clinch(1, holder="Guard", guard=wrestler("baton", "knife"))
    scene = ordered(scene, orders.Enlist(name="Bob", owner=0, side="", sheet=wrestler()), 20, 20).scene
    scene = scene if known else replace(scene, ranges_m={})
    scene = ordered(scene, orders.SetRange(actor="Guard", target="Bob", range_m=9)).scene
    scene = rearmed(changed(scene, "Guard", cover="brick_wall", cover_parts="legs"), "Guard", "Knife", lies=Lies.NEAR)
    done = act(scene, "move", 1, 20, 20, 20, pace="walk").scene
    guard = done.combatants["Guard"].state
    assert (guard.body.cover, guard.kit.weapons["Knife"].lies) == ("", Lies.AWAY)
    assert (done.range_m("Ann", "Guard"), done.outdated) == (1 if known else None, ("Bob\nGuard",))
    held = act(scene, "move", 20, 20, 1, 20, pace="walk").scene
    assert held.combatants["Guard"].state.body.cover == "brick_wall"


@pytest.mark.parametrize(("faces", "in_it"), [((1, 20, 20, 20), True), ((20, 20, 20, 20), False)])
def test_who_is_held_gets_into_nothing_without_a_struggle(faces: tuple[int, ...], in_it: bool) -> None:
    played = act(clinch(2, holder="Guard"), "board", *faces, what="car")
    assert bool(every(played, Boarded)) is in_it


# Losing Control


@pytest.mark.parametrize(
    ("action", "faces", "inputs"),
    [("wait", (), {}), ("communicate", (), {}), ("attack", (20, 20), {"target": "Guard", "weapon": "bare hands"})],
)
def test_some_actions_keep_control(action: str, faces: tuple[int, ...], inputs: dict[str, Any]) -> None:
    assert controls(act(clinch(6), action, *faces, **inputs).scene) == {MARK: 6}


def test_readying_something_keeps_control() -> None:
    scene = clinch(6, wrestler() | {"weapons": [{"kind": "knife", "held": False}]})
    assert controls(act(scene, "ready", item="Knife").scene) == {MARK: 6}


@pytest.mark.parametrize(
    ("action", "inputs"), [("move", {"pace": "walk"}), ("stance", {"to": "kneeling"}), ("ditch", {"item": "Knife"})]
)
def test_any_other_action_loses_it(action: str, inputs: dict[str, Any]) -> None:
    played = act(clinch(6, wrestler("knife")), action, **inputs)
    assert only(played, ControlSet).ended is Ended.OTHER_ACTION
    assert not controls(played.scene)


@pytest.mark.parametrize(
    ("action", "inputs", "kept"),
    [
        ("mine_search", {}, False),
        ("mine_search", {"mine": "bridge"}, True),
        ("mine_detonate", {"mine": "bridge", "victims": "Guard:90"}, False),
    ],
)
def test_whoever_looks_for_mines_or_gives_a_signal_lets_go(action: str, inputs: dict[str, Any], kept: bool) -> None:
    scene = clinch(6)
    user = scene.combatants["Ann"].owner
    known = (user,) if action == "mine_detonate" else ()
    mine = Mine(title="bridge", kind="ied", explosive="he_40mm", trigger="command", known=known, owner=user)
    scene = replace(scene, state=replace(scene.state, mines={"bridge": mine}))
    played = act(scene, action, *((20, 20) if action == "mine_search" else ()), **inputs)
    assert bool(controls(played.scene)) is kept


@pytest.mark.parametrize(
    ("action", "inputs"),
    [
        ("stow", {"item": "Knife"}),
        ("ready", {"item": "Pistol"}),
        ("hand_over", {"item": "Knife", "target": "Cop"}),
        ("communicate", {"length": "syllable"}),
        ("morale_boost", {"target": "Cop"}),
        ("wait", {}),
    ],
)
def test_what_the_text_allows_keeps_it_by_whatever_name(action: str, inputs: dict[str, Any]) -> None:
    armed = wrestler("knife", weapons=[{"kind": "knife", "held": True}, {"kind": "pistol", "name": "Pistol"}])
    scene = clinch(6, armed | {"skills": {**armed["skills"], "command": 4}})
    cop = orders.Enlist(name="Cop", owner=7, side="Ann", sheet=wrestler())
    scene = ordered(scene, cop, 20, 20).scene
    scene = ordered(scene, orders.SetRange(actor="Ann", target="Cop", range_m=1)).scene
    played = act(scene, action, *((20, 20) if action == "morale_boost" else ()), **inputs)
    assert controls(played.scene) == {MARK: 6}


def test_who_has_withdrawn_is_held_no_longer() -> None:
    played = act(clinch(6), "correct", actor="Guard", withdrawn=True)
    assert not controls(played.scene)
    assert only(played, ControlSet).ended is Ended.UNABLE


def test_a_thing_is_attacked_without_letting_go() -> None:
    put = act(clinch(6, wrestler("knife")), "thing_put", actor="", item="door", substance="soft_wood", bulk=4).scene
    assert controls(act(put, "attack_thing", 20, 20, item="door", weapon="Knife", range_m=1).scene) == {MARK: 6}


def test_to_stow_takes_the_weapon_out_of_the_hand_but_nobody_out_of_the_grip() -> None:
    played = act(clinch(6, wrestler("knife")), "stow", item="Knife")
    assert not played.scene.combatants["Ann"].state.kit.weapons["Knife"].held_with
    assert controls(use(played.scene, "comply", 5, 20).scene) == {MARK: 6}


def test_control_that_was_given_up_is_of_no_use_on_the_same_tick() -> None:
    moved = act(clinch(6), "move", pace="walk").scene
    with pytest.raises(RuleViolation, match="there is 0"):
        use(moved, "comply")


def test_a_verdict_of_the_gm_is_no_action() -> None:
    played = act(changed(clinch(6), "Guard", unstable=True), "heal", target="Guard", stable=True)
    assert controls(played.scene) == {MARK: 6}


@pytest.mark.parametrize(("choice", "kept"), [("press", True), ("hold", False)])
def test_pressing_keeps_control_and_holding_loses_it(choice: str, kept: bool) -> None:
    scene = changed(clinch(6, tick=1), "Ann", initiative=1)
    scene = ordered(scene, orders.GoOn()).scene
    scene = ordered(scene, orders.GoOn()).scene if scene.state.phase == "exchange" else scene
    assert scene.state.phase == "choice"
    assert bool(controls(act(scene, choice).scene)) is kept


def test_letting_go_takes_no_time() -> None:
    played = act(clinch(6), "let_go")
    assert only(played, ControlSet).ended is Ended.LET_GO
    assert not every(played, TimeSpent)
    assert not controls(act(clinch(6), "let_go", target="Guard").scene)


def test_one_of_two_can_be_let_go() -> None:
    scene = ordered(clinch(6), orders.Enlist(name="Cop", owner=0, side="", sheet=wrestler()), 20, 20).scene
    both = gripped(scene, "Ann", "Cop", 3, 2)
    assert controls(act(both, "let_go", target="Cop").scene) == {MARK: 6}


@pytest.mark.parametrize(("scene", "target"), [(ring(), ""), (clinch(6), "Nemo")])
def test_only_who_is_held_can_be_let_go(scene: ReflexScene, target: str) -> None:
    with pytest.raises(RuleViolation, match="does not hold"):
        act(scene, "let_go", **({"target": target} if target else {}))


@pytest.mark.parametrize("condition", ["unconscious", "shock", "out"])
def test_who_cannot_hold_any_more_holds_nobody(condition: str) -> None:
    scene = changed(clinch(6, holder="Guard"), "Guard", **{condition: True})
    assert not holders(scene, "Ann")
    played = act(scene, "wait")
    assert only(played, ControlSet).ended is Ended.UNABLE


def test_the_dead_are_not_held() -> None:
    played = act(clinch(6), "damage", 20, 20, target="Guard", degree="critical", place="head")
    assert controls(played.scene) == {MARK: 6}
    dead = act(changed(clinch(6), "Guard", dead=True), "let_go")
    assert not controls(dead.scene)


def test_on_the_same_tick_a_grip_is_as_it_was_at_its_opening() -> None:
    scene = use(clinch(6, holder="Guard", tick=20), "escape", 1, 20, actor="Ann").scene
    scene = answered_if_asked(scene)
    assert values(check_of(scene, "wrench", actor="Guard").terms) == {"control": 5}
    assert values(hampered(scene, "Ann")) == {"held": -3}


def answered_if_asked(scene: ReflexScene) -> ReflexScene:
    """The scene after whoever is asked lets it happen."""
    return ordered(scene, orders.Answer(choice=TAKE)).scene if scene.pending else scene


def test_who_has_left_and_comes_back_is_not_held() -> None:
    scene = ordered(clinch(6), orders.Release(actor="Guard")).scene
    scene = msgspec.structs.replace(scene, gone=())  # as fights kept it before ids were given once
    back = ordered(scene, orders.Enlist(name="Guard", owner=0, side="", sheet=wrestler()), 20, 20).scene
    assert not holders(back, "Guard")
    assert not victims(back, back.combatants["Ann"].state)
    again = gripped(back, "Ann", "Guard", 0, 0)
    won = use(again, "grapple", 2, 20)
    assert victims(won.scene, won.scene.combatants["Ann"].state) == {"Guard": 4}


def test_an_edited_sheet_leaves_the_grip() -> None:
    scene = clinch(6)
    edited = ordered(scene, orders.EditSheet(actor="Ann", path="name", sheet=wrestler())).scene
    assert controls(edited) == {MARK: 6}


# Fog and words


def test_a_hidden_holder_leaves_no_trace_in_a_view() -> None:
    scene = ordered(clinch(6, holder="Guard"), orders.Show(actor="Guard", hidden=True)).scene
    assert not holders(view(scene, Viewer(7), REFLEX), "Ann")
    assert holders(view(scene, GM, REFLEX), "Ann") == {"Guard": 6}


def test_a_view_shows_the_grips_of_the_visible() -> None:
    assert holders(view(clinch(6, holder="Guard"), Viewer(7), REFLEX), "Ann") == {"Guard": 6}


def test_nobody_learns_of_the_hidden_by_letting_go() -> None:
    scene = ordered(clinch(6), orders.Show(actor="Guard", hidden=True)).scene
    with pytest.raises(RuleViolation, match=r"does not hold Nemo\. Take hold of somebody first") as refused:
        act(scene, "let_go", target="Nemo")
    assert "Guard" not in str(refused.value)


DIVE = use(changed(ring(wrestler()), "Ann", moving=Pace.RUN), "grapple", 20, 20, 1, 20, dive=True)


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (use(clinch(3), "grapple", 2, 20), "Ann has Guard in a grip: Control 7.\n3 before, margin 4."),
        (use(clinch(0), "grapple", 6, 20), "Ann touches Guard but wins no Control"),
        (use(clinch(6, holder="Guard"), "escape", 2, 20), "Ann loosens the grip of Guard (Control 6 to 4)."),
        (use(clinch(2, holder="Guard"), "escape", 2, 20), "Ann breaks free from Guard."),
        (use(clinch(2), "comply", 6, 20), "Guard feels the hold (1 threat condition)."),
        (use(clinch(4), "disarm", 3, 20, 20, 20), "Guard cannot keep hold (margin left 3)."),
        (use(clinch(4), "disarm", 3, 20, 1, 20), "Guard keeps hold"),
        (DIVE, "Ann dives to grab Guard"),
        (act(clinch(6), "let_go"), "Ann lets go of Guard."),
        (act(clinch(6), "move", pace="walk"), "Ann lets go of Guard to do something else."),
        (act(clinch(4, holder="Guard"), "move", 1, 20, 3, 20, pace="walk"), "Ann drags Guard along by up to 1 metre."),
        (act(clinch(4, holder="Guard"), "move", 20, 20, 3, 20, pace="walk"), "Guard holds Ann in place."),
        (use(clinch(6), "wrench", 20, 20), "Ann uses the grip to hurt Guard with the bare hands"),
    ],
)
def test_everybody_reads_what_a_grip_does(played: Any, words: str) -> None:
    told = "\n".join(
        line.text for event in played.events if type(event) in REFLEX.events for line in REFLEX.lines(event, PUBLIC)
    )
    assert words in told


def test_the_tracker_shows_grips_as_far_as_a_view_goes() -> None:
    scene = clinch(6)
    assert "holds Guard (Control 6)" in REFLEX.status(scene, "Ann", GM).text
    known = view(scene, Viewer(7), REFLEX)
    assert "held by Ann (Control 6)" in REFLEX.status(known, "Guard", Viewer(7)).text


# Odds


def margins(target: int) -> list[int]:
    """The margin of a check of two dice for each of their four hundred falls."""
    falls = [(one, other) for one in range(1, 21) for other in range(1, 21)]
    return [target - min(fall) + (2 if max(fall) <= target else 0) for fall in falls]


def test_the_odds_of_a_grapple_are_exact() -> None:
    order = orders.Act(
        actor="Ann", action="attack", inputs={"target": "Guard", "weapon": "bare hands", "use": "grapple"}
    )
    won = odds(REFLEX, ring(wrestler(), tick=LATER), order, _control_won)
    expected = {f"{margin}": margins(6).count(margin) * ONE_FALL for margin in set(margins(6)) if margin > 0}
    assert {key: chance for key, chance in won.items() if key not in ("", "0")} == expected


def _control_won(event: Event) -> str | None:
    return str(event.control) if isinstance(event, ControlSet) else None


def test_the_odds_of_an_escape_are_exact() -> None:
    order = orders.Act(
        actor="Ann", action="attack", inputs={"target": "Guard", "weapon": "bare hands", "use": "escape"}
    )
    left = odds(REFLEX, clinch(3, holder="Guard"), order, _control_won)
    assert left["0"] == sum(margin >= 3 for margin in margins(6 - 1)) * ONE_FALL


def test_odds_can_be_asked_about_control() -> None:
    order = orders.Act(
        actor="Ann", action="attack", inputs={"target": "Guard", "weapon": "bare hands", "use": "grapple"}
    )
    won = odds(REFLEX, ring(wrestler(), tick=LATER), order, REFLEX.chances["Control"])
    assert won["Control 7"] == 11 * ONE_FALL
    assert won["miss"] == Fraction(14 * 14, 400)


@pytest.mark.untraced
def test_the_odds_of_an_opposed_check_are_exact() -> None:
    won: dict[int, Fraction] = {}
    scene = ring()
    for dice in every_leaf():
        asker = play_on(REFLEX, Scene(REFLEX.empty_state()), dice=dice)
        state = scene.combatants["Ann"].state
        active, against = (attribute_check(asker, "odds", state, "muscle") for _ in range(2))
        net = opposed(active, against)
        won[net] = won.get(net, Fraction()) + Fraction(dice.weight, dice.ways)
    pairs = [(one, other) for one in margins(6) for other in margins(6)]
    found = {(one - other if one >= 0 and other >= 0 else one) for one, other in pairs}
    for net in found:
        ways = sum((one - other if one >= 0 and other >= 0 else one) == net for one, other in pairs)
        assert won[net] == Fraction(ways, len(pairs))


def test_who_is_put_out_of_reach_is_held_by_nobody() -> None:
    scene = decided(REFLEX, ring(wrestler(), tick=LATER), orders.LayGround(range_m=10)).scene
    scene = decided(REFLEX, scene, orders.PutAt(actors=("Guard",), where=AtPlace(Place(5000, 5100)))).scene
    held = gripped(scene, "Ann", "Guard", 6, MARK)
    near = decided(REFLEX, held, orders.PutAt(actors=("Guard",), where=AtPlace(Place(5000, 5050)))).scene
    assert controls(near) == {MARK: 6}
    apart = decided(REFLEX, near, orders.PutAt(actors=("Guard",), where=AtPlace(Place(5000, 9000))))
    (torn,) = every(apart, ControlSet)
    assert (torn.actor, torn.target, torn.ended, controls(apart.scene)) == ("Ann", "Guard", Ended.TORN, {})


@pytest.mark.parametrize(("range_m", "kept"), [(1, {MARK: 6}), (60, {})])
def test_who_is_told_to_be_out_of_reach_is_held_by_nobody(range_m: float, kept: dict[int, int]) -> None:
    told = ordered(clinch(6), orders.SetRange(actor="Guard", target="Ann", range_m=range_m))
    assert [torn.ended for torn in every(told, ControlSet)] == [Ended.TORN] * (not kept)
    assert controls(told.scene) == kept


def test_who_is_put_elsewhere_tears_nobody_else_apart() -> None:
    scene = ordered(clinch(6), orders.LayGround(range_m=10)).scene
    scene = ordered(scene, orders.Enlist(name="Bob", owner=0, side="", sheet=wrestler()), 20, 20).scene
    elsewhere = decided(REFLEX, scene, orders.PutAt(actors=("Bob",), where=AtPlace(Place(5000, 9000)))).scene
    assert controls(elsewhere) == {MARK: 6}
