"""Damage to things: Armor and threshold by substance and Bulk, Wear, and what is broken is of no use."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.core.orders import EditSheet
from bot.core.terms import Term
from bot.core.views import PUBLIC
from bot.rulesets.reflex.equipment.events import EquipmentHit
from bot.rulesets.reflex.equipment.rules import armor_and_threshold
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.tables import ReflexTables
from tests.rulesets.reflex.playing import REFLEX, TABLES, Game, duel, sheet

RIFLE: dict[str, Any] = {"weapons": [{"kind": "ak47"}, {"kind": "pistol", "held": False}], "items": [{"name": "Radio"}]}


def armed() -> Game:
    """Ann with a rifle in hand in her first exchange, and Bob of the GM's with the same."""
    return duel(**RIFLE, skills={"longarm": 8})


@pytest.mark.parametrize(
    ("substance", "bulk", "found"),
    [("steel", 3, (4, 7)), ("hard_wood", 1, (3, 4)), ("paper", 0, (0, 0)), ("titanium", 2, (5, 7))],
)
def test_rx_30_armor_and_threshold_follow_from_substance_and_bulk(
    substance: str, bulk: int, found: tuple[int, int]
) -> None:
    assert armor_and_threshold(ReflexTables(TABLES), substance, bulk) == found


def test_damage_under_the_threshold_only_scratches() -> None:
    game = armed()
    game.act("Ann", "wreck", item="AK-47", damage=10)
    assert (game.one(EquipmentHit).final, game.one(EquipmentHit).broken) == (6, "")
    assert game.state("Ann").kit.wear == {}
    assert "only scratched" in game.told()


def test_from_the_threshold_on_a_thing_wears_and_is_disabled_and_then_destroyed() -> None:
    game = armed()
    game.act("Ann", "wreck", item="AK-47", damage=11)
    assert (game.state("Ann").kit.wear, game.state("Ann").kit.broken) == ({"AK-47": 1}, {"AK-47": "disabled"})
    game.act("Ann", "wreck", item="AK-47", damage=11)
    assert (game.state("Ann").kit.wear, game.state("Ann").kit.broken) == ({"AK-47": 1}, {"AK-47": "destroyed"})
    with pytest.raises(RuleViolation, match="destroyed already"):
        game.act("Ann", "wreck", item="AK-47", damage=11)
    with pytest.raises(RuleViolation, match="is destroyed"):
        game.act("Ann", "mend", item="AK-47")


def test_what_is_broken_fires_no_more_until_it_is_mended() -> None:
    game = armed()
    game.act("Ann", "wreck", item="AK-47", damage=11)
    with pytest.raises(RuleViolation, match="disabled"):
        game.act("Ann", "attack", target="Bob", range_m=20)
    game.act("Ann", "mend", item="AK-47")
    assert "works again" in game.told()
    game.act("Ann", "attack", 20, 20, 20, target="Bob", range_m=20)
    assert game.one(ShotFired).hit is False
    assert game.state("Ann").kit.wear == {"AK-47": 1}
    with pytest.raises(RuleViolation, match="not broken"):
        game.act("Ann", "mend", item="AK-47")


def test_what_things_are_made_of_must_be_said_but_weapons_are_of_steel() -> None:
    game = armed()
    with pytest.raises(RuleViolation, match="made of"):
        game.act("Ann", "wreck", item="Radio", damage=3)
    game.act("Ann", "wreck", item="Radio", damage=3, substance="electronics", bulk=1)
    assert game.one(EquipmentHit).broken == "disabled"


@pytest.mark.parametrize(
    ("damage", "armor", "penetration", "left"), [(9, 4, 1, 7), (9, 4, 6, 0), (9, 4, None, 0), (9, 0, None, 9)]
)
def test_penetration_multiplies_the_armor_of_a_thing(
    damage: int, armor: int, penetration: int | None, left: int
) -> None:
    assert Harm((Term("told", damage),), penetration).past(armor) == left


def test_what_armor_stops_does_not_even_break_what_is_small() -> None:
    game = armed()
    game.act("Ann", "wreck", item="Radio", damage=1, substance="leather")
    assert game.one(EquipmentHit).broken == ""


def test_damage_to_things_stays_on_the_sheet() -> None:
    game = armed()
    game.act("Ann", "wreck", item="AK-47", damage=11)
    projected = REFLEX.project(game.scene.combatants["Ann"])
    assert projected["condition"] == {"wear": {"AK-47": 1}, "broken": {"AK-47": "disabled"}}
    game.do(EditSheet(actor="Ann", path="", sheet=sheet(**projected)))
    assert game.state("Ann").kit.broken == {"AK-47": "disabled"}


def test_the_numbers_of_guarded_things_are_the_gms() -> None:
    game = Game()
    game.join("Bob", owner=0, **RIFLE)
    game.act("Bob", "wreck", item="AK-47", damage=11, target="Bob")
    assert game.told(PUBLIC) == "The AK-47 of Bob is hit: disabled."
    assert "11 damage; steel: Armor 4 ×1; 7 against a threshold of 7; Wear 1." in game.told()


def test_things_and_people_are_offered_and_nobody_else_is_known() -> None:
    game = armed()
    items = REFLEX.candidates(game.scene, "wreck", "item", {"actor": "Bob", "target": "Ann"})
    assert [choice.value for choice in items] == ["Radio", "AK-47", "9 mm pistol"]
    people = REFLEX.candidates(game.scene, "wreck", "target", {"actor": "Ann"})
    assert [choice.value for choice in people] == ["Ann", "Bob"]
    assert list(REFLEX.candidates(game.scene, "wreck", "item", {"actor": "Nobody"})) == []
    with pytest.raises(RuleViolation, match="not here"):
        game.act("Ann", "wreck", target="Nobody", item="AK-47", damage=3)


@pytest.mark.parametrize(
    ("weapons", "action"),
    [
        ([{"kind": "ak47", "loaded": 0}], "reload"),
        ([{"kind": "ak47", "loaded": 1}], ""),
        ([{"kind": "ak47", "loaded": 0, "spare": 0}], ""),
        ([{"kind": "ak47", "loaded": 0, "held": False}], ""),
        ([{"kind": "knife", "held": True}], ""),
        ([], ""),
    ],
)
def test_an_empty_weapon_is_known_with_what_helps(weapons: list[dict[str, Any]], action: str) -> None:
    game = duel(weapons=weapons)
    assert game.ruleset.mended_by(game.state("Ann")) == action
    if action:
        assert "empty" in game.refused("Ann", "attack", target="Bob", range_m=20)
        game.act("Ann", action)


def test_an_empty_weapon_that_is_broken_is_helped_by_no_loading() -> None:
    game = duel(weapons=[{"kind": "ak47", "loaded": 0}])
    game.act("Ann", "wreck", item="AK-47", damage=11)
    assert game.ruleset.mended_by(game.state("Ann")) == ""


@pytest.mark.parametrize(
    ("wounds", "hands", "remedy"),
    [
        (("right arm", "left arm"), None, "Have somebody else take it."),
        (("right arm",), 2, "Take it in one: with:hands=1."),
        ((), 2, "Ditch what is in hand"),
    ],
)
def test_what_is_said_where_no_hand_is_free_would_free_one(
    wounds: tuple[str, ...], hands: int | None, remedy: str
) -> None:
    game = Game()
    game.join("Ann", weapons=[{"kind": "pistol", "name": "pistol"}, {"kind": "ak47", "name": "rifle", "held": False}])
    for arm in wounds:
        game.act("Ann", "correct", wound="critical", place=arm)
    assert remedy in game.refused("Ann", "ready", item="rifle", hands=hands)
