from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import SheetEdited
from bot.core.scene import Combatant
from bot.core.sheets import checked
from bot.rulesets.reflex.kinds import Band, Encumbrance, Lies
from bot.rulesets.reflex.person.physique import base_threshold
from bot.rulesets.reflex.state import Attributes, State
from bot.rulesets.reflex.tables import ReflexTables
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game, sheet

FULL: dict[str, Any] = {
    "attributes": {"muscle": 9, "fitness": 7, "ooda": 8},
    "skills": {"Longarm": 8, "sidearm": 3},
    "encumbrance": "moderate",
    "size": "half",
    "weapons": [
        {"kind": "ak47", "loaded": 17, "spare": 60, "held": True},
        {"kind": "pistol", "name": "sidearm", "held": False, "secured": True, "lies": "near"},
        {
            "kind": "ak47",
            "held": False,
            "recoil": 5,
            "speed": [2, 4],
            "penetration": ["nil"],
            "bursts": [5, 3],
        },
    ],
    "armor": [{"kind": "vest"}, {"kind": "helmet", "armor": 3}, {"kind": "plate", "armor_halves": 1, "name": "board"}],
    "items": [{"name": "radio", "active": True}, {"name": "pack", "worn": True, "damaged": True, "bulk": 4}],
    "thresholds": {"torso": [1, 8, 16, 24]},
    "move_m": {"run": 15},
    "untrained_bursts": True,
    "condition": {
        "wounds": {"torso": "moderate"},
        "virtual": {"head": "slight"},
        "lost": ["left arm"],
        "stance": "prone",
        "unstable": True,
        "unconscious": True,
        "dead": True,
    },
}


def enlisted(**places: Any) -> State:
    return REFLEX.enlist(sheet(**places), {})


def combatant(state: State, paper: dict[str, Any], owner: int = 1) -> Combatant[State]:
    return Combatant(actor="Ann", owner=owner, side="players", state=state, sheet=paper)


def projected(state: State, paper: dict[str, Any]) -> dict[str, Any]:
    return REFLEX.project(combatant(state, paper))


def test_an_empty_sheet_is_somebody_average() -> None:
    state = enlisted()
    assert state.person.attributes == Attributes()
    assert state.kit.encumbrance is Encumbrance.LIGHT
    assert state.kit.weapons == {}


def test_a_short_sheet_has_a_loaded_rifle_in_both_hands() -> None:
    rifle = enlisted(weapons=[{"kind": "ak47"}]).kit.weapons["AK-47"]
    assert (rifle.loaded, rifle.held_with, rifle.model.speed, rifle.model.penetration) == (30, 2, (3, 5, 7), (4, 6))
    assert (rifle.model.optimum, rifle.model.maximum) == (Band.MEDIUM, Band.SNIPING)


def test_weapons_of_one_kind_keep_apart_and_single_values_are_their_own() -> None:
    weapons = enlisted(**FULL).kit.weapons
    assert list(weapons) == ["AK-47", "sidearm", "AK-47#2"]
    own = weapons["AK-47#2"]
    assert (own.model.recoil, own.model.speed, own.model.penetration, own.model.bursts) == (
        5,
        (2, 4, 7),
        (None, 6),
        (3, 5),
    )


@pytest.mark.parametrize(
    ("entries", "held"),
    [
        ([{}, {}], [2, 0]),
        ([{"held": False}, {}], [0, 2]),
        ([{}, {"held": True}], [0, 2]),
        ([{"held": False}, {"held": False}], [0, 0]),
        ([{"held": True, "hands": 1}], [1]),
    ],
)
def test_the_first_weapon_is_in_hand_where_the_sheet_does_not_say(
    entries: list[dict[str, Any]], held: list[int]
) -> None:
    weapons = enlisted(weapons=[{"kind": "ak47", **entry} for entry in entries]).kit.weapons
    assert [weapon.held_with for weapon in weapons.values()] == held


def test_no_weapon_holds_more_than_it_can() -> None:
    assert enlisted(weapons=[{"kind": "ak47", "loaded": 99}]).kit.weapons["AK-47"].loaded == 30


def test_armour_is_that_of_its_kind_or_its_own() -> None:
    vest, helmet, board = enlisted(**FULL).kit.armor
    assert (vest.armor_halves, helmet.armor_halves, board.armor_halves) == (4, 6, 1)
    assert (board.name, board.covers) == ("board", ("chest",))


def test_skills_are_found_whatever_their_case() -> None:
    assert enlisted(skills={"Support Weapons": 4}).person.skills == {"support weapons": 4}


def test_thresholds_follow_from_muscle_and_fitness() -> None:
    state = enlisted(attributes={"muscle": 9, "fitness": 7})
    assert base_threshold(ReflexTables(TABLES), state.person.attributes) == 8
    assert state.person.thresholds["torso"] == (1, 8, 16, 24)
    assert state.person.thresholds["head"] == (1, 4, 8, 12)
    assert state.person.thresholds["left leg"] == state.person.thresholds["right arm"] == (1, 8, 12, 16)


@pytest.mark.parametrize(("base", "head", "limb"), [(7, (1, 3, 7, 10), (1, 7, 10, 14))])
def test_halves_of_an_odd_base_are_rounded_down(base: int, head: tuple[int, ...], limb: tuple[int, ...]) -> None:
    thresholds = enlisted().person.thresholds
    assert thresholds["torso"] == (1, base, 2 * base, 3 * base)
    assert (thresholds["head"], thresholds["left arm"]) == (head, limb)


def test_a_sheet_may_name_thresholds_of_its_own() -> None:
    own = enlisted(thresholds={"torso": [1, 8, 16, 24], "head": [2, 5], "left leg": []}).person.thresholds
    assert (own["torso"], own["head"], own["left leg"]) == ((1, 8, 16, 24), (2, 5, 5, 5), (1, 7, 10, 14))


def test_a_campaigns_own_values_make_the_sheet() -> None:
    state = REFLEX.enlist(sheet(weapons=[{"kind": "ak47"}]), {"weapons.ak47.recoil": 5, "thresholds.base.constant": 18})
    assert state.kit.weapons["AK-47"].model.recoil == 5
    assert state.person.thresholds["torso"] == (1, 9, 18, 27)


@pytest.mark.parametrize(
    ("places", "path"),
    [
        ({"weapons": [{"name": "gun"}]}, "weapons.0.kind"),
        ({"weapons": [{"kind": "bazooka"}]}, "weapons.0.kind"),
        ({"skills": {"longarm": 101}}, "skills.longarm"),
        ({"attributes": {"strength": 9}}, "attributes.strength"),
        ({"condition": {"wounds": {"tail": "slight"}}}, "condition.wounds.tail"),
        ({"condition": {"wounds": {"head": "bad"}}}, "condition.wounds.head"),
    ],
)
def test_a_wrong_place_is_named(places: dict[str, Any], path: str) -> None:
    _, problems = checked(REFLEX.sheet, places)
    assert [problem.path for problem in problems] == [path]


@pytest.mark.parametrize("places", [{}, FULL, {"weapons": [{"kind": "m249"}], "items": [{"name": "rope"}]}])
def test_a_sheet_that_goes_out_and_comes_in_again_is_the_same_person(places: dict[str, Any]) -> None:
    paper = sheet(**places)
    state = REFLEX.enlist(paper, {})
    out = projected(state, paper)
    again, problems = checked(REFLEX.sheet, out)
    assert problems == ()
    assert REFLEX.enlist(again, {}) == state
    assert projected(state, out) == out


def test_what_the_fight_did_is_on_the_sheet() -> None:
    game = Game()
    pack = {"name": "pack", "worn": True, "load_without": "light"}
    game.join("Ann", weapons=[{"kind": "ak47"}, {"kind": "pistol"}], items=[pack], encumbrance="moderate")
    game.start(*FAIL)
    game.act("Ann", "ditch", item="AK-47")
    game.act("Ann", "correct", wound="critical", place="left leg", rounds=4, item="pistol")
    game.act("Ann", "ready", item="pistol")
    game.act("Ann", "ditch", 20, item="pack")
    after = game.scene.combatants["Ann"]
    again = REFLEX.enlist(REFLEX.project(after), {})
    assert again.body.wounds == {"left leg": 4}
    assert (again.kit.weapons["AK-47"].lies, again.kit.weapons["AK-47"].held_with) == (Lies.NEAR, 0)
    assert (again.kit.weapons["9 mm pistol"].loaded, again.kit.weapons["9 mm pistol"].held_with) == (4, 1)
    assert (again.kit.items["pack"].damaged, again.kit.items["pack"].worn) == (True, False)
    assert again.kit.encumbrance is Encumbrance.LIGHT


def test_editing_a_sheet_keeps_what_only_the_fight_knows() -> None:
    game = Game()
    game.join("Ann", weapons=[{"kind": "ak47"}])
    game.start(*FAIL)
    game.act("Ann", "move", pace="run")
    paper = REFLEX.project(game.scene.combatants["Ann"]) | {"attributes": {"muscle": 12}}
    game.do(orders.EditSheet(actor="Ann", path="attributes.muscle", sheet=paper))
    state = game.state("Ann")
    assert game.one(SheetEdited).path == "attributes.muscle"
    assert (state.person.attributes.muscle, state.turn.initiative, state.body.moving.value) == (12, 7, "run")


def test_of_an_enemy_anyone_sees_the_outline_and_no_number() -> None:
    state = enlisted(**FULL).with_body(cover="stone").with_turn(initiative=14)
    seen = REFLEX.public(state)
    assert (seen.body.stance.value, seen.body.cover, seen.body.lost) == ("prone", "stone", ("left arm",))
    assert (seen.body.dead, seen.body.unconscious) == (False, True)
    assert {key: weapon.lies for key, weapon in seen.kit.weapons.items()} == {"AK-47": "carried", "sidearm": "near"}
    assert seen.kit.weapons["AK-47"].model.damage == 0
    assert (seen.person.attributes, seen.person.skills, seen.body.wounds, seen.kit.armor) == (Attributes(), {}, {}, ())
    assert (seen.kit.encumbrance, seen.turn.initiative, seen.kit.items) == (Encumbrance.LIGHT, None, {})


def test_what_an_enemy_holds_is_seen_and_what_it_carries_is_not() -> None:
    seen = REFLEX.public(enlisted(items=[{"name": "torch", "held": True, "bulk": 2}, {"name": "map"}]))
    assert {key: item.bulk for key, item in seen.kit.items.items()} == {"torch": 0}


def test_a_sheet_is_told_with_what_follows_from_it() -> None:
    told = "\n".join(line.text for line in REFLEX.describe(sheet(**FULL), {}))
    assert "CUF 6, OODA 8" in told
    assert "longarm 8 (professional, 3d20L), sidearm 3 (novice, 1d20)" in told
    assert (
        "Damage 7, Speed 3/5/7, Recoil 7, Bulk 3, medium to sniping, single, B4; 17/30 rounds and 60 carried, in hand"
        in told
    )
    assert "Armor 0.5: chest" in told
    assert "initiative from 9, waiting 4 ticks, crawl 1 m a Move" in told
    assert "torso 1/8/16/24" in told
    assert "torso moderate, head slight, dead" in told


def test_a_bare_sheet_is_told_without_what_it_has_not() -> None:
    told = "\n".join(line.text for line in REFLEX.describe(sheet(), {}))
    assert "Skills none" in told
    assert "Carries" not in told
    assert "Condition" not in told
