from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.terms import total
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.reflex.kinds import BodyPart, Encumbrance, Lies, Stance
from bot.rulesets.reflex.person.anatomy import held_in
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.person.gear import belongings, free_hands
from bot.rulesets.reflex.person.physique import base_initiative
from bot.rulesets.reflex.time.carried_events import Braced, DitchChecked, Ditched, Readied, Reloaded, Stowed, Switched
from bot.rulesets.reflex.time.events import Assessed, Communicated, TimeSpent
from bot.rulesets.reflex.time.moves import StanceChanged
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game, duel

RIFLE = {"kind": "ak47", "name": "rifle"}
PISTOL = {"kind": "pistol", "name": "pistol", "held": False}
SKILLED = {"longarm": 4, "sidearm": 4, "support weapons": 4}


def spent(game: Game) -> int:
    return game.one(TimeSpent).ticks


@pytest.mark.parametrize(
    ("before", "to", "ticks"),
    [
        ("standing", "kneeling", 2),
        ("standing", "sitting", 2),
        ("standing", "prone", 4),
        ("kneeling", "prone", 2),
        ("prone", "sitting", 4),
        ("prone", "standing", 8),
        ("kneeling", "standing", 4),
        ("kneeling", "sitting", 2),
    ],
)
def test_stances_cost_two_ticks_a_step_down_and_four_up(before: str, to: str, ticks: int) -> None:
    game = duel(condition={"stance": before})
    game.act("Ann", "stance", to=to)
    assert (spent(game), game.one(StanceChanged).before.value) == (ticks, before)
    assert game.state("Ann").body.stance is Stance(to)


def test_the_stance_one_is_in_is_no_change() -> None:
    with pytest.raises(RuleViolation, match="is standing already"):
        duel().act("Ann", "stance", to="standing")


def test_nobody_stands_on_a_leg_that_is_gone() -> None:
    game = duel(condition={"stance": "prone", "lost": ["left leg"]})
    with pytest.raises(RuleViolation, match="Nobody stands"):
        game.act("Ann", "stance", to="standing")


@pytest.mark.parametrize(
    ("length", "device", "ticks"),
    [
        ("syllable", False, 1),
        ("phrase", False, 3),
        ("sentence", False, 5),
        ("syllable", True, 2),
        ("sentence", True, 6),
    ],
)
def test_what_is_said_takes_time_and_a_device_one_tick_more(length: str, device: bool, ticks: int) -> None:
    game = duel()
    game.act("Ann", "communicate", length=length, device=device)
    assert spent(game) == ticks
    assert game.one(Communicated).device is device


@pytest.mark.parametrize("extra", [0, 1, 5])
def test_looking_longer_sees_better(extra: int) -> None:
    game = duel()
    game.act("Ann", "assess", 3, 20, **({"extra": extra} if extra else {}))
    assert spent(game) == 1 + extra
    assert game.one(Assessed).outcome.margin == 3 + extra


def test_nobody_looks_longer_than_five_ticks_more() -> None:
    with pytest.raises(RuleViolation, match="no more than 5 ticks longer"):
        duel().act("Ann", "assess", extra=6)


@pytest.mark.parametrize(
    ("light", "range_m", "penalty", "detail"),
    [
        ("clear", None, 0, ""),
        ("clear", 60, -2, "tight"),
        ("dim", None, 0, ""),
        ("dim", 25, -2, "looks_like_tight"),
        ("dark", None, -1, "looks_like_cqb"),
        ("smoke", None, -1, "looks_like_cqb"),
        ("smoke", 60, -8, "looks_like_open"),
        ("dark", 1500, -32, "extreme"),
    ],
)
def test_what_hinders_the_eye_hinders_a_look_around(
    light: str, range_m: float | None, penalty: int, detail: str
) -> None:
    game = duel()
    game.act("Ann", "weather", light=light)
    game.act("Ann", "assess", 3, 20, **({} if range_m is None else {"range_m": range_m}))
    terms = game.one(Assessed).outcome.check.terms
    assert [(term.label, term.value, term.detail) for term in terms] == [("visual", penalty, detail)] * bool(penalty)


def test_whoever_sees_in_the_dark_looks_around_as_by_day() -> None:
    game = duel()
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "assess", 3, 20, light="clear")
    assert game.one(Assessed).outcome.check.terms == ()


def test_where_the_campaign_counts_no_sight_nothing_hampers_a_look_around() -> None:
    game = duel()
    game.scene = msgspec.structs.replace(game.scene, options={**game.scene.options, "visual_penalty": False})
    game.act("Ann", "weather", light="dark")
    game.act("Ann", "assess", 3, 20)
    assert game.one(Assessed).outcome.check.terms == ()


def test_only_the_gm_reads_the_dice_of_a_look_around() -> None:
    game = duel()
    game.act("Ann", "assess", 3, 20)
    assert game.one(Assessed).outcome.roll.secret
    assert "Awareness 6" in game.told(GM)
    assert "Awareness" not in game.told(Viewer(1))
    assert "Something can be made out" in game.told(Viewer(1))


def test_a_look_that_fails_shows_nothing_and_an_enemys_tells_nothing() -> None:
    game = duel()
    game.act("Ann", "assess", 20, 20)
    assert "Nothing stands out" in game.told(PUBLIC)
    game.act("Bob", "assess", 3, 20)
    assert "made out" not in game.told(PUBLIC)
    assert "Awareness 6" in game.told(GM)


def test_a_head_wound_dims_the_eyes() -> None:
    game = duel(condition={"wounds": {"head": "moderate", "torso": "serious"}})
    game.act("Ann", "assess", 1, 1)
    assert game.one(Assessed).outcome.check.level_penalty == 2


RADIO = {"name": "radio"}


def test_equipment_is_switched_on_and_off() -> None:
    game = duel(items=[RADIO])
    game.act("Ann", "activate", item="RAD")
    assert (spent(game), game.one(Switched).item) == (1, "radio")
    assert game.state("Ann").kit.items["radio"].active
    game.act("Bob", "wait")
    game.act("Ann", "deactivate", item="radio")
    assert not game.state("Ann").kit.items["radio"].active


@pytest.mark.parametrize("action", ["activate", "deactivate"])
@pytest.mark.parametrize("burns", [False, True])
def test_a_grenade_has_a_pin_and_no_switch(action: str, *, burns: bool) -> None:
    game = duel(items=[{"name": "grenade", "explosive": "hand_grenade", "held": True}])
    if burns:
        game.act("Ann", "cook", 5, item="grenade")
        game.act("Bob", "wait")
        assert "There is no pin" in game.refused("Ann", "cook", item="grenade")
    with pytest.raises(RuleViolation, match="The grenade has a pin and no switch") as refusal:
        game.act("Ann", action, item="grenade")
    assert refusal.value.remedy.startswith("A fuse burns once the pin is pulled")
    assert not REFLEX.candidates(game.scene, action, "item", {"actor": "Ann"})


def test_a_grenade_that_a_sheet_says_is_on_is_switched_off() -> None:
    game = duel(items=[{"name": "grenade", "explosive": "hand_grenade", "held": True, "active": True}])
    assert [choice.value for choice in REFLEX.candidates(game.scene, "deactivate", "item", {"actor": "Ann"})]
    game.act("Ann", "deactivate", item="grenade")
    assert not game.state("Ann").kit.items["grenade"].active


def test_a_bipod_is_set_up_like_equipment_and_folds_with_a_new_stance() -> None:
    game = duel(weapons=[{"kind": "m249", "name": "gun"}])
    game.act("Ann", "activate", item="gun")
    assert game.one(Braced).down
    assert game.state("Ann").kit.weapons["gun"].bipod_down
    game.act("Bob", "wait")
    game.act("Ann", "stance", to="kneeling")
    assert not game.state("Ann").kit.weapons["gun"].bipod_down


def test_a_weapon_without_bipod_has_nothing_to_switch() -> None:
    with pytest.raises(RuleViolation, match="has no bipod"):
        duel(weapons=[RIFLE]).act("Ann", "activate", item="rifle")


@pytest.mark.parametrize(("action", "active"), [("activate", True), ("deactivate", False)])
def test_what_is_on_or_off_already_is_not_switched(action: str, active: bool) -> None:
    with pytest.raises(RuleViolation, match="already"):
        duel(items=[{"name": "radio", "active": active}]).act("Ann", action, item="radio")


def test_a_bipod_that_stands_is_not_set_up_again() -> None:
    with pytest.raises(RuleViolation, match="gun is on already"):
        duel(weapons=[{"kind": "m249", "name": "gun", "bipod_down": True}]).act("Ann", "activate", item="gun")


def test_what_nobody_has_is_refused_with_what_there_is() -> None:
    with pytest.raises(RuleViolation) as refusal:
        duel(weapons=[RIFLE, PISTOL]).act("Ann", "ready", item="bow")
    assert refusal.value.remedy == "There is: rifle, pistol."


def test_a_name_that_fits_two_things_is_refused_but_a_whole_name_is_not() -> None:
    game = duel(items=[{"name": "rope"}, {"name": "rope ladder"}])
    with pytest.raises(RuleViolation, match="No item is called 'o'"):
        game.act("Ann", "ready", item="o")
    game.act("Ann", "ready", item="ROPE")
    assert game.one(Readied).item == "rope"


def test_a_part_of_a_name_is_enough_where_it_fits_one_thing() -> None:
    game = duel(items=[{"name": "rope"}, {"name": "rope ladder"}])
    game.act("Ann", "ready", item="ladder")
    assert game.one(Readied).item == "rope ladder"


def test_an_empty_hand_lets_go_at_once() -> None:
    game = duel(weapons=[RIFLE], items=[{"name": "torch", "held": False}])
    game.act("Ann", "ditch", item="rifle")
    assert (spent(game), game.tick("Ann")) == (0, 12)
    assert game.state("Ann").kit.weapons["rifle"].lies is Lies.NEAR
    assert "Ann" in game.now()


def test_where_the_gm_asks_for_it_letting_go_takes_a_check_of_coordination() -> None:
    game = duel(items=[{"name": "pack", "worn": True}, {"name": "torch", "held": True}])
    game.act("Ann", "ditch", *FAIL, item="torch", check=True)
    assert (game.one(DitchChecked).outcome.check.attribute.label, spent(game)) == ("coordination", 1)
    assert game.state("Ann").kit.items["torch"].held
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "ditch", 1, 20, item="torch", check=True)
    assert game.state("Ann").kit.items["torch"].lies is Lies.NEAR
    game.act("Ann", "ditch", 1, 20, 90, item="pack", check=True)
    assert (game.state("Ann").kit.items["pack"].lies, game.tick("Ann")) == (Lies.NEAR, None)


def test_on_the_move_that_check_suffers_as_what_takes_fine_motor_control() -> None:
    game = duel(items=[{"name": "torch", "held": True}])
    game.act("Ann", "move", pace="run")
    game.act("Ann", "ditch", *FAIL, item="torch", check=True)
    assert [(term.label, term.value) for term in game.one(DitchChecked).outcome.check.terms] == [("own_pace", -3)]


@pytest.mark.parametrize(
    ("item", "found", "levels"),
    [
        ({"held": True, "hand": "left"}, [("off_hand", -4)], 0),
        ({"held": True, "hand": "right"}, [], 2),
        ({"held": True, "hands": 2}, [], 2),
        ({"worn": True}, [], 2),
    ],
)
def test_that_check_is_made_with_the_hands_that_hold_it(
    item: dict[str, Any], found: list[tuple[str, int]], levels: int
) -> None:
    game = Game(handedness=True)
    game.join("Ann", items=[{"name": "torch", "quick_release": True, **item}], encumbrance="unencumbered")
    game.start(*FAIL)
    game.act("Ann", "correct", wound="moderate", place="right arm")
    game.act("Ann", "ditch", *FAIL, item="torch", check=True)
    check = game.one(DitchChecked).outcome.check
    assert ([(term.label, term.value) for term in check.terms], check.level_penalty) == (found, levels)


def test_what_cannot_be_done_in_time_is_refused_before_the_check() -> None:
    game = duel(items=[{"name": "pack", "worn": True}])
    game.act("Ann", "move")
    with pytest.raises(RuleViolation, match="takes 12 ticks"):
        game.act("Ann", "ditch", item="pack", check=True)


def test_letting_go_is_not_steadying_a_gun() -> None:
    game = duel(weapons=[RIFLE])
    game.act("Ann", "ditch", item="rifle")
    assert not game.one(TimeSpent).steadied


@pytest.mark.parametrize(("bulk", "secured", "ticks"), [(1, False, 1), (3, False, 2), (4, True, 3), (0, False, 1)])
def test_what_is_attached_takes_half_the_time_of_readying(bulk: int, secured: bool, ticks: int) -> None:
    game = duel(items=[{"name": "box", "bulk": bulk, "secured": secured}])
    game.act("Ann", "ditch", item="box")
    assert spent(game) == ticks


def test_what_is_packed_is_dug_out_even_to_be_ditched() -> None:
    game = duel(items=[{"name": "flare", "bulk": 1, "packed": True}])
    game.act("Ann", "ditch", 4, item="flare")
    assert spent(game) == 3


@pytest.mark.parametrize(("face", "damaged"), [(50, True), (51, False)])
def test_a_backpack_torn_off_takes_the_exchange_and_may_be_damaged(face: int, damaged: bool) -> None:
    game = duel(items=[{"name": "pack", "worn": True}])
    game.act("Ann", "ditch", face, item="pack")
    assert (spent(game), game.tick("Ann")) == (12, None)
    assert game.state("Ann").kit.items["pack"].damaged is damaged
    assert ("pack is damaged" in game.told()) is damaged


def test_on_the_move_nothing_is_torn_off_that_takes_more_than_the_move() -> None:
    game = duel(items=[{"name": "pack", "worn": True}])
    game.act("Ann", "move")
    with pytest.raises(RuleViolation, match="takes 12 ticks"):
        game.act("Ann", "ditch", item="pack")
    last = duel(tick=5, items=[{"name": "pack", "worn": True}])
    last.act("Ann", "move")
    last.act("Ann", "ditch", 51, item="pack")
    assert last.tick("Ann") is None


def test_quick_release_takes_three_ticks_and_no_chances() -> None:
    game = duel(items=[{"name": "pack", "worn": True, "quick_release": True}])
    game.act("Ann", "ditch", item="pack")
    assert (spent(game), game.one(Ditched).roll) == (3, None)


PACK = {"name": "pack", "worn": True, "quick_release": True, "load_without": "light"}


@pytest.mark.parametrize(
    ("item", "said", "load"),
    [
        ({}, {}, "light"),
        ({}, {"load": "unencumbered"}, "unencumbered"),
        ({"load_without": "heavy"}, {}, "moderate"),
        ({"worn": False, "held": True}, {"load": "unencumbered"}, "unencumbered"),
        ({"worn": False, "bulk": 2}, {}, "light"),
    ],
)
def test_without_its_pack_a_body_carries_less_at_once(item: dict[str, Any], said: dict[str, str], load: str) -> None:
    game = duel(tick=9, items=[{**PACK, **item}])
    game.act("Ann", "ditch", item="pack", **said)
    assert game.state("Ann").kit.encumbrance is Encumbrance(load)
    assert (f"Encumbrance: {load}." in game.told()) is (load != "moderate")


def test_how_much_an_enemy_still_carries_is_not_told() -> None:
    game = Game()
    game.join("Bob", owner=0, encumbrance="moderate", items=[PACK])
    game.start(*FAIL)
    game.act("Bob", "ditch", item="pack", load="light")
    assert "Encumbrance: light." in game.told(GM)
    assert "Encumbrance" not in game.told(PUBLIC)


def test_nobody_carries_more_for_having_let_go() -> None:
    with pytest.raises(RuleViolation, match="no heavier than moderate"):
        duel(tick=9, items=[PACK]).act("Ann", "ditch", item="pack", load="heavy")


def test_a_lighter_load_lets_its_bearer_move_faster_at_once_and_begin_the_next_exchange_sooner() -> None:
    """The example of the text: from heavy to moderate, and tick 9 instead of 7 where the check fails."""
    game = duel(tick=7, items=[{"name": "pack", "held": True, "load_without": "moderate"}])
    with pytest.raises(RuleViolation, match="trot"):
        game.act("Ann", "move", pace="trot")
    game.act("Ann", "ditch", item="pack")
    game.act("Ann", "move", pace="trot")
    assert base_initiative(REFLEX.tables, game.state("Ann").kit.encumbrance).value == 9


def test_what_lies_on_the_ground_is_not_ditched_again() -> None:
    game = duel(weapons=[{**RIFLE, "held": False, "lies": "near"}])
    with pytest.raises(RuleViolation, match="lies on the ground"):
        game.act("Ann", "ditch", item="rifle")


@pytest.mark.parametrize(
    ("item", "ticks"),
    [
        ({"bulk": 0}, 1),
        ({"bulk": 3}, 3),
        ({"bulk": 3, "secured": True}, 4),
        ({"bulk": 3, "secured": True, "lies": "near"}, 3),
    ],
)
def test_readying_takes_the_bulk_and_one_tick_for_a_closed_container(item: dict[str, Any], ticks: int) -> None:
    game = duel(items=[{"name": "box", **item}])
    game.act("Ann", "ready", item="box")
    assert spent(game) == ticks
    assert game.state("Ann").kit.items["box"].held


def test_digging_something_out_adds_a_die_of_ten() -> None:
    game = duel(items=[{"name": "flare", "bulk": 1, "packed": True}])
    game.act("Ann", "ready", 7, item="flare")
    assert spent(game) == 8


def test_digging_past_the_end_of_the_exchange_uses_it_up() -> None:
    game = duel(tick=5, items=[{"name": "flare", "bulk": 1, "packed": True}])
    game.act("Ann", "ready", 10, item="flare")
    assert game.tick("Ann") is None
    assert game.state("Ann").kit.items["flare"].held


def test_digging_on_the_move_takes_more_time_only_beyond_five() -> None:
    game = duel(items=[{"name": "flare", "bulk": 1, "packed": True}])
    game.act("Ann", "move")
    game.act("Ann", "ready", 7, item="flare")
    assert game.tick("Ann") == 12 - 5 - 3


@pytest.mark.parametrize(("skills", "hands", "ticks"), [(SKILLED, 2, 3), (SKILLED, 1, 6), ({}, 2, 6), ({}, 1, 12)])
def test_one_hand_and_no_skill_each_double_the_sum(skills: dict[str, int], hands: int, ticks: int) -> None:
    game = duel(skills=skills, weapons=[{**RIFLE, "held": False}])
    game.act("Ann", "ready", item="rifle", hands=hands)
    assert spent(game) == ticks
    assert game.state("Ann").kit.weapons["rifle"].held_with == hands


def test_a_gun_is_taken_in_as_many_hands_as_are_free() -> None:
    game = duel(skills=SKILLED, weapons=[{**RIFLE, "held": False}], items=[{"name": "torch", "held": True}])
    game.act("Ann", "ready", item="rifle")
    assert (game.one(Readied).hands, game.one(Readied).hand, spent(game)) == (1, "left", 6)


def test_full_hands_take_nothing() -> None:
    game = duel(skills=SKILLED, weapons=[RIFLE, PISTOL])
    with pytest.raises(RuleViolation, match="1 needed, 0 free"):
        game.act("Ann", "ready", item="pistol")


def test_a_pistol_is_taken_in_a_second_hand() -> None:
    game = duel(skills=SKILLED, weapons=[{**PISTOL, "held": True, "hand": "left"}])
    game.act("Ann", "ready", item="pistol", hands=2)
    assert (spent(game), game.state("Ann").kit.weapons["pistol"].held_with) == (1, 2)


@pytest.mark.parametrize("places", [{"weapons": [RIFLE]}, {"items": [{"name": "rifle", "held": True}]}])
def test_what_is_in_hand_is_ready_already(places: dict[str, Any]) -> None:
    with pytest.raises(RuleViolation, match="in hand already"):
        duel(**places).act("Ann", "ready", item="rifle")


def test_what_was_dropped_stays_behind_when_one_moves() -> None:
    game = duel(weapons=[RIFLE], items=[{"name": "torch", "held": False}])
    game.act("Ann", "ditch", item="rifle")
    game.act("Ann", "move")
    assert game.state("Ann").kit.weapons["rifle"].lies is Lies.AWAY
    with pytest.raises(RuleViolation, match="left behind"):
        game.act("Ann", "ready", item="rifle")


@pytest.mark.parametrize(("weapon", "ticks"), [({}, 3), ({"hands": 1}, 6), ({"secured": True}, 4)])
def test_stowing_is_readying_backwards(weapon: dict[str, Any], ticks: int) -> None:
    game = duel(skills=SKILLED, weapons=[{**RIFLE, "held": True, **weapon}])
    game.act("Ann", "stow", item="rifle")
    assert (spent(game), game.one(Stowed).item) == (ticks, "rifle")
    assert game.state("Ann").kit.weapons["rifle"].held_with == 0


def test_small_things_are_stowed_too() -> None:
    game = duel(items=[{"name": "torch", "held": True}])
    game.act("Ann", "stow", item="torch")
    assert not game.state("Ann").kit.items["torch"].held


def test_what_is_not_in_hand_cannot_be_stowed() -> None:
    with pytest.raises(RuleViolation, match="not in hand"):
        duel(weapons=[RIFLE, PISTOL]).act("Ann", "stow", item="pistol")


def loading(kind: str, skills: dict[str, int] = SKILLED, **weapon: Any) -> Game:
    return duel(tick=15, skills=skills, weapons=[{"kind": kind, "name": "gun", **weapon}])


def rounds(game: Game) -> tuple[int, int | None]:
    gun = game.state("Ann").kit.weapons["gun"]
    return gun.loaded, gun.spare


def test_a_magazine_is_changed_in_one_action_of_the_bulk() -> None:
    game = loading("ak47", loaded=7)
    game.act("Ann", "reload")
    assert (spent(game), rounds(game)) == (3, (30, None))


def test_keeping_the_partial_load_takes_two_ticks_more() -> None:
    game = loading("ak47", loaded=7, spare=60)
    game.act("Ann", "reload", keep=True)
    assert (spent(game), rounds(game)) == (5, (30, 37))


def test_a_magazine_that_is_thrown_away_loses_its_rounds() -> None:
    game = loading("ak47", loaded=7, spare=60)
    game.act("Ann", "reload")
    assert rounds(game) == (30, 30)


def test_the_last_rounds_are_loaded_and_then_there_are_none() -> None:
    game = loading("ak47", loaded=0, spare=12)
    game.act("Ann", "reload", keep=True)
    assert (spent(game), rounds(game)) == (3, (12, 0))
    game.act("Bob", "wait")
    with pytest.raises(RuleViolation, match="No rounds are left"):
        game.act("Ann", "reload")


def test_an_internal_magazine_takes_three_rounds_at_a_time() -> None:
    game = loading("shotgun", loaded=1, spare=10)
    game.act("Ann", "reload", keep=True)
    assert (spent(game), rounds(game)) == (4, (4, 7))


def test_an_internal_magazine_takes_no_more_than_there_is_room_for() -> None:
    game = loading("shotgun", loaded=5)
    game.act("Ann", "reload")
    assert rounds(game) == (6, None)


def test_a_belt_takes_two_actions() -> None:
    game = loading("m249", loaded=0)
    game.act("Ann", "reload")
    assert (game.one(Reloaded).done, rounds(game)[0]) == (1, 0)
    game.act("Bob", "wait")
    game.act("Ann", "reload")
    assert (game.one(Reloaded).done, rounds(game)[0]) == (2, 200)
    assert game.state("Ann").kit.reloading == {}


@pytest.mark.parametrize(("keep", "needed"), [(False, 3), (True, 5)])
def test_a_magazine_is_changed_only_by_who_has_the_ticks_for_all_of_it(keep: bool, needed: int) -> None:
    game = loading("ak47", loaded=7)
    game.act("Bob", "correct", initiative=1)
    game.act("Ann", "correct", initiative=needed - 1)
    assert f"takes {needed} ticks" in game.refused("Ann", "reload", keep=keep)
    game.act("Ann", "correct", initiative=needed)
    game.act("Ann", "reload", keep=keep)
    assert spent(game) == needed


@pytest.mark.parametrize(("first", "last", "ticks", "left"), [(1, 1, 2, 110), (0, 1, 2, 110), (1, 0, 0, 60)])
def test_a_partial_belt_is_kept_and_paid_for_by_the_last_action_alone(
    first: int, last: int, ticks: int, left: int
) -> None:
    game = loading("m249", loaded=50, spare=260)
    game.act("Ann", "reload", keep=bool(first))
    usual = spent(game)
    game.act("Bob", "correct", initiative=1)
    game.act("Ann", "correct", initiative=usual + 2)
    game.act("Ann", "reload", keep=bool(last))
    assert (spent(game) - usual, rounds(game)) == (ticks, (200, left))


def test_a_heavy_weapon_takes_two_actions_for_one_round() -> None:
    game = loading("shotgun", feed="heavy", capacity=4, loaded=1)
    game.act("Ann", "reload")
    assert rounds(game)[0] == 1
    game.act("Bob", "wait")
    game.act("Ann", "reload")
    assert rounds(game)[0] == 2


def test_rounds_from_deep_in_the_pack_are_dug_out() -> None:
    game = loading("ak47", loaded=0)
    game.act("Ann", "reload", 6, deep=True)
    costs = [(term.label, term.value) for term in game.one(Reloaded).costs]
    assert costs == [("bulk", 3), ("rounds_readied", 1), ("dug_out", 6)]
    assert spent(game) == 10


def test_the_unskilled_dig_three_times_as_long_for_rounds_too() -> None:
    game = loading("pistol", {}, loaded=0)
    game.act("Ann", "reload", 1, deep=True)
    assert spent(game) == 3 * (1 + 1 + 1)


def test_a_weapon_may_lie_in_a_cluttered_container() -> None:
    game = duel(
        tick=15, weapons=[{"kind": "pistol", "name": "gun", "held": False, "packed": True}], skills={"sidearm": 8}
    )
    game.act("Ann", "ready", 4, item="gun")
    assert [(term.label, term.value) for term in game.one(Readied).costs] == [("bulk", 1), ("dug_out", 4)]
    assert spent(game) == 5


def test_what_is_made_for_two_hands_takes_both_or_twice_the_time() -> None:
    ram = {"name": "ram", "bulk": 3, "grip_hands": 2}
    game = duel(tick=15, items=[ram])
    game.act("Ann", "ready", item="ram")
    assert (spent(game), game.one(Readied).hands, free_hands(game.state("Ann"))) == (3, 2, ())
    assert held_in(game.state("Ann"), BodyPart.LEFT_ARM) == held_in(game.state("Ann"), BodyPart.RIGHT_ARM) == ("ram",)
    game.act("Bob", "wait")
    game.act("Ann", "stow", item="ram")
    assert spent(game) == 3
    single = duel(tick=15, items=[ram, {"name": "lamp", "held": True}])
    single.act("Ann", "ready", item="ram")
    assert [term.label for term in single.one(Readied).costs] == ["bulk", "one_hand_for_two"]
    assert (spent(single), single.one(Readied).hand) == (6, "left")
    single.act("Bob", "wait")
    single.act("Bob", "wait")
    single.act("Ann", "stow", item="ram")
    assert spent(single) == 6


def test_what_both_hands_hold_stands_so_on_the_sheet() -> None:
    game = duel(items=[{"name": "ram", "grip_hands": 2, "held": True}])
    assert REFLEX.project(game.scene.combatants["Ann"])["items"][0]["hands"] == 2


def test_the_unskilled_take_three_times_the_whole_sum() -> None:
    game = loading("ak47", {}, loaded=5)
    game.act("Ann", "reload", keep=True)
    assert spent(game) == 15


def test_a_gun_on_a_mount_is_loaded_without_being_held() -> None:
    game = loading("ak47", loaded=5, held=False, fixed_mount=True)
    game.act("Ann", "reload")
    assert rounds(game)[0] == 30


@pytest.mark.parametrize(
    ("action", "inputs", "labels"),
    [
        ("ready", {"item": "gun", "hands": 1}, ["bulk", "secured", "one_hand_for_two", "unskilled"]),
        ("ditch", {"item": "gun"}, ["bulk", "secured", "unskilled", "half_of_readying"]),
    ],
)
def test_the_ticks_of_handling_are_a_sum(action: str, inputs: dict[str, Any], labels: list[str]) -> None:
    game = duel(tick=15, weapons=[{"kind": "pistol", "name": "gun", "grip_hands": 2, "held": False, "secured": True}])
    events = game.act("Ann", action, **inputs)
    (handled,) = [event for event in events if isinstance(event, Readied | Ditched)]
    assert [term.label for term in handled.costs] == labels
    assert total(handled.costs) == spent(game)


def test_a_full_weapon_is_not_loaded() -> None:
    with pytest.raises(RuleViolation, match="is full: 30 rounds"):
        loading("ak47").act("Ann", "reload", item="gun")


def test_what_is_not_full_is_loaded_where_nothing_is_named() -> None:
    game = duel(weapons=[{"kind": "pistol", "held": True}, {"kind": "pistol", "held": True, "loaded": 1}])
    game.act("Ann", "reload")
    assert game.one(Reloaded).weapon == "9 mm pistol#2"


def test_only_a_weapon_in_hand_is_loaded() -> None:
    with pytest.raises(RuleViolation, match="Which weapon in hand"):
        loading("ak47", held=False, loaded=0).act("Ann", "reload")


def corrected(game: Game, **inputs: Any) -> list[Event]:
    return [event for event in game.act("Ann", "correct", **inputs) if isinstance(event, Corrected)]


def test_the_gm_corrects_time() -> None:
    game = duel()
    corrected(game, initiative=9)
    assert (game.tick("Ann"), game.now()) == (9, ("Bob",))
    corrected(game, initiative=0)
    assert game.tick("Ann") is None


def test_time_outside_an_exchange_moves_nobody() -> None:
    game = Game()
    game.join("Ann")
    corrected(game, initiative=9)
    assert (game.state("Ann").turn.initiative, game.scene.agenda) == (9, ())


def test_the_gm_corrects_rounds_of_the_weapon_in_hand_or_of_a_named_one() -> None:
    game = duel(weapons=[RIFLE, PISTOL])
    corrected(game, rounds=3)
    corrected(game, rounds=4, item="pistol")
    weapons = game.state("Ann").kit.weapons
    assert (weapons["rifle"].loaded, weapons["pistol"].loaded) == (3, 4)
    with pytest.raises(RuleViolation, match="no more than 15"):
        corrected(game, rounds=16, item="pistol")


def test_the_gm_corrects_wounds_real_and_imagined() -> None:
    game = duel()
    corrected(game, wound="serious", virtual="slight", place="torso")
    assert (game.state("Ann").body.wounds, game.state("Ann").body.virtual) == ({"torso": 3}, {"torso": 1})
    corrected(game, wound="none", place="torso")
    assert game.state("Ann").body.wounds == {}
    with pytest.raises(RuleViolation, match="needs a place"):
        corrected(game, wound="slight")


def test_the_gm_corrects_stance_and_conditions() -> None:
    game = duel()
    corrected(game, stance="prone", unstable=True, shock=True, surrendered=False)
    state = game.state("Ann")
    assert (state.body.stance, state.body.unstable, state.body.shock, state.turn.surrendered) == (
        Stance.PRONE,
        True,
        True,
        False,
    )


@pytest.mark.parametrize("name", ["rifle", "torch"])
def test_the_gm_gives_back_what_was_left_behind(name: str) -> None:
    lost = {"held": False, "lies": "away"}
    game = duel(weapons=[{**RIFLE, **lost}], items=[{"name": "torch", **lost}])
    corrected(game, found=name)
    assert belongings(game.state("Ann"))[name].lies is Lies.CARRIED


def test_only_what_was_left_behind_is_given_back() -> None:
    with pytest.raises(RuleViolation, match="There is: torch"):
        corrected(duel(weapons=[RIFLE], items=[{"name": "torch", "held": False, "lies": "near"}]), found="rifle")


@pytest.mark.parametrize(
    ("put", "words"),
    [
        ({"dead": True}, "Ann is dead, and acts on no tick. Say dead=no, too"),
        ({"unconscious": True}, "Ann is unconscious, and acts on no tick. Wake it first: /damage heal with:awake=yes."),
        ({"surrendered": True}, "Ann has given up, and acts on no tick. Say surrendered=no, too"),
        ({"withdrawn": True}, "Ann has withdrawn, and acts on no tick. Say withdrawn=no, too"),
    ],
)
def test_who_cannot_act_is_put_on_no_tick_unless_that_is_set_right_too(put: dict[str, bool], words: str) -> None:
    game = duel()
    corrected(game, **put)
    assert words in game.refused("Ann", "correct", initiative=9)
    assert game.state("Ann").turn.initiative != 9
    corrected(game, initiative=0)
    corrected(game, initiative=9, **dict.fromkeys(put, False))
    assert game.tick("Ann") == 9


def test_rounds_are_those_of_what_is_loaded_whatever_else_is_in_hand() -> None:
    knife = {"kind": "knife", "name": "knife", "held": True}
    game = duel(weapons=[knife, {**PISTOL, "held": True}])
    corrected(game, rounds=4)
    assert game.state("Ann").kit.weapons["pistol"].loaded == 4
    assert "No weapon that is loaded is called 'knife'. There is: pistol." in game.refused(
        "Ann", "correct", rounds=0, item="knife"
    )


def test_rounds_are_those_of_a_gun_on_its_mount_where_none_is_in_hand() -> None:
    game = duel(weapons=[{**PISTOL, "held": False}, {"kind": "mortar", "name": "mortar", "held": False}])
    corrected(game, rounds=0)
    assert game.state("Ann").kit.weapons["mortar"].loaded == 0


def test_a_correction_of_nothing_is_refused() -> None:
    with pytest.raises(RuleViolation, match="Nothing to correct"):
        corrected(duel())


def test_a_correction_of_an_enemy_shows_players_only_that_there_was_one() -> None:
    game = duel()
    game.act("Bob", "correct", wound="serious", place="torso")
    assert "serious" in game.told(GM)
    assert game.told(PUBLIC) == "The GM corrects Bob."
