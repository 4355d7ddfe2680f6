"""Picking up what lies, handing things over, and throwing live grenades back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import folding
from bot.core.errors import RuleViolation
from bot.core.orders import Act, SetRange
from bot.core.scene import with_combatant
from bot.core.views import PUBLIC, Viewer, view
from bot.rulesets.reflex.handing.belongings import lying
from bot.rulesets.reflex.handing.events import HandedOver, NotTaken, TakenUp
from bot.rulesets.reflex.kinds import BodyPart, Lies
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLit, Thrown
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game

TOUGH: dict[str, Any] = {"thresholds": {place.value: [90, 91, 92, 93] for place in BodyPart}}
QUIET: dict[str, Any] = {"visual_penalty": False, "explosives.hand_grenade.frag": 0, "morale": False}
GRENADE = {"name": "Grenade", "explosive": "hand_grenade", "held": True}
ANNS: dict[str, Any] = {
    "weapons": [{"kind": "ak47", "name": "rifle", "loaded": 7, "hands": 1}, {"kind": "pistol", "held": False}],
    "items": [{**GRENADE, "hand": "left"}, {"name": "Rope"}],
    "skills": {"longarm": 8},
}


def field(**places: dict[str, Any]) -> Game:
    """Ann, Bob on her side and a guard of the GM's, in an exchange of fire, to act one after the other."""
    game, loads = Game(**QUIET), {"Ann": "unencumbered", "Bob": "light", "Guard": "moderate"}
    for owner, (name, load) in zip((1, 2, 0), loads.items(), strict=True):
        game.join(name, owner=owner, encumbrance=load, attributes={"muscle": 8}, **TOUGH, **places.get(name, {}))
    game.start(*FAIL * 3)
    return game


def sheet_of(game: Game, actor: str) -> dict[str, Any]:
    """Return the sheet as it is written back."""
    return dict(REFLEX.project(game.scene.combatants[actor]))


def names(game: Game, actor: str, shelf: str) -> list[str]:
    """Return what stands on a sheet, by name."""
    return [entry["name"] for entry in sheet_of(game, actor).get(shelf, [])]


def test_what_somebody_dropped_is_picked_up_as_fast_as_it_is_readied() -> None:
    game = field(Ann=ANNS, Bob={"skills": {"longarm": 8}})
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "wait")
    game.act("Bob", "pick_up", target="Ann", item="rifle")
    taken = game.one(TakenUp)
    assert ([(term.label, term.value) for term in taken.costs], game.tick("Bob")) == ([("bulk", 3)], 9)
    assert game.state("Bob").kit.weapons["rifle"].held_with == 2
    assert game.state("Bob").kit.weapons["rifle"].loaded == 7
    assert list(game.state("Ann").kit.weapons) == ["9 mm pistol"]
    assert (names(game, "Ann", "weapons"), names(game, "Bob", "weapons")) == (["9 mm pistol"], ["rifle"])
    assert sheet_of(game, "Bob")["weapons"][0]["loaded"] == 7
    assert "Bob picks up the rifle at Ann." in game.told(PUBLIC)


def test_one_hand_and_no_skill_each_double_that() -> None:
    game = field(Ann=ANNS, Bob={"items": [{"name": "Lamp", "held": True}]})
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "wait")
    game.act("Bob", "pick_up", target="Ann", item="rifle")
    assert [term.label for term in game.one(TakenUp).costs] == ["bulk", "one_hand_for_two", "unskilled"]
    assert "= 12 ticks" in game.told(Viewer(user=2))


def test_ones_own_is_picked_up_without_another_name() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "pick_up", item="rifle", hands=1)
    assert (game.state("Ann").kit.weapons["rifle"].held_with, game.tick("Ann")) == (1, 9)


def test_a_second_thing_of_a_name_is_told_apart() -> None:
    game = field(Ann=ANNS, Bob={"weapons": [{"kind": "ak47", "name": "rifle", "held": False}]})
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "wait")
    game.act("Bob", "pick_up", target="Ann", item="rifle")
    assert [weapon.name for weapon in game.state("Bob").kit.weapons.values()] == ["rifle", "rifle#2"]
    assert names(game, "Bob", "weapons") == ["rifle", "rifle#2"]


def test_of_two_of_a_name_the_other_keeps_its_own() -> None:
    two = {"items": [{**GRENADE, "hand": "left"}, {"name": "Grenade", "explosive": "hand_grenade"}]}
    game = field(Ann=two)
    game.act("Ann", "hand_over", target="Bob", item="Grenade")
    assert (names(game, "Ann", "items"), names(game, "Bob", "items")) == (["Grenade#2"], ["Grenade"])
    assert list(game.state("Ann").kit.items) == ["Grenade#2"]


def test_wear_goes_with_the_thing() -> None:
    game = field(Ann={**ANNS, "condition": {"wear": {"rifle": 2}, "broken": {"rifle": "disabled"}}})
    game.act("Ann", "hand_over", target="Bob", item="rifle")
    kit, left = game.state("Bob").kit, game.state("Ann").kit
    assert (kit.wear, kit.broken, left.wear, left.broken) == ({"rifle": 2}, {"rifle": "disabled"}, {}, {})
    assert sheet_of(game, "Bob")["condition"]["wear"] == {"rifle": 2}


def test_what_was_left_behind_is_within_reach_where_the_gm_says_so() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "move", metres=4)
    game.act("Ann", "wait")
    assert "No thing lying here" in game.refused("Bob", "pick_up", target="Ann", item="rifle")
    game.act("Bob", "pick_up", target="Ann", item="rifle", near=True)
    assert game.state("Bob").kit.weapons["rifle"].held_with == 2


def test_who_is_down_holds_nothing_fast_and_on_ones_own_side_has_all_to_give() -> None:
    game = field(Ann={**ANNS, "weapons": [{"kind": "pistol", "held": False, "packed": True}]})
    game.act("Ann", "wait")
    game.act("Ann", "correct", unconscious=True)
    assert "Grenade" in lying(game.state("Ann"))
    game.act("Bob", "pick_up", 6, target="Ann", item="pistol")
    assert [term.label for term in game.one(TakenUp).costs] == ["bulk", "dug_out", "unskilled"]


def test_of_an_enemy_who_is_down_only_what_lies_in_the_open() -> None:
    game = field(Guard={"weapons": [{"kind": "ak47", "name": "rifle"}], "items": [{"name": "Orders"}]})
    game.act("Guard", "correct", unconscious=True)
    refusal = game.refused("Ann", "pick_up", target="Guard", item="Orders")
    assert "There is: rifle." in refusal
    game.act("Ann", "pick_up", target="Guard", item="rifle")
    assert game.state("Ann").kit.weapons["rifle"].held_with == 2


def test_nothing_is_picked_up_from_who_stands_or_is_far_or_hidden() -> None:
    game = field(Guard={"weapons": [{"kind": "ak47", "name": "rifle"}]})
    assert "No thing lying here" in game.refused("Ann", "pick_up", target="Guard", item="rifle")
    game.do(SetRange(actor="Ann", target="Guard", range_m=2))
    assert "out of reach" in game.refused("Ann", "pick_up", target="Guard", item="rifle")
    hidden = msgspec.structs.replace(game.scene.combatants["Guard"], hidden=True)
    game.scene = with_combatant(game.scene, hidden)
    assert game.refused("Ann", "pick_up", target="Guard", item="rifle") == game.refused(
        "Ann", "pick_up", target="Nobody", item="rifle"
    ).replace("Nobody", "Guard")


def test_what_is_handed_over_costs_the_giver_what_readying_it_costs() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "hand_over", target="Bob", item="rifle")
    handed = game.one(HandedOver)
    assert ([(term.label, term.value) for term in handed.costs], game.tick("Ann")) == ([("bulk", 3)], 12)
    assert (game.tick("Bob"), game.state("Bob").kit.weapons["rifle"].held_with) == (12, 2)
    assert "Ann hands the rifle to Bob." in game.told(PUBLIC)
    game.act("Bob", "hand_over", target="Ann", item="rifle")
    assert game.state("Ann").kit.weapons["rifle"].held_with == 1


def test_who_was_given_something_on_the_same_tick_has_it_and_the_giver_not() -> None:
    game = field(Ann=ANNS)
    game.act("Bob", "correct", initiative=15)
    game.act("Ann", "hand_over", target="Bob", item="rifle")
    assert "rifle" in game.scene.opening["Bob"].kit.weapons
    game.act("Bob", "ditch", item="rifle")
    assert game.state("Bob").kit.weapons["rifle"].lies is Lies.NEAR


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"target": "Ann", "item": "rifle"}, "to themselves"),
        ({"target": "Bob", "item": "Rope"}, "No thing in hand"),
        ({"target": "Nobody", "item": "rifle"}, "Nobody"),
    ],
)
def test_what_cannot_be_handed_over(inputs: dict[str, Any], words: str) -> None:
    assert words in field(Ann=ANNS).refused("Ann", "hand_over", **inputs)


def test_a_friend_must_be_awake_and_have_a_hand_free() -> None:
    game = field(Ann=ANNS, Bob={"items": [{"name": "Log", "grip_hands": 2, "held": True}]})
    assert "A hand must be free" in game.refused("Ann", "hand_over", target="Bob", item="rifle")
    game.act("Guard", "correct", dead=True)
    assert "does not take it" in _held_out(game, "Guard")


def _held_out(game: Game, taker: str) -> str:
    game.act("Ann", "hand_over", target=taker, item="rifle")
    if game.scene.pending:
        game.answer("take it")
    return game.told(PUBLIC)


@pytest.mark.parametrize(("answer", "kind"), [("take it", HandedOver), ("do not take it", NotTaken)])
def test_who_is_of_another_side_is_asked(answer: str, kind: type[Any]) -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "hand_over", target="Guard", item="rif")
    assert (game.question().actor, game.question().default) == ("Guard", "do not take it")
    assert "Ann holds out the rifle to Guard." in game.told()
    game.answer(answer)
    assert game.one(kind).item == "rifle"
    assert game.tick("Ann") == (15 if kind is NotTaken else 12)


def test_why_one_of_the_gms_does_not_take_it_is_not_told() -> None:
    game = field(Ann=ANNS)
    game.scene = with_combatant(
        game.scene,
        msgspec.structs.replace(
            game.scene.combatants["Guard"], state=altered(game.state("Guard"), wounds={"left arm": 4, "right arm": 4})
        ),
    )
    assert "does not take it" in _held_out(game, "Guard")


def thrown_at_bob(*faces: int, range_m: float = 5) -> Game:
    """Return a fight in which the guard has thrown a grenade at Bob, which lands with these faces."""
    game = field(Guard={"items": [GRENADE]})
    for other in ("Ann", "Bob"):
        game.do(SetRange(actor="Guard", target=other, range_m=range_m))
    game.do(SetRange(actor="Ann", target="Bob", range_m=1))
    game.act("Guard", "correct", initiative=20)
    game.act("Guard", "throw", *faces, target="Bob", item="Grenade")
    game.act("Guard", "correct", initiative=9)
    return game


def test_a_live_grenade_is_picked_up_and_thrown_back() -> None:
    game = thrown_at_bob(1, 20, 10)
    tick = game.state("Bob").kit.fuses[0].tick
    game.act("Ann", "pick_up", target="Bob", item="Grenade")
    assert (game.one(TakenUp).number, game.tick("Ann")) == (1, 14)
    assert (game.state("Bob").kit.fuses, game.state("Ann").kit.fuses) == ((), (Fuse("Grenade", "hand_grenade", tick),))
    assert "Ann picks up the live Grenade at Bob." in game.told(PUBLIC)
    assert game.state("Guard").kit.items == {}
    game.act("Ann", "throw", 1, 20, target="Guard", item="Grenade")
    assert not game.every(FuseLit)
    assert game.one(Thrown).cost_ticks == 3
    assert (game.state("Ann").kit.fuses, [fuse.tick for fuse in game.state("Guard").kit.fuses]) == ((), [tick])
    assert list(game.scene.state.throwers.values()) == ["Ann"]
    for actor in ("Ann", "Bob"):
        game.act(actor, "correct", initiative=2)
    game.act("Guard", "correct", initiative=1)
    assert [burned.actor for burned in game.every(FuseBurned)] == ["Guard"]


def test_what_goes_off_in_the_hand_is_still_the_deed_of_who_threw_it() -> None:
    game = thrown_at_bob(1, 20, 8)
    game.act("Ann", "wait")
    game.act("Bob", "pick_up", item="Grenade")
    assert list(game.scene.state.throwers.values()) == ["Guard"]
    game.act("Bob", "correct", initiative=1)
    game.act("Ann", "correct", initiative=1)
    game.act("Guard", "correct", initiative=1)
    assert (game.one(FuseBurned).off_m, game.state("Bob").kit.fuses) == (0, ())
    assert (game.scene.state.throwers, game.state("Bob").kit.items["Grenade"].lies) == ({}, Lies.AWAY)


def test_what_landed_out_of_reach_is_not_picked_up() -> None:
    game = thrown_at_bob(20, 20, 10, 3)
    off_m = game.state("Bob").kit.fuses[0].off_m
    assert off_m > 1
    assert f"lies {off_m:g} m from Bob" in game.refused("Ann", "pick_up", target="Bob", item="Grenade")
    game.act("Ann", "pick_up", target="Bob", item="Grenade", near=True)
    assert game.state("Ann").kit.fuses[0].off_m == 0


def test_a_grenade_of_somebody_who_has_left_is_one_all_the_same() -> None:
    game = thrown_at_bob(1, 20, 10)
    game.scene = msgspec.structs.replace(game.scene, state=msgspec.structs.replace(game.scene.state, throwers={}))
    game.act("Ann", "pick_up", target="Bob", item="Grenade")
    assert game.state("Ann").kit.items["Grenade"].explosive == "hand_grenade"
    assert names(game, "Ann", "items") == ["Grenade"]


def test_a_live_grenade_that_is_handed_over_goes_on_burning() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "cook", 10, item="Grenade")
    (fuse,) = game.state("Ann").kit.fuses
    game.act("Ann", "hand_over", target="Bob", item="Grenade")
    assert (game.state("Ann").kit.fuses, game.state("Bob").kit.fuses) == ((), (fuse,))


def test_003_93_two_grenades_of_one_name_are_two_throws() -> None:
    both = {"items": [GRENADE]}
    game = field(Ann=both, Bob=both)
    for actor in ("Ann", "Bob"):
        game.do(SetRange(actor=actor, target="Guard", range_m=5))
    game.act("Ann", "throw", 1, 20, 10, target="Guard", item="Grenade")
    game.act("Ann", "wait")
    game.act("Bob", "throw", 1, 20, 1, target="Guard", item="Grenade")
    assert game.one(Thrown).number == 2
    assert "throws the Grenade #2 at Guard" in game.told(PUBLIC)
    first, second = game.state("Guard").kit.fuses
    assert (first.number, second.number, first.tick < second.tick) == (1, 2, True)
    assert sorted(game.scene.state.throwers.values()) == ["Ann", "Bob"]
    game.act("Ann", "correct", initiative=first.tick + 1)
    game.act("Bob", "correct", initiative=first.tick + 1)
    game.act("Guard", "correct", initiative=first.tick + 1)
    assert [burned.number for burned in game.every(FuseBurned)] == [2]
    assert game.state("Guard").kit.fuses == (first,)
    assert list(game.scene.state.throwers.values()) == ["Ann"]


def test_all_of_it_is_undone_by_folding_without_it() -> None:
    game = field(Ann=ANNS)
    before = game.scene
    events = game.act("Ann", "hand_over", target="Bob", item="rifle")
    assert folding.fold(REFLEX, before, [events]).combatants == game.scene.combatants
    assert "rifle" in before.combatants["Ann"].state.kit.weapons


def test_others_see_what_lies_there() -> None:
    game = field(Guard={"weapons": [{"kind": "ak47", "name": "rifle"}], "items": [{"name": "Orders"}]})
    game.act("Ann", "wait")
    game.act("Guard", "correct", initiative=30)
    game.act("Guard", "ditch", item="rifle")
    seen = view(game.scene, Viewer(user=1), REFLEX)
    assert list(lying(seen.combatants["Guard"].state)) == ["rifle"]


def test_with_an_act_and_no_turn_nothing_is_picked_up() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "ditch", item="rifle")
    with pytest.raises(RuleViolation):
        game.do(Act(actor="Guard", action="pick_up", inputs={"target": "Ann", "item": "rifle"}))


def test_things_change_hands_outside_of_fights_too() -> None:
    game = Game()
    game.join("Ann", owner=1, **ANNS)
    game.join("Bob", owner=2)
    game.act("Ann", "hand_over", target="Bob", item="rifle")
    game.act("Bob", "ditch", item="rifle")
    game.act("Ann", "pick_up", target="Bob", item="rifle")
    assert (names(game, "Ann", "weapons"), names(game, "Bob", "weapons")) == (["9 mm pistol", "rifle"], [])


def test_what_lies_there_and_what_is_in_hand_is_offered() -> None:
    game = field(Ann=ANNS)
    game.act("Ann", "ditch", item="rifle")

    def offered(action: str, **given: str) -> list[str]:
        return [each.value for each in REFLEX.candidates(game.scene, action, "item", {"actor": "Ann", **given})]

    assert (offered("pick_up"), offered("hand_over")) == (["rifle"], ["Grenade"])
    assert offered("pick_up", target="Guard") == []


def test_the_ticks_of_the_gms_people_are_told_no_player() -> None:
    game = field(Guard={"weapons": [{"kind": "ak47", "name": "rifle", "lies": "near"}]})
    game.act("Guard", "correct", initiative=30)
    game.act("Guard", "pick_up", item="rifle")
    assert ("Bulk" in game.told(PUBLIC), "Bulk" in game.told()) == (False, True)
