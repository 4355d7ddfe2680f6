"""Cover and armour: what is in the way of a hit, and what it takes off."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.core.errors import RuleViolation
from bot.rulesets.reflex.kit import Armor
from bot.rulesets.reflex.person.cover import ToldCover
from bot.rulesets.reflex.person.protection import (
    Cover,
    Layer,
    cover_of,
    effective_armor,
    got_through,
    hidden_parts,
    layers,
)
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.wounds.events import Hit, Stopped, TookCover
from tests.rulesets.reflex.firing import TABLES, act, changed, every, fight, only, sheet, shoot, state_of, values

VEST = Armor(name="vest", armor_halves=4, covers=("chest", "upper abdomen"))
OPEN = state_of()
RAG = Armor(name="rag", armor_halves=1, covers=("chest",))


def wall(armor: Fraction | int, *hides: str) -> Cover:
    """A wall before some places."""
    return Cover("wall", "cover", Fraction(armor), frozenset(hides))


def told(**inputs: Any) -> Cover:
    """The cover that was told of."""
    cover = cover_of(TABLES, OPEN, ToldCover(**inputs))
    assert cover is not None
    return cover


def test_no_cover_is_none() -> None:
    assert cover_of(TABLES, OPEN, ToldCover()) is None


@pytest.mark.parametrize(
    ("inputs", "armor"),
    [
        ({"cover": "stone_wall"}, 6),
        ({"cover": "sheetrock_wall"}, Fraction(1, 2)),
        ({"armor": 2.5}, Fraction(5, 2)),
        ({"cover": "car", "armor": 3.0}, 3),
        ({"material": "concrete", "thickness_mm": 140.0}, 4),
        ({"material": "ceramic", "thickness_mm": 1.0}, Fraction(2, 5)),
        ({"cover": "car", "engine": True}, Fraction(25, 2)),
        ({"cover": "car", "through_vehicle": True}, 1),
        ({"armor": 4.0, "engine": True}, 16),
        ({"cover": "truck", "engine": True, "through_vehicle": True}, 26),
    ],
)
def test_cover_has_an_armor_value(inputs: dict[str, Any], armor: Fraction) -> None:
    assert told(**inputs).armor == armor


@pytest.mark.parametrize(
    "inputs",
    [
        {"engine": True},
        {"through_vehicle": True},
        {"cover": "stone_wall", "engine": True},
        {"material": "wood", "thickness_mm": 50.0, "through_vehicle": True},
    ],
)
def test_a_vehicle_must_be_named(inputs: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="Which vehicle"):
        cover_of(TABLES, OPEN, ToldCover(**inputs))


def test_a_material_needs_a_thickness() -> None:
    with pytest.raises(RuleViolation, match="thickness_mm=150"):
        cover_of(TABLES, OPEN, ToldCover(material="wood"))


def test_rx_09_below_the_shoulders_leaves_head_and_arms() -> None:
    hides = told(cover="stone_wall", parts="below_shoulders").hides
    assert {"upper abdomen", "chest", "left foot"} <= hides
    assert not hides & {"skull", "face", "neck", "right forearm", "left hand"}


def test_rx_09_the_wall_takes_the_hit_in_the_belly() -> None:
    decision = shoot(fight(), 3, 20, 3, 3, cover="stone_wall", parts="below_shoulders")
    hit = only(decision, Hit)
    assert (hit.fine, hit.layers, hit.final) == ("upper abdomen", (Layer("stone_wall", "cover", 6, 12),), 0)
    assert only(decision, Stopped).fine == "upper abdomen"


def test_rx_09_an_arm_over_the_wall_is_not_covered() -> None:
    decision = shoot(fight(), 6, 20, 6, 2, 1, 1, 1, 1, cover="stone_wall")
    assert only(decision, Hit).layers == ()


def test_who_is_wholly_hidden_is_covered_everywhere_unless_parts_are_told() -> None:
    assert "skull" in told(cover="stone_wall", hidden=True).hides
    assert "skull" not in told(cover="stone_wall", hidden=True, parts="legs").hides


def test_parts_are_sets_places_or_fine_places() -> None:
    assert hidden_parts(TABLES, "Right_Arm,chest") == {
        "right upper arm",
        "right forearm",
        "right elbow",
        "right hand",
        "chest",
    }


def test_an_unknown_part_is_refused_with_examples() -> None:
    with pytest.raises(RuleViolation, match=r"'tail' is no part of a body.*below_shoulders"):
        hidden_parts(TABLES, "legs,tail")


@pytest.mark.parametrize(
    ("armor", "penetration", "effective"),
    [
        (2, 4, 4),
        (9, 4, 18),
        (Fraction(1, 2), 2, 0),
        (Fraction(1, 2), 4, 1),
        (Fraction(1, 2), 6, 2),
        (3, 1, 2),
        (1, 1, 0),
        (Fraction(2, 5), 4, 0),
        (0, 8, 0),
    ],
)
def test_003_56_armor_is_multiplied_exactly_and_rounded_half_up_from_one(
    armor: Fraction, penetration: int, effective: int
) -> None:
    assert effective_armor(Fraction(armor), penetration) == effective


def test_003_55_cover_and_worn_armour_add_up_cover_first() -> None:
    found = layers(wall(1, "chest"), (VEST,), "chest", 4)
    assert found == (Layer("wall", "cover", 1, 2), Layer("vest", "armor", 2, 4))
    assert got_through(11, found) == 5


def test_only_what_covers_the_place_counts() -> None:
    assert layers(wall(6, "left foot"), (VEST,), "skull", 4) == ()


def test_003_55_nil_ends_at_the_first_that_is_not_zero() -> None:
    found = layers(wall(1, "chest"), (VEST,), "chest", None)
    assert found == (Layer("wall", "cover", 1, 0, stops=True),)
    assert got_through(40, found) == 0


def test_003_56_nil_passes_half_a_point() -> None:
    found = layers(None, (RAG,), "chest", None)
    assert found == (Layer("rag", "armor", 0.5),)
    assert got_through(7, found) == 7


def test_rx_25_a_vest_takes_four_off_eleven() -> None:
    assert got_through(11, layers(None, (VEST,), "chest", 4)) == 7


def test_rx_26_a_cinder_block_wall_stops_eleven() -> None:
    assert got_through(11, layers(told(cover="cinder_block"), (), "chest", 4)) == 0


def test_003_41_a_hidden_target_is_five_harder() -> None:
    assert values(only(shoot(fight(), 20, 20, hidden=True), ShotFired).outcome.check.terms) == {"hidden": -5}


def test_what_is_stopped_wounds_nobody() -> None:
    guard = sheet(armor=[{"kind": "heavy_plate"}])
    decision = shoot(fight(guard=guard), 3, 20, 3, 2)
    assert only(decision, Hit).final == 0
    assert decision.scene.combatants["Guard"].state.body.wounds == {}
    assert every(decision, Stopped)


BEHIND = OPEN.with_body(cover="stone_wall", cover_parts="legs")


def test_the_cover_somebody_is_known_to_be_behind_counts() -> None:
    cover = cover_of(TABLES, BEHIND, ToldCover())
    assert cover is not None
    assert (cover.armor, "left foot" in cover.hides, "chest" in cover.hides) == (Fraction(6), True, False)


@pytest.mark.parametrize(
    "inputs", [{"cover": "wooden_plank"}, {"armor": 1}, {"material": "wood", "thickness_mm": 50.0}]
)
def test_what_is_told_goes_before_what_is_known(inputs: dict[str, Any]) -> None:
    cover = cover_of(TABLES, BEHIND, ToldCover(**inputs))
    assert cover is not None
    assert (cover.armor, "chest" in cover.hides) == (Fraction(1), True)


def test_who_is_known_to_be_wholly_behind_cover_is_not_shot_at_without_knowing_the_place() -> None:
    state = OPEN.with_body(cover="stone_wall", cover_parts="everything")
    with pytest.raises(RuleViolation, match=r"hides all of the target.*hidden=yes"):
        cover_of(TABLES, state, ToldCover())
    assert cover_of(TABLES, state, ToldCover(hidden=True)) == told(cover="stone_wall", hidden=True)
    assert cover_of(TABLES, state, ToldCover(parts="legs")) == told(cover="stone_wall", parts="legs")


def test_who_sits_in_a_vehicle_can_be_seen() -> None:
    state = OPEN.with_body(cover="car", cover_parts="everything")
    assert cover_of(TABLES, state, ToldCover()) == told(cover="car", parts="everything")


def test_cover_may_be_ignored_for_a_shot() -> None:
    assert cover_of(TABLES, BEHIND, ToldCover(cover="none")) is None


def test_who_is_wholly_hidden_behind_known_cover_is_covered_everywhere() -> None:
    cover = cover_of(TABLES, BEHIND, ToldCover(hidden=True))
    assert cover is not None
    assert "skull" in cover.hides


def test_a_gm_puts_somebody_behind_cover_until_it_moves() -> None:
    decision = act(fight(), "take_cover", actor="Ann", cover="sandbags", parts="legs")
    assert only(decision, TookCover).cover == "sandbags"
    assert decision.scene.combatants["Ann"].state.body.cover == "sandbags"
    moved = act(decision.scene, "move", actor="Ann", pace="walk").scene.combatants["Ann"].state
    assert (moved.body.cover, moved.body.cover_parts) == ("", "")


def test_a_shot_meets_the_cover_its_target_took() -> None:
    scene = act(fight(), "take_cover", actor="Guard", cover="sandbags").scene
    assert only(shoot(scene, 3, 20, 3, 3), Hit).layers == (Layer("sandbags", "cover", 5, 10),)


@pytest.mark.parametrize("lies", [{"dead": True}, {"unconscious": True}])
def test_a_player_learns_of_nobody_who_lies_there_whether_he_is_dead(lies: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="Guard is down"):
        act(changed(fight(), "Guard", **lies), "take_cover", target="Guard", cover="sandbags")


def test_leaving_cover_and_naming_no_part_of_a_body() -> None:
    scene = changed(fight(), "Guard", cover="sandbags", cover_parts="legs")
    assert act(scene, "take_cover", target="Guard", cover="none").scene.combatants["Guard"].state.body.cover == ""
    with pytest.raises(RuleViolation, match="no part of a body"):
        act(scene, "take_cover", target="Guard", cover="sandbags", parts="tail")
