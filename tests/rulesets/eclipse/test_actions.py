"""Everything besides attacks: aiming, loading, moving, and what a GM sets right."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.views import PUBLIC
from bot.rulesets.eclipse.deeds.events import Moved
from bot.rulesets.eclipse.equipment.events import Reloaded
from bot.rulesets.eclipse.suppression.events import Suppressed
from bot.rulesets.eclipse.wounds.events import Damaged, DamageRolled, Healed
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, SHOOTER, Game, duel, values


def empty(**weapon: Any) -> Game:
    return duel(ann={"weapons": [{"kind": "smg", "loaded": 4, **weapon}]})


def test_reloading_is_a_complex_action() -> None:
    game = empty(spare=50)
    game.act("Ann", "reload")
    assert (game.one(Reloaded).loaded, game.one(Reloaded).spare, game.now()) == (20, 34, ("Guard",))


def test_of_two_guns_the_one_that_is_not_full_is_loaded() -> None:
    guns = [{"kind": "automatic_rifle"}, {"kind": "automatic_rifle", "loaded": 0}]
    game = duel(ann={"weapons": guns, "speed": 2})
    game.act("Ann", "reload")
    assert game.one(Reloaded).weapon == "automatic rifle 2"
    game.act("Guard", "pass")
    assert "automatic rifle is full" in game.refused("Ann", "reload")


@pytest.mark.parametrize(("weapon", "inputs"), [({"taped": True}, {}), ({}, {"quick": True})])
def test_reloading_may_be_quick(weapon: dict[str, Any], inputs: dict[str, Any]) -> None:
    game = empty(**weapon)
    game.act("Ann", "reload", item="Submachine Gun", **inputs)
    assert (game.one(Reloaded).loaded, game.may("Ann")) == (20, ("quick", "complex"))


def test_what_is_taped_to_a_magazine_is_used_up_by_loading_it() -> None:
    game = empty(taped=True)
    game.act("Ann", "reload")
    game.act("Ann", "correct", rounds=0)
    assert game.state("Ann").weapons["submachine gun"].taped is False
    assert [ECLIPSE.project(each.scene.combatants["Ann"])["weapons"][0].get("taped") for each in (game, empty())] == [
        False,
        None,
    ]


def test_another_kind_of_ammunition_replaces_what_is_left() -> None:
    game = empty(spare=10)
    game.act("Ann", "reload", ammunition="reactive")
    assert (game.one(Reloaded).loaded, game.one(Reloaded).spare) == (10, 4)
    assert game.state("Ann").weapons["submachine gun"].ammunition == "reactive"


@pytest.mark.parametrize(
    ("weapon", "inputs", "match"),
    [
        ({"spare": 0}, {}, "^Nothing is left for the submachine gun. Take another weapon"),
        ({"loaded": 20, "spare": 0}, {}, "^The submachine gun is full. Attack with it"),
        ({"loaded": 25}, {}, "is full"),
        ({}, {"item": "bare hands"}, "cannot be loaded.*Loadable: submachine gun"),
        ({"ready": False}, {}, "Loadable: nothing"),
    ],
)
def test_what_cannot_be_loaded_is_refused(weapon: dict[str, Any], inputs: dict[str, Any], match: str) -> None:
    with pytest.raises(RuleViolation, match=match):
        empty(**weapon).act("Ann", "reload", **inputs)


def test_an_archaic_weapon_takes_longer() -> None:
    game = duel(ann={"weapons": [{"kind": "bolt_action_rifle", "loaded": 1, "spare": 9, "reload_actions": 3}]})
    for left, loaded, words in ((2, 1, "is loading the bolt-action rifle: 2 more actions."), (1, 1, "1 more action.")):
        game.act("Ann", "reload")
        assert (game.one(Reloaded).left, game.one(Reloaded).loaded) == (left, loaded)
        assert words in game.told(PUBLIC)
        game.act("Guard", "pass", 50, 10)
    game.act("Ann", "reload")
    assert (game.one(Reloaded).left, game.one(Reloaded).loaded, game.one(Reloaded).spare) == (0, 5, 5)
    assert game.state("Ann").weapons["bolt-action rifle"].loading_left == 0


def test_loading_that_has_begun_goes_on_though_the_sheet_is_edited() -> None:
    armed = [{"kind": "bolt_action_rifle", "loaded": 1, "spare": 9, "reload_actions": 3}]
    game = duel(ann={"weapons": armed})
    game.act("Ann", "reload")
    edited = game.sheet(**{**SHOOTER, "weapons": [*armed, {"kind": "knife"}]})
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=edited))
    assert [each.loading_left for each in game.state("Ann").weapons.values()] == [2, 0, 0]


def test_a_smart_magazine_gives_each_shot_its_kind() -> None:
    game = duel(30, {"weapons": [{"kind": "smg", "smart": True}]}, {"durability": 500})
    assert game.state("Ann").weapons["submachine gun"].loaded == 10
    game.shoot(20, 97, 1, 1, 1, ammunition="hollow_point")
    assert game.one(DamageRolled).ap == 0
    assert "(semi-automatic, hollow point)" in game.told(PUBLIC)
    game.shoot(20, 97, 1, 1)
    assert (game.one(DamageRolled).ap, game.state("Ann").weapons["submachine gun"].loaded) == (-2, 8)


def test_a_weapon_is_loaded_with_no_more_than_it_holds() -> None:
    held = [{"kind": "smg", "smart": True, "loaded": 20}, {"kind": "smg", "loaded": 500}]
    armed = duel(ann={"weapons": held}).state("Ann").weapons
    assert [each.loaded for each in armed.values()] == [10, 20, 0]


def test_a_smart_magazine_holds_half_as_much_unless_the_sheet_says() -> None:
    held = [{"kind": "light_pistol", "smart": True}, {"kind": "smg", "smart": True, "capacity": 15, "loaded": 3}]
    armed = duel(ann={"weapons": held}).state("Ann").weapons
    assert (armed["light pistol"].capacity, armed["submachine gun"].capacity) == (5, 15)


@pytest.mark.parametrize(
    ("kind", "match"), [("smg", "no smart magazine"), ("hand_laser", "no other"), ("shredder", "no other")]
)
def test_other_ammunition_takes_a_smart_magazine_and_bullets(kind: str, match: str) -> None:
    game = duel(10, {"weapons": [{"kind": kind}]})
    with pytest.raises(RuleViolation, match=match):
        game.shoot(ammunition="plastic")


def test_a_laser_is_not_loaded_with_bullets() -> None:
    game = duel(10, {"weapons": [{"kind": "hand_laser", "loaded": 1}]})
    with pytest.raises(RuleViolation, match="no other ammunition"):
        game.act("Ann", "reload", ammunition="zap")


def test_the_metres_of_a_turn_are_shared_among_ones_phases() -> None:
    game = duel(ann={"speed": 4})
    game.act("Ann", "move", pace="run", target="Guard")
    assert (game.one(Moved).metres, game.one(RangeSet).range_m) == (5, 55)


def test_after_two_quick_actions_no_complex_one_fits() -> None:
    game = empty()
    game.act("Ann", "stance", to="prone")
    game.act("Ann", "stance", to="standing")
    with pytest.raises(RuleViolation, match="complex action"):
        game.act("Ann", "reload")


def test_nobody_is_told_to_load_what_is_put_away_or_has_no_rounds_left() -> None:
    away = duel(ann={"weapons": [{"kind": "automatic_rifle", "ready": False}]})
    assert away.refused("Ann", "reload", item="automatic rifle").startswith("The automatic rifle is not ready.")
    assert away.refused("Ann", "ready", item="bare hands").startswith("The bare hands are in hand already.")
    for loaded, mode, remedy in ((0, "", "Nothing is left to load: take another weapon"), (1, "FA", "SA, or pass.")):
        empty = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": loaded, "spare": 0}]})
        assert remedy in empty.refused("Ann", "attack", target="Guard", mode=mode)
        assert "which nothing has: attack instead" in empty.refused("Ann", "suppress")


def test_nobody_is_told_to_load_what_holds_no_more() -> None:
    small = duel(ann={"weapons": [{"kind": "automatic_rifle", "capacity": 5}]})
    assert "Still possible: SA, BF, or pass." in small.refused("Ann", "attack", target="Guard", mode="FA")
    only = duel(ann={"weapons": [{"kind": "automatic_rifle", "capacity": 5, "modes": ["FA"]}]})
    assert "It holds no more: use another weapon, or pass." in only.refused("Ann", "attack", target="Guard")


@pytest.mark.parametrize(
    ("other", "remedy"),
    [
        ({"kind": "automatic_rifle"}, ': say weapon="automatic rifle".'),
        (
            {"kind": "automatic_rifle", "ready": False},
            ": take in hand what has both with /act action:ready item:automatic rifle.",
        ),
        ({"kind": "automatic_rifle", "loaded": 3, "spare": 0}, ", which nothing has: attack instead with /attack."),
    ],
)
def test_who_cannot_suppress_with_one_weapon_is_told_with_which(other: dict[str, Any], remedy: str) -> None:
    game = duel(ann={"weapons": [{"kind": "knife"}, other]})
    said = game.refused("Ann", "suppress", weapon="knife")
    assert said == f"The knife cannot suppress. That takes FA and 20 rounds{remedy}"


def test_what_no_weapon_is_said_for_is_done_with_the_first_in_hand_that_can() -> None:
    game = duel(ann={"weapons": [{"kind": "knife"}, {"kind": "hand_laser"}, {"kind": "automatic_rifle"}]})
    game.act("Ann", "suppress")
    assert game.one(Suppressed).weapon == "automatic rifle"


def test_only_what_can_be_used_is_offered() -> None:
    game = duel(ann={"weapons": [{"kind": "knife"}, {"kind": "hand_laser"}, {"kind": "automatic_rifle"}]})
    offered = {
        action: [each.value for each in ECLIPSE.candidates(game.scene, action, key, {"actor": "Ann"})]
        for action, key in (("suppress", "weapon"), ("watch", "weapon"), ("ready", "item"))
    }
    assert offered == {
        "suppress": ["automatic rifle"],
        "watch": ["hand laser", "automatic rifle"],
        "ready": ["knife", "hand laser", "automatic rifle"],
    }


def test_weapons_are_readied_and_put_away() -> None:
    game = empty(ready=False)
    game.act("Ann", "ready", item="submachine gun")
    assert game.state("Ann").weapons["submachine gun"].ready
    with pytest.raises(RuleViolation, match="in hand already"):
        game.act("Ann", "ready", item="submachine gun")
    game.act("Ann", "ready", item="submachine gun", away=True)
    assert not game.state("Ann").weapons["submachine gun"].ready
    assert "Nobody puts away bare hands" in game.refused("Ann", "ready", item="bare hands", away=True)


def test_nobody_aims_with_what_is_not_for_attacks_from_afar() -> None:
    game = empty(ready=False)
    refused = game.refused("Ann", "aim", target="Guard")
    assert "made for them. Take one in hand that is: /act action:ready item:submachine gun." in refused
    game.act("Ann", "ready", item="submachine gun")
    game.act("Ann", "aim", target="Guard")
    assert game.state("Ann").aim is not None
    assert "Do something else" in duel(ann={"weapons": [{"kind": "knife"}]}).refused("Ann", "aim", target="Guard")


def test_stances_change() -> None:
    game = duel()
    with pytest.raises(RuleViolation, match="standing already"):
        game.act("Ann", "stance", to="standing")
    game.act("Ann", "stance", to="prone")
    assert game.state("Ann").prone
    assert game.refused("Ann", "stance", to="prone").endswith("Stand up with to=standing, or act: /attack.")
    with pytest.raises(RuleViolation, match="Stand up first"):
        game.act("Ann", "move")


@pytest.mark.parametrize(
    ("inputs", "range_m", "metres"),
    [({}, 56, 4), ({"pace": "run"}, 40, 20), ({"pace": "run", "metres": 5, "away": True}, 65, 5)],
)
def test_moving_changes_the_distance(inputs: dict[str, Any], range_m: float, metres: float) -> None:
    game = duel()
    game.act("Ann", "move", target="Guard", **inputs)
    assert (game.one(RangeSet).range_m, game.one(Moved).metres) == (range_m, metres)


def test_moving_to_nobody_changes_none() -> None:
    game = duel()
    game.act("Ann", "move", pace="run")
    assert game.every(RangeSet) == []
    assert game.state("Ann").running


@pytest.mark.parametrize(
    ("armor", "ap", "damage", "terms"),
    [
        ("none", 0, 5, {}),
        ("kinetic", 0, 1, {"armoured clothing": 4}),
        ("energy", -2, 4, {"armoured clothing": 3, "ap": -2}),
    ],
)
def test_a_gm_applies_damage_behind_armour(armor: str, ap: int, damage: int, terms: dict[str, int]) -> None:
    game = duel(guard={"armor": [{"kind": "clothing"}]})
    game.act("Ann", "damage", target="Guard", damage=5, armor=armor, ap=ap)
    assert (game.one(Damaged).damage, values(game.one(Damaged).armor)) == (damage, terms)


def take_damage() -> Game:
    game = duel(guard={"condition": {"damage": 7, "wounds": 1, "stress": 3, "traumas": 2, "prone": True}})
    game.act("Guard", "correct", broken=True)
    return game


def test_healing_takes_all_away_and_wakes() -> None:
    game = take_damage()
    game.act("Ann", "heal", target="Guard")
    state = game.state("Guard")
    assert (state.damage, state.wounds, state.stress, state.traumas, state.broken) == (0, 0, 0, 0, False)


def test_healing_takes_so_much_away_as_is_said() -> None:
    game = take_damage()
    game.act("Guard", "heal", damage=5, traumas=9)
    assert (game.one(Healed).damage, game.one(Healed).traumas, game.one(Healed).awake) == (5, 2, False)
    assert (game.state("Guard").damage, game.state("Guard").broken) == (2, True)


def test_who_is_only_brought_round_keeps_what_it_suffers() -> None:
    game = take_damage()
    game.act("Guard", "heal", awake=True)
    state = game.state("Guard")
    assert (state.damage, state.wounds, state.stress, state.traumas, state.broken) == (7, 1, 3, 2, False)
    game.act("Guard", "correct", broken=True)
    game.act("Guard", "heal", awake=False)
    assert (game.state("Guard").damage, game.state("Guard").broken) == (0, True)


def test_nobody_is_healed_of_what_ails_it_not() -> None:
    game = take_damage()
    assert "That changes nothing" in game.refused("Guard", "heal", stun=3, awake=False)
    for nothing in ({}, {"damage": 5}, {"awake": True}):
        assert "That changes nothing" in game.refused("Ann", "heal", **nothing)
    game.act("Ann", "damage", damage=1)
    assert "That changes nothing" in game.refused("Ann", "heal", stress=1)


def test_what_bleeds_is_stanched_though_nothing_of_it_is_taken_away() -> None:
    game = duel(guard={"wound_threshold": 6})
    game.act("Guard", "damage", damage=35)
    assert "That changes nothing" in game.refused("Guard", "heal", stress=1)
    game.act("Guard", "heal", stun=1)
    assert not game.state("Guard").bleeds


def test_a_gm_sets_things_right() -> None:
    game = duel()
    game.act("Ann", "correct", prone=True, out_turns=2, rounds=7)
    state = game.state("Ann")
    assert (state.prone, state.out_turns, state.weapons["automatic rifle"].loaded) == (True, 2, 7)
    game.act("Ann", "correct", rounds=3, item="Hand laser", out_turns=0)
    assert game.state("Ann").weapons["hand laser"].loaded == 3
    with pytest.raises(RuleViolation, match="Nothing to correct"):
        game.act("Ann", "correct")
    game.act("Ann", "correct", rounds=99)
    assert game.state("Ann").weapons["automatic rifle"].loaded == 30
    assert "knife holds no rounds. These do: automatic rifle" in game.refused("Ann", "correct", rounds=3, item="knife")
    unarmed = duel(ann={"weapons": []})
    assert "weapon holds no rounds. These do: none." in unarmed.refused("Ann", "correct", rounds=3)


@pytest.mark.parametrize(("hidden", "read"), [(True, ""), (False, "Guard aims at Ann.")])
def test_who_is_hidden_aims_and_moves_unnoticed(hidden: bool, read: str) -> None:
    game = Game()
    game.join("Ann", **SHOOTER)
    game.join("Guard", owner=0, hidden=hidden, **{**GUARD, "speed": 3, "weapons": [{"kind": "smg"}]})
    game.start(10, 90)
    game.act("Guard", "move", target="Ann")
    assert game.told(PUBLIC) == ("" if hidden else "Guard moves (walk) 1.3 m.")
    game.act("Guard", "aim", target="Ann")
    assert game.told(PUBLIC).partition("\n")[0] == read


@pytest.mark.parametrize(
    ("weapons", "action"),
    [
        ([{"kind": "smg", "loaded": 0}], "reload"),
        ([{"kind": "smg", "loaded": 4}], ""),
        ([{"kind": "smg", "loaded": 0, "spare": 0}], ""),
        ([{"kind": "knife", "ready": True}, {"kind": "smg", "loaded": 0}], ""),
        ([{"kind": "smg", "loaded": 0, "ready": False}, {"kind": "smg", "ready": False}], ""),
    ],
)
def test_an_empty_weapon_is_known_with_what_helps(weapons: list[dict[str, Any]], action: str) -> None:
    game = duel(ann={"weapons": weapons})
    assert game.ruleset.mended_by(game.state("Ann")) == action
    if action:
        game.refused("Ann", "attack", target="Guard")
        game.act("Ann", action)
