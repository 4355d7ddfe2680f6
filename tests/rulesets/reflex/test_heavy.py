"""Other ranged weapons: bows and heavy weapons against people, warheads that go off on a hit, and flames."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.orders import SetRange
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.events import BlastReached, Dud, Exploded, Unplaced
from bot.rulesets.reflex.hazards.events import IgnitionRolled
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.shots.difficulty import heavy_terms
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.firing import (
    REFLEX,
    TABLES,
    act,
    every,
    fight,
    only,
    ordered,
    rearmed,
    sheet,
    shoot,
    state_of,
    values,
)

TOUGH: dict[str, Any] = {"thresholds": {place.value: [190, 191, 192, 193] for place in BodyPart}}
QUIET: dict[str, Any] = {"explosives.rpg7_heat.frag": 0, "explosives.he_40mm.frag": 0}


def armed(kind: str, **weapon: Any) -> dict[str, Any]:
    """A sheet of somebody competent with one weapon in hand."""
    skills = {"support weapons": 4, "archery": 4, "artillery": 4}
    return sheet(skills=skills, weapons=[{"kind": kind, "held": True, **weapon}])


def at(range_m: float, kind: str, **weapon: Any) -> Any:
    """Ann with such a weapon, so far from Guard."""
    return fight(armed(kind, **weapon), sheet(**TOUGH), range_m=range_m, options=QUIET)


@pytest.mark.parametrize(
    ("kind", "size", "penalty"),
    [
        ("grenade_launcher", "human", -3),
        ("grenade_launcher", "half", -3),
        ("grenade_launcher", "double", 0),
        ("rpg7", "human", -6),
        ("rpg7", "double", -3),
        ("rpg7", "fourfold", 0),
        ("flamethrower", "human", 0),
        ("m249", "human", 0),
    ],
)
def test_what_stops_vehicles_is_hard_to_aim_at_people(kind: str, size: str, penalty: int) -> None:
    weapon = next(iter(state_of(weapons=[{"kind": kind}]).kit.weapons.values()))
    assert sum(term.value for term in heavy_terms(TABLES, weapon, size)) == penalty


def test_the_penalty_of_a_heavy_weapon_is_a_term_of_the_attack() -> None:
    fired = only(shoot(at(20, "rpg7"), 20, 20), ShotFired)
    assert values(fired.outcome.check.terms)["heavy_weapon"] == -6


def test_artillery_is_too_coarse_to_aim_at_a_person_but_not_at_a_truck() -> None:
    gun = rearmed(at(300, "mortar"), "Ann", "60 mm mortar", crewed=False)
    with pytest.raises(RuleViolation, match="too coarse"):
        shoot(gun)
    assert only(shoot(gun, 20, 20, size="fourfold"), ShotFired).weapon == "60 mm mortar"


@pytest.mark.parametrize("mode", ["hip", "snap", "aimed"])
def test_what_takes_a_crew_has_no_speed_and_is_aimed_at_nothing(mode: str) -> None:
    with pytest.raises(RuleViolation, match="The 60 mm mortar has no Speed"):
        shoot(at(300, "mortar"), size="fourfold", mode=mode)
    door = act(at(300, "mortar"), "thing_put", actor="", item="door", substance="steel", bulk=9, size="eightfold").scene
    with pytest.raises(RuleViolation, match="The 60 mm mortar has no Speed"):
        act(door, "attack_thing", item="door", mode=mode, range_m=300)


def test_a_rocket_explodes_by_itself_on_a_hit() -> None:
    scene = at(20, "rpg7")
    decision = shoot(scene, 1, 20, called="torso", modifier=5, cover="none")
    margin = only(decision, ShotFired).margin
    assert only(decision, Exploded).margin == margin > 0
    struck = [(hit.place, hit.damage, hit.penetration) for hit in every(decision, Hit)]
    assert struck[0] == (BodyPart.TORSO, 80 + margin, 2)
    assert struck[1:] == [(place, 4 + margin, 4) for place in BodyPart if place is not BodyPart.TORSO]


def test_a_rocket_that_was_called_on_a_limb_adds_what_a_called_attack_does_where_it_strikes() -> None:
    decision = shoot(at(20, "rpg7"), 1, 20, called="left arm", modifier=7, cover="none")
    margin = only(decision, ShotFired).margin
    struck = [(hit.place, hit.damage) for hit in every(decision, Hit)]
    assert struck[0] == (BodyPart.LEFT_ARM, 81 + margin)
    assert {damage for _, damage in struck[1:]} == {4 + margin}


def test_003_81_a_rocket_that_hits_by_zero_is_a_dud() -> None:
    fired = only(shoot(at(20, "rpg7"), 20, 20, modifier=5), ShotFired)
    decision = shoot(at(20, "rpg7"), fired.outcome.check.target, 20, modifier=5)
    assert only(decision, ShotFired).margin == 0
    assert only(decision, Dud).target == "Guard"
    assert not every(decision, Hit)


def test_a_rocket_that_misses_does_nothing_here() -> None:
    decision = shoot(at(20, "rpg7"), 20, 20)
    assert not every(decision, Exploded)


def test_a_warhead_reaches_those_whose_distance_is_known_and_names_the_others_to_the_gm() -> None:
    game = at(20, "grenade_launcher")
    decision = shoot(game, 1, 1, called="torso", modifier=5)
    assert {event.actor: event.range_m for event in every(decision, BlastReached)} == {"Guard": 0, "Ann": 20}
    assert not every(decision, Unplaced)
    far = ordered(at(20, "grenade_launcher"), SetRange(actor="Ann", target="Guard", range_m=80)).scene
    assert [event.zone for event in every(shoot(far, 1, 1, called="torso", modifier=5), BlastReached)][1] == "beyond"


def test_cover_is_in_the_way_of_a_direct_hit() -> None:
    decision = shoot(at(20, "rpg7"), 1, 20, called="torso", modifier=5, cover="stone_wall")
    direct = every(decision, Hit)[0]
    assert direct.final == direct.damage - 6


def test_a_heavy_weapon_fails_at_arms_reach_whatever_falls() -> None:
    decision = shoot(at(1, "rpg7"), 1, 1, modifier=5)
    fired = only(decision, ShotFired)
    assert (fired.hit, fired.futile, fired.loaded) == (False, True, 0)
    assert fired.outcome.succeeded
    assert not every(decision, Exploded)


def test_a_bow_needs_room_and_a_crossbow_does_not() -> None:
    with pytest.raises(RuleViolation, match="no room"):
        shoot(at(1, "bow"))
    assert only(shoot(at(1, "crossbow"), 20, 20), ShotFired).outcome.check.attribute.label == "muscle"


def test_archery_is_a_shot_with_coordination() -> None:
    fired = only(shoot(at(60, "bow"), 20, 20), ShotFired)
    assert (fired.outcome.check.skill, fired.outcome.check.attribute.label) == ("archery", "coordination")
    assert values(fired.outcome.check.terms) == {"range": -3}


def test_whom_a_flamethrower_hurts_may_catch_fire() -> None:
    scene = fight(armed("flamethrower"), sheet(), range_m=5)
    decision = shoot(scene, 1, 20, 20, 20, 6, called="left arm", modifier=5)
    assert only(decision, IgnitionRolled).caught
    assert decision.scene.combatants["Guard"].state.body.burning is not None
    again = act(decision.scene, "attack", 1, 20, actor="Ann", target="Guard", called="left arm", modifier=5)
    assert not every(again, IgnitionRolled)


def test_a_flame_that_does_no_harm_sets_nobody_on_fire() -> None:
    decision = shoot(fight(armed("flamethrower"), sheet(), range_m=5), 1, 20, called="torso", modifier=5, armor=99)
    assert not every(decision, IgnitionRolled)


def test_players_read_why_a_heavy_weapon_failed() -> None:
    decision = shoot(at(1, "rpg7"), 1, 1)
    told = [line.text for event in decision.events for line in engine.lines(REFLEX, event, PUBLIC)]
    assert any("too bulky at arm's reach" in line for line in told)


def test_a_torch_may_set_on_fire_whom_it_strikes() -> None:
    torch = sheet(skills={"hand weapons": 4}, weapons=[{"kind": "baton", "flame": "thermite", "held": True}])
    scene = fight(torch, sheet(**TOUGH), range_m=1)
    decision = act(scene, "attack", 1, 20, 10, target="Guard", called="torso", modifier=5)
    assert only(decision, IgnitionRolled).caught


def test_fire_counts_the_armor_of_a_vehicle_double() -> None:
    truck = orders.Enlist(name="Truck", owner=0, side="b", sheet={"vehicle": {"kind": "truck"}})
    scene = ordered(fight(armed("flamethrower"), sheet()), truck).scene
    decision = act(scene, "attack", 1, 20, 3, target="Truck", range_m=5, facing="hull rear")
    assert only(decision, VehicleHit).penetration == 4
    assert only(decision, IgnitionRolled).actor == "Truck"


def test_a_vehicle_that_fire_does_not_get_through_to_does_not_catch_it() -> None:
    tank = orders.Enlist(name="Tank", owner=0, side="b", sheet={"vehicle": {"kind": "tank"}})
    scene = ordered(fight(armed("flamethrower"), sheet()), tank).scene
    decision = act(scene, "attack", 1, 20, target="Tank", range_m=5, facing="hull front")
    assert only(decision, VehicleHit).final == 0


def test_a_burning_stick_that_armor_stops_sets_no_vehicle_on_fire() -> None:
    torch = sheet(skills={"hand weapons": 4}, weapons=[{"kind": "baton", "flame": "thermite", "held": True}])
    tank = orders.Enlist(name="Tank", owner=0, side="b", sheet={"vehicle": {"kind": "tank"}})
    scene = ordered(fight(torch, sheet(), range_m=1), tank).scene
    decision = act(scene, "attack", 1, 20, target="Tank", range_m=1, facing="hull front")
    assert only(decision, VehicleHit).final == 0


def test_a_burning_stick_may_set_a_vehicle_on_fire() -> None:
    torch = sheet(skills={"hand weapons": 4}, weapons=[{"kind": "baton", "flame": "thermite", "held": True}])
    car = orders.Enlist(name="Car", owner=0, side="b", sheet={"vehicle": {"kind": "car", "armor": {"hull rear": 0}}})
    scene = ordered(fight(torch, sheet(), range_m=1), car).scene
    decision = act(scene, "attack", 1, 20, 1, target="Car", range_m=1, facing="hull rear")
    assert only(decision, IgnitionRolled).caught
