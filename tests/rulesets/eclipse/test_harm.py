"""What blows do: damage, armour, wounds, and what body and mind withstand."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.eclipse.blasts.rules import metres_lost
from bot.rulesets.eclipse.fire.events import Attacked
from bot.rulesets.eclipse.state import Weapon
from bot.rulesets.eclipse.wounds.events import (
    Bled,
    BodyTested,
    BrokeDown,
    Bruised,
    Damaged,
    DamageRolled,
    Dazed,
    Died,
    FellDown,
    KnockedOut,
    Stressed,
    Stunned,
)
from bot.rulesets.eclipse.wounds.injury import lethal_damage
from tests.rulesets.eclipse.playing import ECLIPSE, Game, duel, values

VEST = [{"kind": "vest"}, {"kind": "light_helmet"}]


def hit(ann: dict[str, Any], guard: dict[str, Any], *faces: int, attack: int = 40, **inputs: Any) -> Game:
    """Ann hits a Guard who withstands a lot."""
    game = duel(2.5, {"weapons": [ann]}, {"durability": 500, **guard})
    game.shoot(attack, 97, *faces, **inputs)
    return game


def test_armour_less_ap_takes_from_the_damage() -> None:
    damaged = hit({"kind": "smg"}, {"armor": VEST}, 10, 10).one(Damaged)
    assert values(damaged.armor) == {"armour vest": 6, "light helmet": 2, "ap": -2}
    assert damaged.damage == 23 - 6


def test_ap_takes_no_more_than_there_is() -> None:
    damaged = hit({"kind": "automatic_rifle"}, {"armor": [{"kind": "clothing"}]}, 1, 1).one(Damaged)
    assert (values(damaged.armor), damaged.damage) == ({"armoured clothing": 4, "ap": -4}, 8)


def test_what_armour_stops_wholly_is_no_injury() -> None:
    game = hit({"kind": "smg"}, {"armor": VEST}, 1, 1)
    assert (game.one(Damaged).damage, game.state("Guard").untreated) == (0, 0)
    assert game.state("Guard").injuries is None
    through = hit({"kind": "smg"}, {"armor": VEST}, 10, 10)
    assert (through.one(Damaged).damage > 0, through.state("Guard").untreated) == (True, 1)


def test_energy_and_kinetic_armour_differ_and_only_the_best_layer_counts() -> None:
    layers = [{"kind": "second_skin"}, {"energy": 9, "kinetic": 1}]
    laser = hit({"kind": "hand_laser", "skill": "kinetic weapons"}, {"armor": layers}, 10, 10).one(Damaged)
    rifle = hit({"kind": "light_pistol"}, {"armor": layers}, 10, 10).one(Damaged)
    assert (values(laser.armor), values(rifle.armor)) == ({"armour": 9}, {"second skin": 3})


def test_a_critical_hit_goes_through_all_armour() -> None:
    damaged = hit({"kind": "smg"}, {"armor": VEST}, 10, 10, attack=44).one(Damaged)
    assert (damaged.ignored, damaged.damage) == (True, 23)


def test_damage_never_falls_below_zero() -> None:
    damaged = hit({"kind": "light_pistol"}, {"armor": [{"kind": "heavy"}]}, 1, 1).one(Damaged)
    assert (damaged.damage, damaged.wounds) == (0, 0)


@pytest.mark.parametrize(
    ("ammunition", "dice", "ap", "dv"),
    [
        ("standard", 2, -2, 13),
        ("armor_piercing", 2, -7, 11),
        ("hollow_point", 3, 0, 18),
        ("reactive", 2, -4, 15),
        ("reactive_ap", 2, -8, 12),
        ("plastic", 2, -2, 6),
    ],
)
def test_ammunition_changes_damage_and_ap(ammunition: str, dice: int, ap: int, dv: int) -> None:
    struck = hit({"kind": "smg", "ammunition": ammunition}, {}, *[5] * dice).one(DamageRolled)
    assert (struck.ap, struck.dv) == (ap, dv)


def test_plastic_rounds_meet_twice_the_armour() -> None:
    damaged = hit({"kind": "smg", "ammunition": "plastic"}, {"armor": VEST}, 10, 10).one(Damaged)
    assert values(damaged.armor) == {"armour vest": 6, "light helmet": 2, "doubled": 8, "ap": -2}


def test_a_thing_in_between_adds_twice_its_armour() -> None:
    damaged = hit({"kind": "smg"}, {}, 10, 10, through="desk").one(Damaged)
    assert values(damaged.armor) == {"through": 10, "ap": -2}


def test_a_tenth_of_somatics_adds_to_blows_but_not_to_a_wire() -> None:
    skills = {"skills": {"blades": 60, "exotic melee": 60}, "som": 29}
    knife = duel(1, {"weapons": [{"kind": "knife"}], **skills}, {"durability": 500})
    knife.shoot(40, 97, 5)
    wire = duel(1, {"weapons": [{"kind": "garrotte"}], **skills}, {"durability": 500})
    wire.shoot(40, 97, 5, 5, 5)
    assert values(knife.one(DamageRolled).terms) == {"dice": 5, "weapon": 2, "somatics": 2}
    assert "somatics" not in values(wire.one(DamageRolled).terms)


def soft(**guard: Any) -> Game:
    """A duel with a Guard who is wounded by six points."""
    return duel(guard={"wound_threshold": 6, **guard})


@pytest.mark.parametrize(("damage", "wounds"), [(5, 0), (6, 1), (11, 1), (12, 2)])
def test_each_time_damage_reaches_the_threshold_is_a_wound(damage: int, wounds: int) -> None:
    game = soft()
    game.act("Guard", "damage", *[1] * wounds, damage=damage)
    assert (game.one(Damaged).wounds, game.state("Guard").wounds) == (wounds, wounds)


@pytest.mark.parametrize(("face", "falls"), [(35, False), (36, True)])
def test_a_wound_may_knock_down_and_counts_itself(face: int, falls: bool) -> None:
    game = soft()
    game.act("Guard", "damage", face, damage=6)
    assert values(game.one(BodyTested).outcome.terms) == {"som_3": 45, "wound": -10}
    assert game.state("Guard").prone is falls
    assert len(game.every(FellDown)) == falls


@pytest.mark.parametrize(("face", "out"), [(25, False), (26, True)])
def test_two_wounds_at_once_may_knock_out(face: int, out: bool) -> None:
    game = soft(condition={"prone": True})
    game.act("Guard", "damage", face, damage=12)
    assert game.one(BodyTested).outcome.label == "unconsciousness"
    assert game.state("Guard").unconscious is out


@pytest.mark.parametrize(("kind", "dur", "dead_at"), [("biomorph", 31, 47), ("synthmorph", 31, 62), ("object", 31, 31)])
def test_durability_reached_knocks_out_and_more_kills(kind: str, dur: int, dead_at: int) -> None:
    game = duel(guard={"initiative": 0})
    game.join("Cid", *(() if kind == "object" else (5,)), kind=kind, durability=dur)
    assert lethal_damage(game.state("Cid")) == dead_at
    game.act("Cid", "damage", damage=dead_at)
    assert len(game.every(Died)) == 1
    game.act("Cid", "damage", damage=1)
    assert game.every(Died) == []


def test_what_armour_stops_wholly_puts_nobody_out_again_whom_a_gm_has_brought_round() -> None:
    game = duel(1, {"weapons": [{"kind": "knife"}]}, {"armor": [{"kinetic": 30}], "wound_threshold": 100})
    game.act("Guard", "damage", damage=44)
    game.act("Guard", "heal", awake=True)
    assert game.state("Guard").able
    game.act("Ann", "damage", target="Guard", damage=3, armor="kinetic")
    assert (game.one(Damaged).damage, game.every(KnockedOut)) == (0, [])
    game.shoot(30, 97, 1, 50, 10, weapon="knife", subdue=True)
    assert (game.one(Bruised).stun, game.every(KnockedOut)) == (0, [])
    game.act("Ann", "damage", target="Guard", damage=1)
    assert game.one(Died).actor == "Guard"


def test_whoever_reaches_durability_is_out_cold_and_stays_so() -> None:
    game = soft()
    game.act("Guard", "damage", damage=30)
    assert len(game.every(KnockedOut)) == 1
    game.act("Guard", "damage", damage=7)
    assert [type(event).__name__ for event in game.events] == ["Damaged"]


@pytest.mark.parametrize(("face", "turns"), [(30, 0), (31, 3), (70, 4), (98, 6)])
def test_a_shock_tests_what_is_left_of_durability_and_energy_armour(face: int, turns: int) -> None:
    game = duel(1, {"weapons": [{"kind": "shock_baton"}], "skills": {"clubs": 60}}, {"armor": [{"kind": "clothing"}]})
    game.shoot(40, 97, 4, face, *((50,) if turns else ()))
    assert values(game.one(BodyTested).outcome.terms) == {"durability_left": 27, "armoured clothing": 3}
    assert [event.turns for event in game.every(Stunned)] == ([turns] if turns else [])
    assert game.state("Guard").out_turns == max(0, turns - 1)


def test_a_shock_fells_people_and_machines_feel_none() -> None:
    shocked: dict[str, Any] = {"weapons": [{"kind": "shock_baton"}], "skills": {"clubs": 60}}
    game = duel(1, shocked)
    game.shoot(40, 97, 1, 90, 50)
    assert (len(game.every(FellDown)), game.state("Guard").prone) == (1, True)
    game = duel(1, shocked, {"condition": {"prone": True}})
    game.shoot(40, 97, 1, 90, 50)
    assert game.every(FellDown) == []
    game = duel(1, shocked, {"kind": "synthmorph"})
    game.shoot(40, 97, 1)
    assert game.every(BodyTested) == []


@pytest.mark.parametrize(
    ("kind", "size", "dv"), [("object", "large", 8), ("object", "normal", 26), ("synthmorph", "large", 26)]
)
def test_a_shot_does_a_third_to_a_large_thing(kind: str, size: str, dv: int) -> None:
    game = duel()
    game.join("Door", *(() if kind == "object" else (5,)), kind=kind, size=size, durability=500, wound_threshold=400)
    game.shoot(60, *(() if kind == "object" else (97,)), 10, 10, target="Door", range_m=60)
    assert game.one(DamageRolled).dv == dv


def test_a_door_is_a_thing_and_a_synthmorph_is_not() -> None:
    game = duel()
    game.join("Door", kind="object", size="large")
    game.join("Robot", 5, kind="synthmorph")
    assert [ECLIPSE.is_thing(game.state(name)) for name in ("Door", "Robot")] == [True, False]


@pytest.mark.parametrize(("kind", "ends"), [("object", "destroyed"), ("synthmorph", "dead")])
def test_a_thing_is_destroyed_and_not_dead(kind: str, ends: str) -> None:
    game = Game()
    game.join("Door", kind=kind)
    game.act("Door", "damage", damage=60)
    assert f"Door is {ends}." in game.told(GM)
    assert ECLIPSE.status(game.scene, "Door", GM).text == (
        f"Door: {'' if kind == 'object' else 'prone, '}damage 60 of 30, wounds 10, {ends}"
    )


def test_a_blow_does_all_to_a_large_thing() -> None:
    game = duel()
    game.join("Door", kind="object", size="large", durability=500, wound_threshold=400)
    game.shoot(50, 10, target="Door", range_m=1, weapon="knife")
    assert game.one(DamageRolled).dv == 13


def test_nobody_out_cold_is_shocked() -> None:
    game = hit({"kind": "smg", "ammunition": "zap"}, {"durability": 8}, 10, 10)
    assert game.every(Stunned) == []


@pytest.mark.parametrize(("stress", "traumas", "broke"), [(5, 0, 0), (6, 1, 0), (29, 4, 0), (30, 5, 1), (60, 10, 1)])
def test_stress_makes_traumas_and_breaks_the_mind(stress: int, traumas: int, broke: int) -> None:
    game = soft()
    game.act("Guard", "damage", *([100] if traumas and not broke else []), damage=stress, stress=True)
    assert (game.one(Stressed).traumas, len(game.every(BrokeDown))) == (traumas, broke)
    assert game.state("Guard").broken is bool(broke)
    assert all(event.insane is (stress == 60) for event in game.every(BrokeDown))


def test_a_broken_mind_breaks_again_only_into_madness() -> None:
    game = soft()
    game.act("Guard", "damage", damage=30, stress=True)
    game.act("Guard", "damage", damage=5, stress=True)
    assert game.every(BrokeDown) == []
    game.act("Guard", "damage", damage=25, stress=True)
    assert game.one(BrokeDown).insane


def test_whom_a_gm_has_brought_round_with_all_its_stress_any_more_of_it_breaks_again() -> None:
    game = soft()
    for stress, insane in ((30, False), (1, False), (29, True), (1, True)):
        game.act("Guard", "damage", damage=stress, stress=True)
        assert game.one(BrokeDown).insane is insane
        game.act("Guard", "heal", awake=True)
    game.act("Guard", "damage", 100, damage=9, stress=True, resist=True)
    assert (game.one(Stressed).stress, game.every(BrokeDown)) == (0, [])


@pytest.mark.parametrize(("face", "dazed"), [(35, False), (36, True)])
def test_a_trauma_takes_the_wits_until_a_complex_action_regains_them(face: int, dazed: bool) -> None:
    game = soft()
    game.act("Ann", "pass")
    game.act("Ann", "damage", face, damage=6, stress=True)
    assert values(game.one(BodyTested).outcome.terms) == {"wil_3": 45, "trauma": -10}
    assert len(game.every(Dazed)) == dazed
    game.act("Guard", "pass", 50, 10)
    if not dazed:
        with pytest.raises(RuleViolation, match="not out of its wits"):
            game.act("Ann", "recover")
        return
    assert "out of its wits" in ECLIPSE.status(game.scene, "Ann", GM).text
    with pytest.raises(RuleViolation, match="/act action:recover"):
        game.shoot()
    game.act("Ann", "damage", damage=6, stress=True)
    assert game.every(BodyTested) == []
    game.act("Ann", "recover")
    assert (game.now(), game.state("Ann").dazed) == (("Guard",), False)
    game.act("Ann", "stance", to="prone")  # the one quick action of the phase follows this complex one
    assert game.state("Ann").prone


def test_a_shock_leaves_one_shaken() -> None:
    shocked: dict[str, Any] = {"weapons": [{"kind": "shock_baton"}], "skills": {"clubs": 60}}
    game = duel(1, shocked, {"skills": {"fray": 40}})
    game.shoot(40, 97, 1, 20)
    found = []
    for _ in range(5):
        found.append(game.state("Guard").shaken.thirds)
        game.act("Guard", "pass", 50, 10)
        game.act("Ann", "pass")
    assert found == [3, 3, 2, 1, 0]


def test_who_is_shaken_acts_at_minus_30_at_first_and_reads_so() -> None:
    shocked: dict[str, Any] = {"weapons": [{"kind": "shock_baton"}], "skills": {"clubs": 60}}
    game = duel(1, shocked, {"skills": {"fray": 40}})
    game.shoot(40, 97, 1, 20)
    for thirds in (3, 3, 2, 1):
        assert f"shaken −{10 * thirds}" in ECLIPSE.status(game.scene, "Guard", GM).text
        game.act("Guard", "attack", 98, 50, 10, target="Ann")
        assert values(game.one(Attacked).outcome.terms)["shaken"] == -10 * thirds
        game.act("Ann", "pass")


def test_a_shock_that_incapacitated_is_felt_for_three_minutes() -> None:
    game = duel(1, {"weapons": [{"kind": "shock_baton"}], "skills": {"clubs": 60}}, {"skills": {"fray": 40}})
    game.shoot(40, 97, 1, 90, 50)
    assert ("Guard is shaken" in game.told(GM), "shaken" in game.told(PUBLIC)) == (True, False)
    shaken = game.state("Guard").shaken
    assert (shaken.turns, shaken.step, shaken.thirds) == (65, 20, 3)
    assert "shaken −30" in ECLIPSE.status(game.scene, "Guard", GM).text
    game.act("Ann", "pass", 50)
    assert game.state("Guard").shaken.turns == 64
    game.act("Guard", "heal")
    assert game.state("Guard").shaken.turns == 0


def test_a_body_beyond_its_durability_bleeds_until_it_is_cared_for() -> None:
    game = soft()
    game.act("Guard", "damage", damage=42)
    assert "bleeding" in ECLIPSE.status(game.scene, "Guard", GM).text
    for total in (43, 44):
        game.act("Ann", "pass", 50)
        assert game.one(Bled).total == total
        assert (f"{total} damage in all" in game.told(GM), "bleeds" in game.told(PUBLIC)) == (True, False)
    game.act("Ann", "pass", 50)
    assert (len(game.every(Died)), game.state("Guard").damage) == (1, 45)


def test_what_was_cared_for_bleeds_no_more_in_the_next_fight() -> None:
    for cared_for in (True, False):
        game, later = soft(), Game()
        game.act("Guard", "damage", damage=35)
        if cared_for:
            game.act("Guard", "heal", damage=1, awake=False)
        later.join("Guard", **ECLIPSE.project(game.scene.combatants["Guard"]))
        later.join("Ann")
        later.start(50)
        later.act("Ann", "pass", 50)
        assert len(later.every(Bled)) == (not cared_for)
    game.act("Guard", "heal")
    assert "stanched" not in ECLIPSE.project(game.scene.combatants["Guard"])["condition"]


def test_an_edited_sheet_says_whether_bleeding_was_stanched_and_older_ones_leave_it() -> None:
    game = soft()
    game.act("Guard", "damage", damage=35)
    game.act("Guard", "heal", damage=1, awake=False)
    guard = game.scene.combatants["Guard"]
    sheet = ECLIPSE.project(guard)
    older = {key: value for key, value in sheet["condition"].items() if key != "stanched"}
    for condition, stanched in ((sheet["condition"], True), (older, True), ({**older, "stanched": False}, False)):
        edited = ECLIPSE.amend(guard.state, {**sheet, "condition": condition}, {}, interrupts=True)
        assert edited.stanched is stanched


def test_what_was_cared_for_bleeds_no_more() -> None:
    game = soft()
    game.act("Guard", "damage", damage=35)
    game.act("Guard", "heal", damage=1, awake=False)
    game.act("Ann", "pass", 50)
    assert game.every(Bled) == []
    game.act("Guard", "damage", damage=6)
    game.act("Ann", "pass", 50)
    assert game.one(Bled).total == 41
    assert not game.state("Ann").bleeds


def test_what_a_mind_is_relieved_of_stanches_nothing() -> None:
    game = soft()
    game.act("Guard", "damage", damage=35)
    game.act("Guard", "damage", damage=3, stress=True)
    game.act("Guard", "heal", stress=2)
    game.act("Ann", "pass", 50)
    assert game.one(Bled).total == 36


@pytest.mark.parametrize(("face", "stress"), [(45, 0), (46, 7)])
def test_stress_may_be_resisted_with_three_times_willpower(face: int, stress: int) -> None:
    game = soft()
    game.act("Guard", "damage", face, *([100] if stress else []), damage=7, stress=True, resist=True)
    assert game.one(Stressed).stress == stress


@pytest.mark.parametrize(("area", "metres", "lost"), [("blast", 3.9, 3), ("uniform", 10.5, 0), ("uniform", 12.9, 2)])
def test_a_blast_weakens_by_full_metres_a_uniform_one_beyond_its_radius(area: str, metres: float, lost: int) -> None:
    weapon = Weapon("g", "g", "throwing weapons", 3, 6, 0, area=area, radius_m=10)
    assert metres_lost(weapon, metres) == lost


@pytest.mark.parametrize("who", [{"kind": "object"}, {"condition": {"dead": True, "damage": 60}}], ids=str)
def test_neither_a_thing_nor_the_dead_has_a_mind_to_strain(who: dict[str, Any]) -> None:
    game = duel()
    game.join("Guard", owner=0, **who)
    refusal = game.refused("Ann", "damage", target="Guard#2", damage=90, stress=True)
    assert refusal.endswith("has no mind to strain. Leave stress out, or name somebody else.")


@pytest.mark.parametrize(("kind", "lost"), [("biomorph", "dead"), ("object", "destroyed")])
def test_nobody_reads_that_the_dead_are_on_the_mend(kind: str, lost: str) -> None:
    game = Game()
    game.join("Door", kind=kind)
    game.act("Door", "damage", damage=60)
    for healing in ({}, {"damage": 5}, {"awake": True}):
        refusal = game.refused("Door", "heal", **healing)
        assert refusal == f"Door is {lost}. A GM takes that back first, with /init set with:dead=no."
    game.act("Door", "correct", dead=False)
    game.act("Door", "heal")
    assert (game.state("Door").damage, game.state("Door").dead) == (0, False)
