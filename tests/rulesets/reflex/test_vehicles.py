"""Vehicles: places with Armor and a threshold each, which shots, blows, blast and fragments find and break."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import engine, views
from bot.core.dice import ScriptedDice
from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.views import PUBLIC
from bot.rulesets.reflex.blasts.events import FragmentsRolled
from bot.rulesets.reflex.mines.lying import lay_mines
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.events import InitiativeRolled
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.vehicles.hits import place_at
from bot.rulesets.reflex.vehicles.hulls import park
from bot.rulesets.reflex.vehicles.seats import usual_side
from bot.rulesets.reflex.wounds.events import Hit
from tests.rulesets.game import play_on
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game, sheet

RIFLE: dict[str, Any] = {
    "skills": {"longarm": 4},
    "attributes": {"coordination": 8, "muscle": 9},
    "weapons": [{"kind": "ak47"}, {"kind": "axe", "held": False}],
    "encumbrance": "unencumbered",
}
PLACES = list(TABLES["vehicle_places"])


def road(kind: str = "truck", *, owner: int = 0, **places: Any) -> Game:
    """Ann with a rifle, a vehicle 60 m away, and Bob of the GM's, in their first exchange."""
    game = Game(visual_penalty=False)
    game.join("Ann", **RIFLE)
    game.join("Truck", owner=owner, vehicle={"kind": kind, **places})
    game.join("Bob", owner=0)
    game.start(*FAIL, *FAIL)
    return game


def hits(game: Game) -> list[tuple[str, int, int]]:
    """Where and how hard the vehicle was hit, and what got through."""
    return [(hit.place, hit.damage, hit.final) for hit in game.events if isinstance(hit, VehicleHit)]


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"stance": "prone"}, "Truck is a vehicle, and has no body for that. Damage it with /act action:wreck"),
        ({"wound": "serious", "place": "torso"}, "has no body for that"),
        ({"virtual": "slight", "place": "head"}, "has no body for that"),
        ({"shock": True, "rounds": 3}, "has no body for that"),
        ({"unstable": True}, "has no body for that"),
        ({"unconscious": True}, "has no body for that"),
        ({"dead": True}, "has no body for that"),
        (
            {"initiative": 9},
            "Truck is a vehicle, and goes where it is driven. Set the initiative of whoever is aboard.",
        ),
        ({"surrendered": True}, "gives up or leaves with its crew. Take it away with /init remove."),
        ({"withdrawn": True}, "gives up or leaves with its crew"),
    ],
)
def test_what_is_set_right_of_a_body_a_vehicle_has_not(inputs: dict[str, Any], words: str) -> None:
    game = Game(visual_penalty=False)
    game.join("Truck", owner=0, vehicle={"kind": "truck"}, weapons=[{"kind": "m249"}])
    game.join("Ann", **RIFLE)
    game.start(*FAIL)
    assert words in game.refused("Truck", "correct", **inputs)


def test_whose_tick_is_set_instead_of_that_of_a_vehicle_is_named() -> None:
    game = road()
    game.scene = msgspec.structs.replace(
        game.scene, state=msgspec.structs.replace(game.scene.state, aboard={"Ann": "Truck"})
    )
    assert "Set the initiative of whoever is aboard: Ann." in game.refused("Truck", "correct", initiative=9)


@pytest.mark.parametrize(("action", "inputs"), [("damage", {"damage": 3}), ("heal", {"awake": True})])
def test_who_hurts_or_heals_a_vehicle_is_told_what_does_that(action: str, inputs: dict[str, Any]) -> None:
    assert "Damage it with /act action:wreck, or mend it with" in road().refused(
        "Ann", action, target="Truck", **inputs
    )


def test_a_vehicle_does_nothing_that_its_people_do() -> None:
    game = road()
    assert "goes where it is driven. Act with somebody who is aboard." in game.refused(
        "Truck", "intimidate", target="Ann"
    )


def test_the_gun_of_a_vehicle_and_what_it_left_behind_are_set_right() -> None:
    game = Game(visual_penalty=False)
    lost = {"name": "jack", "held": False, "lies": "away"}
    game.join("Truck", owner=0, vehicle={"kind": "truck"}, weapons=[{"kind": "m249"}], items=[lost])
    game.act("Truck", "correct", rounds=7, found="jack")
    kit = game.state("Truck").kit
    assert (kit.weapons["M249"].loaded, kit.items["jack"].lies) == (7, "carried")


def test_a_vehicle_takes_no_turn() -> None:
    game = road()
    assert [event.actor for event in game.events if isinstance(event, InitiativeRolled)] == ["Ann", "Bob"]
    assert game.now() == ("Ann",)


def test_where_distances_are_told_no_hull_stands_and_no_mine_lies_anywhere() -> None:
    play = play_on(REFLEX, road().scene)
    park(play)
    lay_mines(play)
    assert play.events == []


def test_a_vehicle_neither_chooses_nor_pauses() -> None:
    game = road()
    game.go_on()
    while game.scene.state.phase == "exchange":
        game.go_on()
    assert game.now() == ("Ann", "Bob")
    game.go_on()
    assert {slot.actor for slot in game.scene.agenda} == {"Ann", "Bob"}


def test_a_shot_at_a_vehicle_finds_a_place_of_it_with_its_armor_and_threshold() -> None:
    game = road()
    game.act("Ann", "attack", 5, 20, 3, target="Truck", range_m=60)
    assert game.one(ShotFired).margin == 7
    assert hits(game) == [("hull right", 14, 12)]
    assert game.state("Truck").kit.broken == {}
    assert not [event for event in game.events if isinstance(event, Hit)]


def test_a_stationary_vehicle_is_an_easy_target() -> None:
    game = road()
    game.act("Ann", "attack", 20, 20, target="Truck", range_m=60)
    check = game.one(ShotFired).outcome.check
    assert [(term.label, term.value) for term in check.terms] == [("unaware", 4)]


def test_a_side_that_is_named_is_struck_without_dice() -> None:
    game = road()
    game.act("Ann", "attack", 9, 20, target="Truck", range_m=60, facing="suspension")
    assert hits(game) == [("suspension", 10, 6)]


def test_from_its_threshold_on_a_place_is_disabled_and_then_destroyed() -> None:
    game = road(thresholds={"suspension": 6})
    game.act("Ann", "attack", 9, 20, target="Truck", range_m=60, facing="suspension")
    assert (game.state("Truck").kit.wear, game.state("Truck").kit.broken) == (
        {"suspension": 1},
        {"suspension": "disabled"},
    )
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=8)
    assert (game.state("Truck").kit.wear, game.state("Truck").kit.broken) == (
        {"suspension": 1},
        {"suspension": "destroyed"},
    )


def test_a_graze_only_scratches() -> None:
    game = road(thresholds={"suspension": 1}, armor={"suspension": 0})
    game.act("Ann", "attack", 12, 20, target="Truck", range_m=60, facing="suspension")
    assert (game.one(VehicleHit).final, game.one(VehicleHit).graze, game.state("Truck").kit.broken) == (7, True, {})


def test_rounds_of_a_burst_find_places_of_their_own() -> None:
    game = road()
    game.act("Ann", "attack", 9, 20, 5, 1, 3, 6, 1, target="Truck", range_m=60, rounds=4)
    assert [place for place, _, _ in hits(game)] == ["suspension", "suspension", "hull front"]


def summed_up(game: Game) -> str:
    """The headline of the last order, as everybody reads it."""
    return engine.story(REFLEX, game.events, PUBLIC)[0].text


def test_the_headline_and_the_summary_of_a_fight_count_the_rounds_that_hit_a_vehicle() -> None:
    game = road()
    game.act("Ann", "attack", 9, 20, 5, 1, 3, 6, 1, target="Truck", range_m=60, rounds=4)
    assert summed_up(game) == "Ann → Truck, four rounds at 60 m: three hits."
    told = [line.text for line in REFLEX.summary(game.scene, game.events, PUBLIC)]
    assert told == ["Ann: 4 rounds in 1 attack, 3 hits.", "Truck: hit 3 times."]
    missed = road()
    missed.act("Ann", "attack", 20, 20, target="Truck", range_m=60)
    assert summed_up(missed).endswith(": miss.")


def test_what_comes_of_several_hits_in_one_place_is_told_once() -> None:
    game = road()
    game.act("Ann", "attack", 9, 20, 5, 1, 3, 6, 1, target="Truck", range_m=60, rounds=4)
    assert [place for place, _, _ in hits(game)].count("suspension") == 2
    said = [line.text for line in engine.story(REFLEX, game.events, PUBLIC) if not line.depth]
    assert said[1] == "Truck is hit: suspension only scratched and hull front only scratched."


def test_who_knows_no_more_of_a_vehicle_than_its_kind_reckons_with_the_numbers_of_that() -> None:
    game = road(armor={"suspension": 30})
    shot = Act(actor="Ann", action="attack", inputs={"target": "Truck", "range_m": 60.0, "facing": "suspension"})
    seen = views.view(game.scene, PUBLIC, REFLEX)
    known = engine.decide(REFLEX, seen, shot, lambda *_: ScriptedDice([9, 20]))
    (hit,) = [event for event in known.events if isinstance(event, VehicleHit)]
    assert (hit.armor, hit.final, hit.threshold) == (2, 6, 14)


def test_a_blow_strikes_the_side_that_is_named_or_any() -> None:
    game = road("car")
    game.act("Ann", "attack", 3, 4, 4, weapon="bare hands", target="Truck", range_m=1)
    assert [place for place, _, _ in hits(game)] == ["hull rear"]
    game.act("Ann", "attack", 3, 4, weapon="bare hands", target="Truck", facing="hull front")
    assert [place for place, _, _ in hits(game)] == ["hull front"]


def test_a_called_attack_on_a_vehicle_and_a_side_of_somebody_are_refused() -> None:
    game = road()
    with pytest.raises(RuleViolation, match="is a vehicle"):
        game.act("Ann", "attack", target="Truck", range_m=60, called="head")
    with pytest.raises(RuleViolation, match="no vehicle"):
        game.act("Ann", "attack", target="Bob", range_m=60, facing="hull rear")


def test_a_direct_hit_strikes_a_side_and_the_blast_every_other_place() -> None:
    game = road("tank")
    inputs = {"target": "Truck", "explosive": "rpg7_heat", "margin": 3, "facing": "hull left"}
    game.act("Ann", "explode", 1, 9, 5, **inputs)
    assert hits(game)[0] == ("hull left", 83, 43)
    assert hits(game)[1:5] == [(place, 7, 0) for place in PLACES if place != "hull left"]
    assert game.state("Truck").kit.broken == {"hull left": "disabled"}
    assert hits(game)[5:] == [("suspension", 7, 0)]


def test_a_direct_hit_finds_a_side_by_chance_where_none_is_named() -> None:
    game = road("tank")
    game.act("Ann", "explode", 2, target="Truck", explosive="rpg7_heat", margin=3, frag=0)
    assert hits(game)[0] == ("hull left", 83, 43)


def test_a_near_miss_reaches_every_place_and_a_fragment_on_the_place_of_the_direct_hit_is_ignored() -> None:
    game = road("car")
    game.act("Ann", "explode", explosive="rpg7_heat", frag=0, victims="Truck:6")
    assert hits(game) == [(place, 2, 0) for place in PLACES]
    game.act("Ann", "explode", 3, 8, 5, target="Truck", explosive="rpg7_heat", blast=0, facing="suspension")
    assert hits(game) == [("suspension", 80, 79)]
    assert game.one(FragmentsRolled).hits == 1


def test_a_fragment_of_the_secondary_zone_stops_at_any_armor_of_one() -> None:
    game = road("truck")
    game.act("Ann", "explode", 4, 18, 1, explosive="rpg7_heat", blast=0, victims="Truck:6")
    assert hits(game) == [("hull front", 8, 0)]


def test_nil_goes_through_less_than_one() -> None:
    game = road("car")
    game.act("Ann", "wreck", target="Truck", item="hull front", damage=20, penetration="nil")
    assert hits(game) == [("hull front", 20, 20)]


def test_beyond_the_blast_a_vehicle_is_not_touched() -> None:
    game = road()
    game.act("Ann", "explode", explosive="rpg7_heat", victims="Truck:9")
    assert hits(game) == []


def test_hazards_of_a_body_are_none_of_a_vehicle() -> None:
    game = road()
    with pytest.raises(RuleViolation, match="is a vehicle"):
        game.act("Ann", "fall", target="Truck", metres=8)
    with pytest.raises(RuleViolation, match="is a vehicle"):
        game.act("Ann", "damage", target="Truck", damage=8)


def test_what_was_disabled_is_mended_place_by_place() -> None:
    game = road()
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=90)
    game.act("Ann", "mend", target="Truck", item="suspension")
    assert (game.state("Truck").kit.broken, game.state("Truck").kit.wear) == ({}, {"suspension": 1})


def test_the_places_of_a_vehicle_are_offered() -> None:
    game = road()
    offered = REFLEX.candidates(game.scene, "wreck", "item", {"actor": "Ann", "target": "Truck"})
    assert [choice.value for choice in offered] == PLACES


def test_a_face_of_the_die_for_each_place_and_two_for_the_suspension() -> None:
    tables = ReflexTables(TABLES)
    assert [place_at(tables, face) for face in range(1, 7)] == [*PLACES[:4], "suspension", "suspension"]


def test_everybody_sees_what_breaks_and_only_the_gm_the_armor_behind_it() -> None:
    game = road(thresholds={"hull front": 3})
    game.act("Ann", "wreck", target="Truck", item="hull front", damage=9)
    assert "The hull front of Truck is hit: disabled." in game.told(PUBLIC)
    assert "Armor" not in game.told(PUBLIC)
    assert "Armor 1 ×1; 8 against a threshold of 3; Wear 1." in game.told()


def test_a_graze_says_so_to_those_who_may_know() -> None:
    game = road(owner=1)
    game.act("Ann", "attack", 12, 20, target="Truck", range_m=60, facing="suspension")
    assert "a graze" in game.told(PUBLIC)


def test_the_tracker_names_a_vehicle_and_what_is_broken() -> None:
    game = road(owner=1)
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=90)
    told = REFLEX.status(game.scene, "Truck", PUBLIC).text
    assert told == "Truck: truck, suspension disabled"


def test_of_an_enemys_vehicle_only_its_kind_and_what_is_broken_is_known() -> None:
    game = road()
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=90)
    known = REFLEX.public(game.state("Truck"))
    assert known.body.vehicle is not None
    assert known.kit.broken == {"suspension": "disabled"}
    assert (known.body.vehicle.kind, known.body.vehicle.armor_halves, known.person.size) == ("truck", {}, "fourfold")


def test_a_vehicles_sheet_is_told_with_armor_and_thresholds() -> None:
    text = "\n".join(line.text for line in REFLEX.describe(sheet(vehicle={"kind": "armored_car"}), {}))
    assert "hull front 15/20" in text
    assert "safe up to 80 km/h" in text
    assert "house table" in text


def test_a_vehicles_condition_stands_on_its_sheet() -> None:
    broken = {
        "condition": {"broken": {"suspension": "disabled"}},
        "vehicle": {"kind": "car", "armor": {"hull rear": 3}},
    }
    text = "\n".join(line.text for line in REFLEX.describe(sheet(**broken), {}))
    assert "hull rear 3/12" in text
    assert "suspension disabled" in text


def test_a_vehicle_is_of_the_size_of_its_kind_unless_its_sheet_says_another() -> None:
    assert REFLEX.enlist(sheet(vehicle={"kind": "tank"}), {}).person.size == "eightfold"
    assert REFLEX.enlist(sheet(vehicle={"kind": "tank"}, size="fourfold"), {}).person.size == "fourfold"


def test_what_the_fight_left_of_a_vehicle_is_written_back() -> None:
    game = road("truck", armor={"hull rear": 4})
    game.act("Ann", "wreck", target="Truck", item="suspension", damage=90)
    written = REFLEX.project(game.scene.combatants["Truck"])
    assert written["vehicle"]["armor_halves"]["hull rear"] == 8
    assert written["condition"]["broken"] == {"suspension": "disabled"}


def test_where_a_campaign_has_no_usual_side_of_a_vehicle_it_is_the_first() -> None:
    sides = [usual_side(REFLEX.tables.under({"vehicle_places.hull left.usual": usual})) for usual in (True, False)]
    assert sides == ["hull left", "hull front"]
