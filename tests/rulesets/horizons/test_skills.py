"""Checks, contests, hidden weapons, and grenades."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.options import parse
from bot.core.orders import SetRange
from bot.core.scene import with_state
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.checks.events import Checked, Contested, SideEffect
from bot.rulesets.horizons.equipment.events import Searched, WeaponHidden
from bot.rulesets.horizons.throws.events import Blasted, GrenadeThrown, Unplaced
from bot.rulesets.horizons.throws.rules import blast_damage
from bot.rulesets.horizons.time.events import TurnEnded
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


@pytest.mark.parametrize(("difficulty", "passed"), [(9, True), (10, False)])
def test_a_check_meets_its_difficulty_or_exceeds_it(difficulty: int, passed: bool) -> None:
    game = duel()
    game.act("Ann", "check", 5, skill="notice", difficulty=difficulty)
    assert game.one(Checked).passed is passed


@pytest.mark.parametrize(("face", "won"), [(3, True), (2, False)])
def test_a_contest_goes_to_the_higher_total_and_a_tie_to_whoever_began(face: int, won: bool) -> None:
    game = duel()
    game.act("Ann", "contest", face, 7, target="Guard", skill="stealth", against="notice")
    assert game.one(Contested).won is won
    assert game.told(PUBLIC).count("1d10") == 1
    assert ("Ann wins the tie against Guard" in game.told(PUBLIC)) is won


def test_of_a_contest_each_sum_says_whose_it_is() -> None:
    game = duel()
    game.act("Ann", "contest", 3, 7, target="Guard", skill="stealth", against="notice")
    assert "Ann: 1d10 3, dexterity +1, perception +1, rank +2 = 7" in game.told(GM)
    assert "Guard: 1d10 7, rank +0 = 7" in game.told(GM)
    assert "Guard: 1d10" not in game.told(PUBLIC)


@pytest.mark.parametrize("how", ["dead", "unconscious"])
def test_who_is_down_resists_nothing(how: str) -> None:
    game = duel()
    game.scene = with_state(game.scene, "Guard", msgspec.structs.replace(game.state("Guard"), **{how: True}))
    words = "Guard is down, and resists nothing. Try it alone: /act action:check."
    assert words in game.refused("Ann", "contest", target="Guard", skill="stealth", against="notice")


def test_both_sides_of_a_contest_may_have_side_effects() -> None:
    game = duel()
    game.act("Ann", "contest", 3, 10, 5, target="Guard", skill="stealth")
    assert (game.one(SideEffect).actor, game.one(SideEffect).degree) == ("Guard", 1)


def test_players_do_not_read_how_much_effort_the_gms_spend() -> None:
    game = duel(guard={"effort": 3, "skills": {"notice": 3}})
    game.act("Guard", "check", 5, skill="notice", difficulty=30, effort=3)
    assert "effort into it." in game.told(PUBLIC)
    assert "effort into it: 3." in game.told()


def hidden(face: int = 4) -> Game:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Bob", skills={"notice": 1})
    game.act("Ann", "hide", face, item="Pistol")
    return game


def test_a_hidden_weapon_must_be_found_against_the_stealth_of_who_hid_it() -> None:
    game = hidden()
    assert game.one(WeaponHidden).check.result == 8
    assert game.told(PUBLIC) == ""


@pytest.mark.parametrize(
    ("face", "afar", "found"), [(2, False, ("Pistol",)), (3, True, ()), (7, True, ("Pistol",)), (6, True, ())]
)
def test_by_hand_is_five_easier_and_the_number_itself_is_enough(face: int, afar: bool, found: tuple[str, ...]) -> None:
    game = hidden()
    game.act("Bob", "search", face, target="Ann", from_afar=afar)
    assert game.one(Searched).found == found
    assert (game.state("Ann").weapons["Pistol"].hidden is None) == bool(found)


def test_only_small_weapons_can_be_hidden_and_one_in_hand_leaves_it() -> None:
    game = hidden()
    with pytest.raises(RuleViolation, match="too large"):
        game.act("Ann", "hide", item="Example rifle")
    game.join("Cid", weapons=[{"kind": "pistol"}], abilities={"dexterity": 1, "perception": 1})
    game.act("Cid", "hide", 2)
    assert (game.state("Cid").held, game.state("Cid").weapons["Pistol"].hidden) == ("", 0)


def test_the_sheet_of_whoever_hid_a_weapon_says_what_a_search_must_reach() -> None:
    game = hidden()
    lines = HORIZONS.describe(HORIZONS.project(game.scene.combatants["Ann"]), {})
    assert [line.text for line in lines if "hidden" in line.text] == [
        "Pistol 9x19, 50 m, recoil 2, single; 17/17 rounds; hidden, a search must reach 8"
    ]


def test_what_is_hidden_takes_two_actions_to_draw_and_is_hidden_no_more() -> None:
    game = duel(weapons=[{"kind": "example_rifle"}, {"kind": "pistol", "carried": "holster", "hidden": 9}])
    game.act("Ann", "draw", item="Pistol")
    assert game.state("Ann").weapons["Pistol"].hidden == 9
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "draw", item="Pistol")
    assert (game.state("Ann").weapons["Pistol"].hidden, game.state("Ann").held) == (None, "Pistol")


def test_what_is_hidden_half_drawn_takes_two_actions_all_the_same() -> None:
    game = duel(weapons=[{"kind": "example_rifle"}, {"kind": "pistol", "carried": "stowed"}])
    game.act("Ann", "draw", item="Pistol")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "hide", 5, item="Pistol")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "draw", item="Pistol")
    assert game.state("Ann").held == "Example rifle"
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "draw", item="Pistol")
    assert game.state("Ann").held == "Pistol"


def test_drawn_again_it_takes_as_many_actions_as_before() -> None:
    game = duel(weapons=[{"kind": "example_rifle"}, {"kind": "pistol", "carried": "stowed"}])
    for weapon in ("Pistol", "Pistol", "Example rifle", "Example rifle", "Pistol"):
        game.act("Ann", "draw", item=weapon)
        game.act("Guard", "wait", 9, 2)
    assert game.state("Ann").held == "Example rifle"


@pytest.mark.parametrize(("was_hidden", "drawn"), [(False, 0), (True, 1)])
def test_what_an_edited_sheet_hides_is_half_drawn_no_more(was_hidden: bool, drawn: int) -> None:
    pistol = {"kind": "pistol", "carried": "stowed", **({"hidden": 12} if was_hidden else {})}
    game = duel(weapons=[{"kind": "example_rifle"}, pistol])
    game.act("Ann", "draw", item="Pistol")
    rifle, before = game.scene.combatants["Ann"].sheet["weapons"]
    given = Game.sheet(**{**ANN, "weapons": [rifle, {**before, "hidden": 14}]})
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=given))
    assert (game.state("Ann").weapons["Pistol"].drawn, game.state("Ann").weapons["Pistol"].hidden) == (drawn, 14)


@pytest.mark.parametrize(
    ("far", "covered", "damage"), [(False, False, 42), (True, False, 21), (False, True, 21), (True, True, 10)]
)
def test_a_blast_is_half_past_15_m_and_half_behind_cover(far: bool, covered: bool, damage: int) -> None:
    assert blast_damage(42, far=far, covered=covered) == damage


def test_a_grenade_that_lands_harms_all_whose_distance_is_known() -> None:
    game = duel(20, guard={"abilities": {"strength": 10, "constitution": 10}})
    game.join("Bob", 1)
    game.join("Cid", 1)
    game.do(SetRange(actor="Guard", target="Bob", range_m=15.5))
    game.do(SetRange(actor="Guard", target="Cid", range_m=31))
    game.act("Ann", "throw", 7, target="Guard")
    dealt = {event.actor: event.dealt for event in game.events if isinstance(event, Blasted)}
    assert dealt == {"Ann": 21, "Guard": 42, "Bob": 21}
    assert game.one(GrenadeThrown).difficulty == 8
    assert game.every(Unplaced) == []


def test_the_gm_is_told_of_whom_nobody_knows_how_far_they_are_from_a_blast() -> None:
    game = duel(40)
    game.join("Bob", 1)
    game.join("Cid", 1)
    game.join("Dot", condition={"dead": True})
    game.do(SetRange(actor="Guard", target="Bob", range_m=40))
    game.act("Ann", "throw", 9, *[9] * 2, target="Guard")
    assert game.one(Unplaced).actors == ("Cid",)
    said = "Not caught, since their distance is not known: Cid.\nWho is near takes 42 or a part of it by /damage apply."
    assert (said in game.told(GM), "Cid" in game.told(PUBLIC)) == (True, False)


@pytest.mark.parametrize(("range_m", "dealt"), [(15, 42), (15.1, 21), (30, 21), (30.1, 0)])
def test_a_blast_reaches_to_the_metre_where_distances_are_told(range_m: float, dealt: int) -> None:
    game = duel(range_m, guard={"abilities": {"strength": 10, "constitution": 10}})
    game.do_at_least(orders.Act(actor="Ann", action="blast", inputs={"target": "Ann"}))
    assert sum(each.dealt for each in game.every(Blasted) if each.actor == "Guard") == dealt


def test_a_grenade_is_thrown_at_a_medium_area_and_a_miss_harms_nobody() -> None:
    game = duel(35, guard={"size": "tiny"})
    game.act("Ann", "throw", 2, target="Guard", modifier=5, range_m=36)
    thrown = game.one(GrenadeThrown)
    assert (thrown.band, thrown.difficulty, thrown.landed) == ("maximum", 15, False)
    assert game.state("Guard").damage == 0


@pytest.mark.parametrize(("range_m", "inputs", "words"), [(41, {}, "too far"), (20, {"effort": 4}, "No more than 3")])
def test_a_throw_has_its_limits(range_m: float, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(RuleViolation, match=words):
        duel(range_m).act("Ann", "throw", target="Guard", **inputs)


def test_each_of_three_alike_is_a_weapon_of_its_own() -> None:
    game = duel(weapons=[{"kind": "pistol"}] * 3)
    assert list(game.state("Ann").weapons) == ["Pistol", "Pistol #2", "Pistol #3"]


@pytest.mark.parametrize(("afar", "noticed"), [(True, False), (False, True)])
def test_who_is_hidden_looks_from_afar_unnoticed(afar: bool, noticed: bool) -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Spy", owner=0, hidden=True)
    game.act("Spy", "search", 5, target="Ann", from_afar=afar)
    assert ("searches Ann" in game.told(PUBLIC)) is noticed


@pytest.mark.parametrize(
    ("action", "inputs", "faces"),
    [
        ("hide", {"item": "Pistol"}, (5,)),
        ("search", {"target": "Guard"}, (5,)),
        ("contest", {"target": "Guard", "skill": "notice"}, (5, 5)),
    ],
)
def test_in_a_fight_it_takes_the_action_of_a_turn(action: str, inputs: dict[str, Any], faces: tuple[int, ...]) -> None:
    game = duel(1)
    game.act("Ann", action, *faces, **inputs)
    assert game.one(TurnEnded).actor == "Ann"
    assert game.now() == ("Guard",)
    with pytest.raises(RuleViolation, match="not Ann's turn"):
        game.act("Ann", action, **inputs)


def test_outside_a_fight_it_takes_no_turn() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0)
    game.act("Ann", "search", 5, target="Guard")
    assert not game.every(TurnEnded)


def test_usual_difficulties_are_offered_and_any_other_is_typed() -> None:
    offered = [each.value for each in HORIZONS.candidates(duel().scene, "check", "difficulty", {"actor": "Ann"})]
    assert (offered[0], "10" in offered, "-1" in offered) == ("5", True, False)
    assert parse(HORIZONS.actions["check"], {"skill": "stealth", "difficulty": -3})["difficulty"] == -3
