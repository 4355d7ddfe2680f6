"""What a GM decides about bodies: damage, wounds, healing and coming to."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.person.protection import Layer
from bot.rulesets.reflex.wounds.events import Healed, Hit, Stabilized, Stopped, Woke, Wounded
from tests.rulesets.reflex.firing import BEST, REFLEX, act, changed, every, fight, only, sheet

VESTED = sheet(armor=[{"kind": "vest"}])


def test_direct_damage_meets_no_armour() -> None:
    decision = act(fight(guard=VESTED), "damage", *BEST, actor="Guard", damage=9, place="torso")
    hit = only(decision, Hit)
    assert (hit.actor, hit.target, hit.layers, hit.final) == ("", "Guard", (), 9)
    assert only(decision, Wounded).damage == 9


def test_damage_with_a_penetration_meets_worn_armour() -> None:
    hit = only(act(fight(guard=VESTED), "damage", actor="Guard", damage=9, place="torso", penetration="x2"), Hit)
    assert (hit.layers, hit.final) == ((Layer("Tactical vest", "armor", 2, 4),), 5)


def test_damage_may_be_stopped() -> None:
    decision = act(fight(guard=VESTED), "damage", actor="Guard", damage=9, place="torso", penetration="nil")
    assert only(decision, Stopped).place == "torso"


def test_a_place_that_is_not_told_is_rolled_for() -> None:
    hit = only(act(fight(), "damage", 6, 2, actor="Guard", damage=1), Hit)
    assert (hit.place, hit.fine) == ("right arm", "right forearm")


def test_the_target_may_be_named() -> None:
    assert only(act(fight(), "damage", target="Guard", degree="slight", place="head"), Wounded).actor == "Guard"


@pytest.mark.parametrize(
    ("action", "inputs", "says"),
    [
        ("damage", {}, "How bad is it.*damage=11 or degree=moderate"),
        ("damage", {"damage": 3, "degree": "slight"}, "How bad is it"),
        ("damage", {"degree": "slight"}, "Where.*head"),
        ("damage", {"target": "Nemo", "damage": 3}, "Nemo is not here"),
        ("heal", {}, "changes nothing"),
        ("heal", {"stable": True, "awake": True}, "changes nothing"),
        ("heal", {"place": "head"}, "head is not hurt"),
        ("heal", {"target": "Nemo"}, "Nemo is not here"),
    ],
)
def test_what_makes_no_sense_is_refused(action: str, inputs: dict[str, Any], says: str) -> None:
    with pytest.raises(RuleViolation, match=says):
        act(fight(), action, actor="Guard", **inputs)


def test_the_dead_are_beyond_it() -> None:
    with pytest.raises(RuleViolation, match="Guard is dead"):
        act(changed(fight(), "Guard", dead=True), "heal", actor="Guard", place="head")


def test_an_injury_heals_to_a_lesser_degree_or_wholly() -> None:
    scene = changed(fight(), "Guard", wounds={"torso": 3})
    decision = act(scene, "heal", actor="Guard", place="torso", degree="slight")
    assert (only(decision, Healed).before, only(decision, Healed).after) == (3, 1)
    assert act(scene, "heal", actor="Guard", place="torso").scene.combatants["Guard"].state.body.wounds["torso"] == 0


def test_no_injury_heals_to_a_worse_one() -> None:
    scene = changed(fight(), "Guard", wounds={"torso": 1})
    with pytest.raises(RuleViolation, match=r"not hurt worse than that: slight\. Choose a lesser degree"):
        act(scene, "heal", actor="Guard", place="torso", degree="serious")


def test_an_imagined_injury_heals_by_itself() -> None:
    scene = changed(fight(), "Guard", wounds={"head": 2}, virtual={"head": 3})
    state = act(scene, "heal", actor="Guard", place="head", virtual=True).scene.combatants["Guard"].state
    assert (state.body.wounds["head"], state.body.virtual["head"]) == (2, Degree.NONE)


def test_somebody_unstable_is_stabilised() -> None:
    decision = act(changed(fight(), "Guard", unstable=True), "heal", actor="Guard", stable=True)
    assert every(decision, Stabilized)
    assert not decision.scene.combatants["Guard"].state.body.unstable


@pytest.mark.parametrize(("field", "unconscious"), [("unconscious", True), ("shock", False)])
def test_somebody_comes_to(field: str, unconscious: bool) -> None:
    decision = act(changed(fight(), "Guard", **{field: True}), "heal", actor="Guard", awake=True)
    assert only(decision, Woke).unconscious is unconscious
    assert not getattr(decision.scene.combatants["Guard"].state.body, field)


@pytest.mark.parametrize("field", ["out", "dazed"])
def test_who_is_out_until_the_exchange_ends_comes_to_by_the_gms_word(field: str) -> None:
    decision = act(changed(fight(), "Guard", **{field: True}), "heal", actor="Guard", awake=True)
    assert not getattr(decision.scene.combatants["Guard"].state.turn, field)
    assert act(decision.scene, "correct", actor="Guard", initiative=9).scene.slot("Guard") is not None


@pytest.mark.parametrize(("for_scene", "wakes"), [(False, 1), (True, 0)])
def test_a_critical_head_healed_to_serious_wakes_unless_out_for_the_scene(for_scene: bool, wakes: int) -> None:
    scene = changed(fight(), "Guard", wounds={"head": 4}, unconscious=True, unconscious_for_scene=for_scene)
    decision = act(scene, "heal", actor="Guard", place="head", degree="serious")
    assert len(every(decision, Woke)) == wakes


def test_who_was_knocked_out_by_an_imagined_injury_wakes_when_it_goes_unless_the_real_one_is_as_bad() -> None:
    scene = act(fight(), "damage", actor="Guard", place="head", degree="critical", virtual=True).scene
    assert every(act(scene, "heal", actor="Guard", place="head", virtual=True), Woke)
    worse = changed(scene, "Guard", wounds={"head": 4})
    assert every(act(worse, "heal", actor="Guard", place="head", virtual=True), Woke) == []


def test_a_lesser_head_injury_healed_wakes_nobody() -> None:
    scene = changed(fight(), "Guard", wounds={"head": 3}, unconscious=True)
    assert every(act(scene, "heal", actor="Guard", place="head"), Woke) == []


def test_both_are_for_gms_and_need_no_turn() -> None:
    specs = [REFLEX.actions[name] for name in ("damage", "heal")]
    assert [(spec.gm_only, spec.kinds, spec.command) for spec in specs] == [(True, (), "damage")] * 2
