"""Riding: who is in which vehicle, how fast it goes, and what that is to those who shoot."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.errors import RuleViolation
from bot.core.events import Asked
from bot.core.orders import Act, EndFight, GoOn, Release, SetRange, Show
from bot.core.scene import with_combatant, with_state
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.handing.events import HandedOver
from bot.rulesets.reflex.hazards.events import HazardMet, IgnitionRolled, Impacted
from bot.rulesets.reflex.kinds import BodyPart, Lies
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import Vehicle
from bot.rulesets.reflex.throws.events import FuseBurned, Thrown
from bot.rulesets.reflex.time.moves import Boarded
from bot.rulesets.reflex.traps import Mine
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.vehicles.seats import apart_m, driver, ride, seat, speed_row
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.standing import at, stand

SHOOTER: dict[str, Any] = {
    "skills": {"longarm": 4},
    "attributes": {"coordination": 9, "muscle": 9},
    "weapons": [{"kind": "ak47"}],
    "encumbrance": "unencumbered",
}

ROCK = {"name": "Rock", "damage": 9, "held": True}


def road(kind: str = "car", ann: dict[str, Any] = SHOOTER, **car: Any) -> Game:
    """Ann with a rifle, a car of the players', and Bob of the GM's 60 m away, in their first exchange."""
    game = Game(visual_penalty=False)
    game.join("Ann", **ann)
    game.join("Car", vehicle={"kind": kind, **car})
    game.join("Bob", owner=0, **SHOOTER, thresholds={place.value: [90, 91, 92, 93] for place in BodyPart})
    game.start(*FAIL, *FAIL)
    game.do(SetRange(actor="Ann", target="Bob", range_m=60))
    return game


def boarded(game: Game, actor: str, vehicle: str = "Car") -> Game:
    """Somebody gets in, whatever the moment."""
    game.scene = REFLEX.evolve(game.scene, Boarded(actor=actor, target=vehicle, what="car", done=2, needed=2))
    return game


def terms(game: Game) -> dict[str, int]:
    """What made the shot easier or harder."""
    return {term.label: term.value for term in game.one(ShotFired).outcome.check.terms}


def test_getting_in_takes_as_many_moves_as_the_kind_of_vehicle_and_out_again() -> None:
    game = road()
    game.act("Ann", "board", target="Car")
    assert ride(game.scene, "Ann") == ""
    game.act("Ann", "wait")
    game.go_on(only="Bob")
    game.act("Ann", "board", target="Car")
    assert ride(game.scene, "Ann") == "Car"
    assert "Ann gets into Car: 2 of 2 Moves." in game.told(PUBLIC)
    assert "aboard: Ann" in REFLEX.status(game.scene, "Car", PUBLIC).text
    assert "in Car" in REFLEX.status(game.scene, "Ann", PUBLIC).text
    boarded(game, "Ann")
    assert ride(game.scene, "Ann") == ""


def test_before_a_fight_nobody_counts_the_moves_and_it_begins_with_who_is_aboard() -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Car", vehicle={"kind": "car"})
    game.act("Ann", "board", target="Car")
    assert game.told(PUBLIC) == "Ann gets into Car."
    game.act("Ann", "board", target="Car")
    assert game.told(PUBLIC) == "Ann gets out of Car."
    game.act("Ann", "board", target="Car")
    game.start(*FAIL)
    assert ride(game.scene, "Ann") == "Car"


def test_of_one_that_nobody_sees_nobody_reads_whether_somebody_gets_in_or_out() -> None:
    game = Game()
    game.join("Guard", owner=0)
    game.join("Car", owner=0, vehicle={"kind": "car"}, hidden=True)
    for _ in range(2):
        game.act("Guard", "board", target="Car")
        assert "gets in or out" in game.told()


def test_in_a_pause_there_is_time_for_it_beside_the_operation() -> None:
    game = road("tank")
    while game.scene.state.phase == "exchange":
        game.go_on()
    game.go_on()
    game.act("Ann", "board", target="Car")
    assert ride(game.scene, "Ann") == "Car"
    assert "Ann" in game.now()


@pytest.mark.parametrize("aboard", [False, True])
@pytest.mark.parametrize("phase", ["exchange", "pause"])
def test_nobody_gets_into_or_out_of_a_vehicle_that_goes(aboard: bool, phase: str) -> None:
    game = boarded(road(), "Ann") if aboard else road()
    while game.scene.state.phase != phase:
        game.go_on()
    game.act("Car", "drive", kmh=20)
    assert "Car goes at 20 km/h" in game.refused("Ann", "board", target="Car")
    game.act("Car", "drive", kmh=0)
    game.act("Ann", "board", target="Car")
    assert game.every(Boarded)


def test_a_move_at_one_vehicle_is_none_at_another_of_its_kind() -> None:
    game = road()
    game.join("Van", vehicle={"kind": "car"})
    game.act("Ann", "board", target="Car")
    game.act("Ann", "wait")
    game.go_on(only="Bob")
    game.act("Ann", "board", target="Van")
    assert (game.one(Boarded).done, game.scene.state.aboard) == (1, {})


@pytest.mark.parametrize("phase", ["exchange", "pause"])
def test_whoever_gets_in_leaves_its_cover_and_what_lay_near(phase: str) -> None:
    guns = [{"kind": "ak47", "held": True}, {"kind": "m249", "name": "gun", "tripod": True, "fixed_mount": True}]
    game = road("motorcycle", {**SHOOTER, "weapons": guns, "items": [{"name": "Rope", "held": False}]})
    lit = Fuse("Grenade", "hand_grenade", 1)
    mine = Mine(title="bridge", kind="ap", explosive="x", trigger="x", near="Ann", near_m=3)
    game.act("Ann", "take_cover", cover="brick_wall", parts="legs")
    game.act("Ann", "ditch", item="AK-47")
    while game.scene.state.phase != phase:
        game.go_on()
    game.scene = with_state(game.scene, "Ann", game.state("Ann").with_kit(fuses=(lit,)))
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, mines={"b": mine}))
    game.act("Ann", "board", target="Car")
    ann = game.state("Ann")
    assert (ann.body.cover, ann.body.cover_parts, game.scene.state.mines["b"].near) == ("", "", "")
    assert [gun.lies for gun in ann.kit.weapons.values()] == [Lies.AWAY, Lies.AWAY]
    assert ann.kit.items["Rope"].lies is Lies.CARRIED
    assert ann.kit.fuses == (lit,)


def test_what_burns_on_the_ground_stays_where_one_got_in() -> None:
    game = stand(road("motorcycle"), Ann=(50, 50), Car=(50, 50))
    game.scene = with_state(game.scene, "Ann", game.state("Ann").with_kit(fuses=(Fuse("Grenade", "hand_grenade", 1),)))
    game.act("Ann", "board", target="Car")
    assert [fuse.place for fuse in game.state("Ann").kit.fuses] == [at(50, 50)]


def test_whoever_has_begun_to_get_in_is_still_behind_its_cover() -> None:
    game = road()
    game.act("Ann", "take_cover", cover="brick_wall", parts="legs")
    game.act("Ann", "board", target="Car")
    assert game.state("Ann").body.cover == "brick_wall"


def test_who_is_in_a_vehicle_does_not_walk() -> None:
    game = boarded(road(), "Ann")
    with pytest.raises(RuleViolation, match="Get out first"):
        game.act("Ann", "move")


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({}, "Into or out of what"),
        ({"target": "Nobody"}, "not here"),
        ({"target": "Bob"}, "no vehicle"),
        ({"target": "Van"}, "m away"),
    ],
)
def test_what_cannot_be_got_into_is_refused(inputs: dict[str, str], says: str) -> None:
    game = road()
    game.join("Van", owner=0, vehicle={"kind": "car"})
    game.do(SetRange(actor="Ann", target="Van", range_m=20))
    with pytest.raises(RuleViolation, match=says):
        game.act("Ann", "board", **inputs)


def test_nobody_gets_from_one_vehicle_into_another() -> None:
    game = boarded(road(), "Ann")
    game.join("Van", owner=0, vehicle={"kind": "car"})
    with pytest.raises(RuleViolation, match="Get out of that first"):
        game.act("Ann", "board", target="Van")


def test_a_vehicle_is_a_thing_and_whoever_rides_in_it_is_none() -> None:
    game = boarded(road(), "Ann")
    assert [REFLEX.is_thing(game.state(name)) for name in ("Car", "Ann")] == [True, False]


def test_vehicles_are_offered_to_get_into() -> None:
    game = road()
    assert [choice.value for choice in REFLEX.candidates(game.scene, "board", "target", {"actor": "Ann"})] == ["Car"]
    assert [choice.value for choice in REFLEX.candidates(game.scene, "collide", "vehicle", {"actor": "Ann"})] == ["Car"]


def test_who_is_in_a_hidden_vehicle_or_hidden_in_one_is_not_known() -> None:
    game = boarded(boarded(road(), "Ann"), "Bob")
    game.do(Show(actor="Bob", hidden=True))
    assert view(game.scene, PUBLIC, REFLEX).state.aboard == {"Ann": "Car"}


def test_nobody_in_sight_is_in_a_vehicle_that_nobody_sees() -> None:
    game = boarded(road("armored_car", safe_kmh=60), "Bob")
    game.do(Show(actor="Bob", hidden=True))
    game.scene = with_combatant(game.scene, msgspec.structs.replace(game.scene.combatants["Car"], owner=0))
    game.act("Car", "drive", kmh=60)
    game.do(Show(actor="Car", hidden=True))
    assert ride(game.scene, "Bob") == "Car"
    game.do(Show(actor="Bob"))
    assert (ride(game.scene, "Bob"), seat(game.scene, "Bob")) == ("", "Car")
    game.act("Ann", "attack", 20, 20, target="Bob", mode="snap", rounds=1)
    assert "target_speed" not in terms(game)
    assert "in Car" in REFLEX.status(game.scene, "Bob", GM).text
    game.join("Bus", owner=0, vehicle={"kind": "car"})
    while "Bob" not in game.now():
        game.go_on()
    with pytest.raises(RuleViolation, match="Bob is in Car"):
        game.act("Bob", "board", target="Bus")
    game.act("Car", "drive", kmh=0)
    game.act("Bob", "board", target="Car")
    assert seat(game.scene, "Bob") == ("Car" if game.one(Boarded).needed > 1 else "")


def test_whoever_walks_out_of_a_vehicle_that_nobody_sees_is_in_it_no_longer() -> None:
    game = boarded(road(), "Ann")
    car = game.scene.combatants["Car"]
    game.scene = with_combatant(game.scene, msgspec.structs.replace(car, owner=0, hidden=True))
    game.act("Ann", "move", metres=2)
    assert game.scene.state.aboard == {}


def test_a_vehicle_that_is_gone_holds_nobody() -> None:
    game = boarded(road(), "Ann")
    game.do(Release(actor="Car"))
    assert ride(game.scene, "Ann") == ""


def test_the_end_of_a_fight_empties_all_seats() -> None:
    game = boarded(road(), "Ann")
    game.do(EndFight())
    assert game.scene.state.aboard == {}


# Speed


@pytest.mark.parametrize(("kmh", "row"), [(0, "half"), (50, "half"), (51, "safe"), (101, "fast"), (200, "double")])
def test_speed_counts_by_the_safe_speed(kmh: int, row: str) -> None:
    assert speed_row(Vehicle(kind="car", safe_kmh=100), kmh) == row


def test_shots_from_and_at_moving_vehicles_are_harder() -> None:
    game = boarded(road(), "Ann")
    game.act("Car", "drive", kmh=150)
    assert "Car goes at 150 km/h." in game.told(PUBLIC)
    assert "150 km/h" in REFLEX.status(game.scene, "Car", PUBLIC).text
    game.act("Ann", "attack", 20, 20, target="Bob")
    assert terms(game)["own_speed"] == -2
    game.go_on(only="Bob")
    while "Bob" not in game.now():
        game.go_on()
    game.act("Bob", "attack", 20, 20, target="Ann")
    assert terms(game)["target_speed"] == -2


def test_a_moving_vehicle_is_no_easy_target() -> None:
    game = road()
    game.act("Car", "drive", kmh=80)
    game.act("Ann", "attack", 20, 20, target="Car", range_m=60)
    assert terms(game) == {"target_speed": -1}


def test_who_is_in_the_same_vehicle_keeps_pace() -> None:
    game = boarded(boarded(road(), "Ann"), "Bob")
    game.act("Car", "drive", kmh=300)
    game.act("Ann", "attack", 20, 20, target="Bob", range_m=2)
    assert "own_speed" not in terms(game)


def test_throws_from_and_at_moving_vehicles_are_harder_and_meet_their_sides() -> None:
    game = boarded(
        road(
            "armored_car",
            {"attributes": {"coordination": 9, "muscle": 9}, "encumbrance": "unencumbered", "items": [ROCK]},
        ),
        "Bob",
    )
    game.do(SetRange(actor="Ann", target="Bob", range_m=6))
    game.act("Car", "drive", kmh=200)
    game.act("Ann", "throw", 1, 1, 3, 2, target="Bob", item="Rock", modifier=9)
    check = game.one(Thrown).outcome.check
    assert {term.label: term.value for term in check.terms if term.label.endswith("speed")} == {"target_speed": -3}
    assert [layer.what for layer in game.one(Hit).layers] == ["armored_car"]


@pytest.mark.parametrize("dropped", [False, True])
def test_nothing_shelters_those_aboard_from_a_grenade_that_goes_off_among_them(dropped: bool) -> None:
    grenade = {"name": "Grenade", "explosive": "hand_grenade", "held": True}
    game = boarded(boarded(road("armored_car", {"encumbrance": "unencumbered", "items": [grenade]}), "Ann"), "Bob")
    game.do_at_least(Act(actor="Ann", action="cook", inputs={"item": "Grenade"}))
    if dropped:
        game.go_on(only="Bob")
        game.do(Act(actor="Ann", action="ditch", inputs={"item": "Grenade"}))
    while not game.every(FuseBurned):
        game.do_at_least(GoOn())
    assert {hit.target for hit in game.every(Hit)} == {"Ann", "Bob"}
    assert not [hit for hit in game.every(Hit) if hit.layers]


@pytest.mark.parametrize("action", ["attack", "attack_thing", "throw"])
def test_how_far_somebody_aboard_is_goes_on_with_the_vehicle_unless_it_was_said(action: str) -> None:
    game = boarded(road(ann={**SHOOTER, "items": [ROCK]}), "Bob")
    game.do(SetRange(actor="Ann", target="Car", range_m=6))
    game.scene = msgspec.structs.replace(game.scene, ranges_m={"Ann\nCar": 6})  # nobody has said how far Bob is
    item = {"attack": {}, "attack_thing": {"item": "AK-47"}, "throw": {"item": "Rock"}}[action]
    game.do_at_least(Act(actor="Ann", action=action, inputs={"target": "Bob", **item}))
    assert apart_m(game.scene, "Ann", "Bob") == 6
    game.do(SetRange(actor="Ann", target="Car", range_m=60))
    assert apart_m(game.scene, "Ann", "Bob") == 60


def test_blind_throws_out_of_a_moving_vehicle_are_harder_too() -> None:
    thrower = {"attributes": {"muscle": 9}, "encumbrance": "unencumbered", "items": [ROCK]}
    game = boarded(road("car", thrower), "Ann")
    game.scene = msgspec.structs.replace(game.scene, options={**game.scene.options, "indirect_fire": True})
    game.do(SetRange(actor="Ann", target="Bob", range_m=6))
    game.act("Car", "drive", kmh=200)
    game.act("Ann", "throw", 20, 20, 3, target="Bob", item="Rock", indirect=True)
    check = game.one(Thrown).outcome.check
    assert {term.label: term.value for term in check.terms} == {"self_observed": -10, "own_speed": -3}


def test_what_is_said_goes_before_what_is_known() -> None:
    game = boarded(road(), "Ann")
    game.act("Car", "drive", kmh=150)
    game.act("Ann", "attack", 20, 20, target="Bob", own_speed="half")
    assert "own_speed" not in terms(game)


def test_a_broken_suspension_stops_a_vehicle() -> None:
    game = road()
    game.act("Car", "drive", kmh=60)
    game.act("Ann", "wreck", target="Car", item="suspension", damage=99)
    assert game.state("Car").body.kmh == 0
    with pytest.raises(RuleViolation, match="suspension of Car is broken"):
        game.act("Car", "drive", kmh=10)
    game.act("Car", "drive", kmh=0)
    assert "Car stands still." in game.told(PUBLIC)


def test_a_broken_side_does_not() -> None:
    game = road()
    game.act("Car", "drive", kmh=60)
    game.act("Ann", "wreck", target="Car", item="hull rear", damage=99)
    assert game.state("Car").body.kmh == 60


def test_only_vehicles_drive() -> None:
    with pytest.raises(RuleViolation, match="no vehicle"):
        road().act("Ann", "drive", kmh=10)


def test_ramming_takes_weight_and_speed_of_the_vehicle() -> None:
    game = road("truck")
    game.act("Car", "drive", kmh=72)
    game.act("Car", "collide", 1, 1, target="Bob", vehicle="Car")
    assert game.one(Impacted).damage == 8
    with pytest.raises(RuleViolation, match="What runs into whom"):
        game.act("Car", "collide", target="Bob")


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"target": "Bob", "vehicle": "Ann", "tons": 2.0, "kmh": 50.0}, "Ann is no vehicle"),
        ({"target": "Car", "vehicle": "Car"}, "Car does not run into itself"),
        ({"vehicle": "Car", "kmh": 50.0}, "Car does not run into itself"),
    ],
)
def test_nobody_but_a_vehicle_runs_into_anybody_and_none_into_itself(said: dict[str, Any], words: str) -> None:
    assert words in road("truck").refused("Car", "collide", **said)


def test_a_vehicle_that_is_run_into_takes_it_behind_its_armor() -> None:
    game = road("truck")
    game.act("Car", "collide", 1, target="Car", tons=40, kmh=100)
    hit = game.one(VehicleHit)
    assert (hit.damage, hit.penetration, hit.final) == (14, 2, max(0, 14 - round(hit.armor)))


def test_a_hidden_vehicle_that_has_left_names_itself_to_nobody() -> None:
    game = road()
    game.join("Van", owner=0, vehicle={"kind": "car"})
    game = boarded(game, "Bob", "Van")
    game.do(Show(actor="Van", hidden=True))
    game.do(Release(actor="Van"))
    assert game.scene.state.aboard == {"Bob": "Van"}
    assert view(game.scene, PUBLIC, REFLEX).state.aboard == {}


# Armour around


def hits(game: Game, actor: str) -> list[Hit]:
    """The hits that somebody took."""
    return [event for event in game.events if isinstance(event, Hit) and event.target == actor]


def test_the_side_of_a_vehicle_is_between_its_crew_and_a_shot() -> None:
    game = boarded(road("armored_car"), "Bob")
    game.act("Ann", "attack", 5, 20, 3, 2, target="Bob")
    (hit,) = hits(game, "Bob")
    assert [(layer.what, layer.armor) for layer in hit.layers] == [("armored_car", 10)]
    assert hit.final == 0


def test_the_side_that_is_named_counts_with_its_own_armor() -> None:
    game = boarded(road("armored_car", armor={"hull rear": 1}), "Bob")
    game.act("Ann", "attack", 5, 20, 3, 2, target="Bob", facing="hull rear")
    assert [layer.armor for layer in hits(game, "Bob")[0].layers] == [1]


def test_an_open_vehicle_shelters_nobody_and_cover_that_is_said_goes_first() -> None:
    game = boarded(road("motorcycle"), "Bob")
    game.act("Ann", "attack", 5, 20, 3, 2, target="Bob")
    assert hits(game, "Bob")[0].layers == ()
    game = boarded(road("armored_car"), "Bob")
    game.act("Ann", "attack", 5, 20, 3, 2, target="Bob", cover="none")
    assert hits(game, "Bob")[0].layers == ()


def test_a_side_of_somebody_on_foot_is_refused() -> None:
    with pytest.raises(RuleViolation, match="in no vehicle"):
        road().act("Ann", "attack", target="Bob", facing="hull rear")


def test_the_crew_is_behind_armor_against_blast_too() -> None:
    game = boarded(road("armored_car"), "Bob")
    game.act("Ann", "explode", explosive="rpg7_heat", frag=0, victims="Bob:1, Car:1")
    assert {hit.final for hit in hits(game, "Bob")} == {0}
    assert not [event for event in game.events if isinstance(event, Asked)]


@pytest.mark.parametrize("where", [{"victims": "Car:1"}, {"at": "Car"}, {"target": "Car", "facing": "hull left"}])
def test_an_explosion_is_as_near_to_those_aboard_as_to_their_vehicle(where: dict[str, str]) -> None:
    game = boarded(road("motorcycle"), "Bob")
    game.act("Ann", "explode", explosive="rpg7_heat", frag=0, open=True, **where)
    assert {hit.damage for hit in hits(game, "Bob")} == {4}


def test_whatever_is_known_of_a_vehicle_is_known_of_those_aboard() -> None:
    game = boarded(boarded(road(), "Bob"), "Ann")
    assert apart_m(game.scene, "Ann", "Bob") == 0
    game.do(SetRange(actor="Car", target="Bob", range_m=60))
    boarded(game, "Ann")
    assert apart_m(game.scene, "Ann", "Bob") == 60


def test_whoever_is_in_a_vehicle_that_is_struck_is_behind_the_side_that_is_struck() -> None:
    game = boarded(road("armored_car", armor={"hull rear": 0}), "Bob")
    game.act("Ann", "explode", explosive="rpg7_heat", frag=0, target="Car", facing="hull rear")
    assert {hit.damage - hit.final for hit in hits(game, "Bob")} == {0}


BLOWTORCH = {"target": "Car", "flame": "blowtorch", "facing": "hull front"}


def test_whoever_drives_avoids_a_fire_for_the_vehicle() -> None:
    game = boarded(road(), "Ann")
    game.act("Bob", "hazard", 1, 20, **BLOWTORCH)
    assert (game.one(HazardMet).actor, game.one(HazardMet).target) == ("Ann", "Car")
    assert not game.every(VehicleHit)


def test_without_anybody_awake_a_vehicle_takes_the_damage_as_it_is() -> None:
    game = boarded(road(), "Ann")
    game.act("Ann", "correct", unconscious=True)
    game.act("Bob", "hazard", 10, **BLOWTORCH)
    assert not game.every(HazardMet)
    assert [term.label for term in game.one(VehicleHit).terms] == ["hazard"]
    assert not game.one(IgnitionRolled).caught


def test_what_is_no_fire_sets_nothing_on_fire() -> None:
    game = road()
    game.act("Bob", "hazard", target="Car", damage=9, facing="hull front")
    assert game.one(VehicleHit).penetration == 2


@pytest.mark.parametrize(("hidden", "driving"), [(True, ""), (False, "Lurker")])
def test_who_is_hidden_in_a_vehicle_in_sight_does_not_drive_it(hidden: bool, driving: str) -> None:
    game = road()
    game.join("Lurker", *FAIL, owner=0, hidden=hidden)
    assert driver(boarded(game, "Lurker").scene, "Car") == driving


def test_a_burning_vehicle_is_put_out_by_who_sees_it() -> None:
    game = road()
    game.act("Bob", "hazard", 1, **BLOWTORCH)
    assert game.state("Car").body.burning
    game.act("Bob", "douse", target="Car")
    assert "does not burn" in game.refused("Bob", "douse", target="Car")


def test_somebody_new_under_a_passengers_name_is_not_aboard() -> None:
    game = boarded(boarded(road(), "Ann"), "Bob")
    game.do(Release(actor="Bob"))
    game.scene = msgspec.structs.replace(game.scene, gone=())  # as fights kept it before ids were given once
    game.join("Bob", *FAIL, owner=0)
    assert (ride(game.scene, "Ann"), ride(game.scene, "Bob")) == ("Car", "")


def test_nothing_of_a_vehicle_is_between_two_who_are_in_it() -> None:
    game = boarded(boarded(road("armored_car"), "Ann"), "Bob")
    game.act("Ann", "attack", 1, 20, target="Bob", rounds=1)
    game.answer("take it", 3, 2)
    assert [hit.layers for hit in hits(game, "Bob")] == [()]


def test_a_throw_meets_the_side_of_a_vehicle_that_is_named() -> None:
    game = road("armored_car", {**SHOOTER, "items": [ROCK], "weapons": []})
    boarded(game, "Bob").do(SetRange(actor="Ann", target="Bob", range_m=5))
    game.act("Ann", "throw", 1, 20, 3, 2, target="Bob", item="Rock", facing="hull rear")
    rear = hits(game, "Bob")[0].layers
    game.act("Ann", "correct", initiative=15)
    game = road("armored_car", {**SHOOTER, "items": [ROCK], "weapons": []})
    game.do(SetRange(actor="Ann", target="Car", range_m=5))
    game.act("Ann", "throw", 1, 20, target="Car", item="Rock", facing="hull rear")
    assert game.one(VehicleHit).place == "hull rear"
    assert [layer.armor for layer in rear] == [game.one(VehicleHit).armor]


def test_those_in_one_vehicle_reach_each_other_however_far_they_were_apart_before() -> None:
    game = road(ann={**SHOOTER, "skills": {"hand-to-hand": 4}})
    game.join("Max", *FAIL, skills={"medicine": 4})
    game.do(SetRange(actor="Ann", target="Max", range_m=60))
    for each in ("Ann", "Bob", "Max"):
        boarded(game, each)
    game.act("Ann", "attack", 20, 20, target="Bob", weapon="bare hands")
    assert game.one(Struck).target == "Bob"
    game.act("Ann", "correct", initiative=15)
    game.act("Ann", "hand_over", item="AK-47", target="Max")
    assert game.one(HandedOver).target == "Max"
