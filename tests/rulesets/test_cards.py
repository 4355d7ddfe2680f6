"""A card tells of somebody what its system knows, and every place that can be hurt can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from bot import app
from bot.core.sheets import checked
from bot.core.telling.cards import Card, WoundFigure, WoundGrade, in_short
from bot.rulesets.eclipse.state import State as EclipseState
from bot.rulesets.nighttripper.state import Wound
from bot.rulesets.reflex.kinds import BodyPart

PLAYED = [(key, template) for key in app.SYSTEMS for template in app.built(key).templates]


def state_of(key: str, template: str, **changes: Any) -> Any:
    """Somebody ready-made, with something of its state changed."""
    system = app.built(key)
    sheet, problems = checked(system.ruleset.sheet, system.templates[template])
    assert not problems
    return msgspec.structs.replace(system.ruleset.enlist(sheet, {}), **changes)


def card_of(key: str, template: str, **changes: Any) -> Card:
    """The card of somebody ready-made."""
    card = app.built(key).ruleset.card(state_of(key, template, **changes), {})
    assert card is not None
    return card


def hurt(figure: WoundFigure) -> Mapping[str, tuple[WoundGrade, str]]:
    """What is drawn as hurt, by place."""
    return {each.title: (each.hurt, each.words) for each in figure.places if each.hurt}


@pytest.mark.parametrize(("key", "template"), PLAYED)
def test_everybody_ready_made_has_a_card_and_is_unhurt(key: str, template: str) -> None:
    card = card_of(key, template)
    assert card.what
    assert card.wounds
    assert card.figure != WoundFigure()
    assert hurt(card.figure) == {}


@pytest.mark.parametrize("key", ["reflex", "graydawn", "horizons", "nighttripper"])
def test_every_place_that_can_be_hurt_has_a_place_on_the_figure(key: str) -> None:
    tables = app.tables_of(key)
    places: dict[str, set[str]] = {
        "reflex": set(BodyPart),
        "graydawn": set(tables.get("locations", ())),
        "horizons": set(tables.get("zones", ())),
        "nighttripper": {"head", "torso", "left arm", "right arm", "left leg", "right leg"},
    }
    assert set(tables["body_places"]) == places[key]


def test_reflex_draws_the_worse_of_real_and_imagined_wounds_and_what_is_lost() -> None:
    state = state_of("reflex", "rifleman")
    body = msgspec.structs.replace(
        state.body, wounds={"head": 1, "torso": 3, "left leg": 0}, virtual={"head": 4}, lost=("left arm",)
    )
    card = card_of("reflex", "rifleman", body=body)
    assert hurt(card.figure) == {
        "head": (WoundGrade.WORST, "critical"),
        "torso": (WoundGrade.GRAVE, "serious"),
        "left arm": (WoundGrade.WORST, "lost"),
    }
    assert "head critical" in card.now


def test_reflex_draws_a_vehicle_as_boxes() -> None:
    kit = msgspec.structs.replace(state_of("reflex", "car").kit, broken={"suspension": "destroyed"})
    card = card_of("reflex", "car", kit=kit)
    assert {each.title: each.marked for each in card.figure.tracks}["suspension"] == 2
    assert card.figure.places == ()


def test_reflex_tells_rounds_carried_where_somebody_counts_them() -> None:
    kit = state_of("reflex", "rifleman").kit
    knife = state_of("reflex", "rifleman").kit.weapons
    key, rifle = next(iter(knife.items()))
    uncounted = msgspec.structs.replace(rifle, spare=None, held_with=0)
    blade = msgspec.structs.replace(rifle, model=msgspec.structs.replace(rifle.model, melee=True), name="Blade")
    card = card_of("reflex", "rifleman", kit=msgspec.structs.replace(kit, weapons={key: uncounted, "Blade": blade}))
    assert card.rounds == ("Assault rifle 30/30",)
    assert card.weapons == ("Blade (in hand)", "Assault rifle")


def test_eclipse_counts_damage_and_stress() -> None:
    card = card_of("eclipse", "soldier", damage=17, wounds=2, traumas=8)
    assert [(each.title, each.marked, each.boxes) for each in card.figure.tracks] == [
        ("damage", 17, 40),
        ("stress", 0, 40),
        ("wounds", 2, 6),
        ("traumas", 8, 8),
    ]
    weapons = {
        key: msgspec.structs.replace(each, spare=None) for key, each in state_of("eclipse", "soldier").weapons.items()
    }
    assert "automatic rifle 30/30" in card_of("eclipse", "soldier", weapons=weapons).rounds
    assert isinstance(state_of("eclipse", "soldier"), EclipseState)


def test_graydawn_fills_its_track_box_by_box() -> None:
    card = card_of("graydawn", "operative", boxes=9, stun=2, crippled=("left_arm",))
    marked = {each.title: each.marked for each in card.figure.tracks}
    assert marked == {"light": 4, "serious": 4, "critical": 1, "mortal": 0, "stun": 2}
    boxes = {each.title: each.boxes for each in card.figure.tracks}
    assert boxes == {"light": 4, "serious": 4, "critical": 4, "mortal": 28, "stun": 2}
    assert hurt(card.figure) == {"left arm": (WoundGrade.WORST, "crippled")}
    assert "REF" in card.wounds[1].text
    assert "mortal 1" in card_of("graydawn", "operative", boxes=17).wounds[1].text
    weapons = {
        key: msgspec.structs.replace(each, jammed=True)
        for key, each in state_of("graydawn", "operative").weapons.items()
    }
    assert "jammed" in card_of("graydawn", "operative", weapons=weapons).arms[0].text


def test_horizons_draws_zones_by_their_wounds_and_names_what_has_no_place() -> None:
    card = card_of("horizons", "soldier", wounds={"head": 1, "vital": 2, "legs": 5, "body": 1}, damage=4)
    assert hurt(card.figure) == {
        "head": (WoundGrade.SLIGHT, "1 wound"),
        "vital": (WoundGrade.GRAVE, "2 wounds"),
        "legs": (WoundGrade.WORST, "5 wounds"),
        "body": (WoundGrade.SLIGHT, "1 wound"),
    }
    assert card_of("horizons", "soldier", dead=True).now[0] == "dead"
    assert card_of("horizons", "soldier", unconscious=True).now[0] == "unconscious"
    weapons = {
        key: msgspec.structs.replace(each, spare=None) for key, each in state_of("horizons", "soldier").weapons.items()
    }
    blade = msgspec.structs.replace(next(iter(weapons.values())), cartridge="")
    told = card_of("horizons", "soldier", weapons={**weapons, "Knife": blade})
    assert told.rounds[0] == "Assault rifle 30/30"
    assert not any("Knife" in each for each in told.rounds)


@pytest.mark.parametrize(("damage", "marked"), [(0, 0), (4, 4), (35, 35), (50, 35)])
def test_horizons_marks_no_more_points_than_there_are(damage: int, marked: int) -> None:
    card = card_of("horizons", "soldier", damage=damage, most=35, per_wound=0, wounds={})
    (points,) = card.figure.tracks
    assert (points.title, points.marked, points.boxes) == ("hit points lost", marked, 35)


def test_nighttripper_draws_limbs_by_their_side() -> None:
    wounds = (Wound("torso", 1), Wound("arm", 2, "left"), Wound("leg", 4, "right"))
    card = card_of("nighttripper", "spacer", wounds=wounds, lost=("left leg",), luck=3)
    assert hurt(card.figure) == {
        "torso": (WoundGrade.SLIGHT, "1 of 4"),
        "left arm": (WoundGrade.GRAVE, "2 of 4"),
        "right leg": (WoundGrade.WORST, "4 of 4"),
        "left leg": (WoundGrade.WORST, "lost"),
    }
    assert "torso 1 of 4" in [each.text for each in card.wounds]
    assert card.figure.tracks[0].marked == 7


def test_nighttripper_draws_a_limb_of_no_side_on_both() -> None:
    card = card_of("nighttripper", "spacer", wounds=(Wound("arm", 1),))
    assert set(hurt(card.figure)) == {"left arm", "right arm"}


def test_nighttripper_says_of_whoever_has_one_rank_for_all_that_it_is_so() -> None:
    assert card_of("nighttripper", "trooper").skills == ("everything alike (1)",)
    assert card_of("nighttripper", "spacer").skills[-1] == "everything else 0"


def test_nighttripper_says_that_armour_is_spent() -> None:
    assert card_of("nighttripper", "trooper").wears == ("vest",)
    assert card_of("nighttripper", "trooper", armor_spent=True).wears == ("vest (spent)",)
    assert card_of("nighttripper", "tough").wears == ()


def test_nighttripper_says_which_weapon_is_in_hand() -> None:
    assert card_of("nighttripper", "trooper", wields="carbine").weapons == ("carbine (in hand)", "knife")
    assert card_of("nighttripper", "trooper", wields="knife").weapons == ("knife (in hand)", "carbine")


def test_in_short_somebody_is_their_weapons_what_they_wear_and_their_best_skill() -> None:
    armed = Card(weapons=("rifle (in hand)", "pistol", "knife"), wears=("vest", "helmet"), skills=("rifle 8", "run 2"))
    assert in_short(armed) == "rifle, pistol; vest, helmet; best at rifle 8"
    assert in_short(Card(skills=("run 2",))) == "unarmed; best at run 2"
    assert in_short(Card(what="truck", weapons=("horn",))) == "truck"
