"""Rounds, the free action of a turn, and what is done with weapons besides shooting."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.scene import with_combatant
from bot.core.sheets import checked
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.conditions.events import ConditionEnded
from bot.rulesets.horizons.equipment.events import Cleared, Drew, Reloaded
from bot.rulesets.horizons.fire.events import ShotFired
from bot.rulesets.horizons.person.events import Corrected
from bot.rulesets.horizons.person.sheet import projected
from bot.rulesets.horizons.time.events import InitiativeRolled, RoundBegan
from tests.rulesets.horizons.playing import ANN, HORIZONS, Game, duel


def test_initiative_is_a_die_and_the_modifier_and_highest_acts_first() -> None:
    game = Game()
    game.join("Ann", abilities={"dexterity": 8})
    game.join("Bob", abilities={"dexterity": 5})
    game.start(3, 5)
    found = {event.actor: event.initiative for event in game.events if isinstance(event, InitiativeRolled)}
    assert (found, game.now()) == ({"Ann": 6, "Bob": 5}, ("Ann",))


@pytest.mark.parametrize(("dexterity", "now"), [(6, ("Ann",)), (5, ("Ann", "Bob"))])
def test_a_tie_goes_to_the_higher_dexterity_then_both_act(dexterity: int, now: tuple[str, ...]) -> None:
    game = Game()
    game.join("Ann", abilities={"dexterity": dexterity})
    game.join("Bob")
    game.start(10 - dexterity, 5)
    assert game.now() == now


def test_each_round_is_rolled_anew() -> None:
    game = duel()
    game.go_on()
    game.go_on(2, 9)
    assert game.one(RoundBegan).number == 2
    assert game.now() == ("Guard",)


def test_whoever_comes_back_into_its_moment_fires_what_it_has_by_now() -> None:
    game = duel()
    game.scene = with_combatant(game.scene, msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7))
    game.do(orders.Release(actor="Ann"))
    sheet = game.sheet(**{**ANN, "weapons": [{"kind": "smg"}]})
    game.do(orders.Enlist(name="Ann", owner=1, side="players", sheet=sheet, sheet_id=7))
    assert game.now() == ("Ann",)
    game.do_at_least(orders.Act(actor="Ann", action="attack", inputs={"target": "Guard", "range_m": 20.0}), 5)
    assert game.one(ShotFired).weapon == "Submachine gun"


def test_what_was_over_meanwhile_ails_nobody_who_comes_back() -> None:
    game = duel()
    for rounds in (1, 9):
        game.act("Ann", "condition", condition=f"dazed {rounds}", modifier=-3, rounds=rounds)
    game.scene = with_combatant(game.scene, msgspec.structs.replace(game.scene.combatants["Ann"], sheet_id=7))
    game.do(orders.Release(actor="Ann"))
    game.go_on(2)
    sheet = msgspec.to_builtins(HORIZONS.project(game.scene.away[7].combatant))
    game.do(orders.Enlist(name="Ann", owner=1, side="players", sheet=sheet, sheet_id=7), 3)
    assert (game.one(ConditionEnded).actor, game.one(ConditionEnded).name) == ("Ann", "dazed 1")
    assert [*game.state("Ann").conditions] == ["dazed 9"]


@pytest.mark.parametrize(
    ("deed", "inputs"), [("aim", {}), ("ready", {"what": "the door"}), ("move", {"pace": "fast"}), ("suppress", {})]
)
def test_who_comes_back_into_a_later_round_is_about_nothing_of_before(deed: str, inputs: dict[str, str]) -> None:
    game = duel()
    game.act("Ann", deed, **inputs)
    game.leave("Ann")
    game.go_on(2)
    game.come_back(3)
    state = game.state("Ann")
    assert (state.aimed, state.readied, state.pace, state.unspent, state.suppressing) == (0, "", "subtle", False, 0)
    assert ("lets up" in game.told(PUBLIC)) is (deed == "suppress")


def test_who_comes_back_into_a_later_round_shows_itself_to_nobody() -> None:
    game = duel()
    game.act("Ann", "suppress")
    game.act("Guard", "move", pace="slow")
    game.act("Guard", "wait", 9, 2)
    assert game.state("Guard").exposed
    game.leave("Guard")
    game.act("Ann", "wait", 9)
    game.come_back(2)
    assert (game.state("Guard").exposed, game.state("Guard").exposed_to) == (0, {})


@pytest.mark.parametrize(
    ("action", "weapon", "remedy"),
    [
        ("reload", {}, "Shoot with it: /attack."),
        ("reload", {"fault": "jam"}, "Clear it: /act action:clear."),
        ("reload", {"fault": "burst"}, "Get out of sight: /act action:move."),
        ("clear", {"loaded": 0}, "Reload it: /act action:reload."),
        ("draw", {"kind": "knife"}, "Get out of sight: /act action:move."),
    ],
)
def test_what_is_said_to_be_next_is_possible_with_the_weapon_as_it_is(
    action: str, weapon: dict[str, Any], remedy: str
) -> None:
    game = duel(weapons=[{"kind": "example_rifle", "name": "Arm", **weapon}])
    assert game.refused("Ann", action, item="Arm").endswith(remedy)


def test_who_has_nothing_that_fires_and_has_moved_is_told_to_wait() -> None:
    game = duel(weapons=[])
    assert game.refused("Ann", "aim") == "Nothing is in hand. Get out of sight: /act action:move."
    game.act("Ann", "move", pace="slow")
    assert game.refused("Ann", "aim") == "Nothing is in hand. Let the turn go by: /act action:wait."
    assert game.refused("Ann", "attack", target="Guard").endswith("Let the turn go by: /act action:wait.")


def test_nobody_is_told_to_load_what_holds_nothing() -> None:
    game = duel(weapons=[{"kind": "knife", "name": "Dart", "cartridge": "9x19", "modes": ["single"], "range_m": 20}])
    assert game.state("Ann").weapons["Dart"].capacity == 0
    assert game.refused("Ann", "aim") == "Dart is empty. Get out of sight: /act action:move."
    assert game.refused("Ann", "reload") == "Dart is full. Get out of sight: /act action:move."
    assert HORIZONS.mended_by(game.state("Ann")) == ""


def test_newcomers_act_with_those_who_act_now_at_the_earliest() -> None:
    game = duel()
    game.go_on()
    game.join("Bob", 9)
    assert game.now() == ("Guard",)
    assert "Bob acts at 9, in this round after whoever acts now." in game.told(PUBLIC)
    game.go_on()
    assert game.now() == ("Bob",)
    game.join("Cid", condition={"dead": True})
    assert game.scene.slot("Cid") is None


def test_the_first_newcomer_begins_the_rounds() -> None:
    game = Game()
    game.start()
    game.join("Ann", 4)
    assert game.now() == ("Ann",)


def test_where_nobody_can_act_everybody_is_asked_and_can_only_wait() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, condition={"unconscious": True})
    game.start()
    assert game.now() == ("Ann", "Bob")
    with pytest.raises(RuleViolation, match="Ann is unconscious"):
        game.act("Ann", "aim")
    game.go_on()
    assert game.scene.state.rounds == 2


def test_a_turn_has_one_free_action() -> None:
    game = duel()
    game.act("Ann", "posture", to="kneeling")
    assert (game.state("Ann").posture, game.now()) == ("kneeling", ("Ann",))
    with pytest.raises(RuleViolation, match="free action"):
        game.act("Ann", "move", pace="slow")
    with pytest.raises(RuleViolation, match="free action"):
        game.act("Ann", "cover", cover="brick")
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "cover", cover="brick")
    assert game.state("Ann").parts == ("vital", "torso", "legs")
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "cover", cover="none")
    assert game.state("Ann").cover == ""
    assert game.told(PUBLIC) == "Ann comes out into the open."


def test_whoever_shifts_within_cover_stays_behind_it() -> None:
    game = duel()
    game.act("Ann", "cover", cover="wood")
    game.act("Ann", "wait")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "move", pace="subtle")
    assert game.state("Ann").cover == "wood"


def test_a_magazine_takes_one_action_and_spare_rounds_run_out() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "loaded": 5, "spare": 10}])
    game.act("Ann", "reload")
    assert (game.one(Reloaded).loaded, game.one(Reloaded).spare) == (15, 0)
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="no more rounds"):
        game.act("Ann", "reload")


def test_of_an_enemys_loading_players_read_no_number() -> None:
    game = Game()
    game.join("Ann", **ANN)
    game.join("Guard", owner=0, weapons=[{"kind": "shotgun", "loaded": 1}])
    game.start(2, 9)
    game.act("Guard", "reload")
    assert "Guard reloads Shotgun, not done yet." in game.told(PUBLIC)
    game.act("Ann", "wait", 2, 9)
    game.act("Guard", "reload")
    assert "Guard reloads Shotgun." in game.told(PUBLIC)
    assert "Guard reloads Shotgun: 8 rounds." in game.told(GM)


def test_some_weapons_take_more_actions_to_load() -> None:
    game = duel(weapons=[{"kind": "shotgun", "loaded": 1}])
    game.act("Ann", "reload")
    assert game.state("Ann").weapons["Shotgun"].loaded == 1
    assert "Ann reloads Shotgun, not done yet." in game.told(PUBLIC)
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "reload")
    assert game.state("Ann").weapons["Shotgun"].loaded == 8
    assert "Ann reloads Shotgun: 8 rounds." in game.told(PUBLIC)
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="full"):
        game.act("Ann", "reload")


def test_what_was_done_to_load_counts_for_no_later_loading() -> None:
    given = Game.sheet(**{**ANN, "weapons": [{"kind": "shotgun", "loaded": 1, "spare": 2}]})
    game = duel(weapons=given["weapons"])
    game.act("Ann", "reload")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "reload")
    assert "Ann reloads Shotgun: 3 rounds." in game.told(PUBLIC)
    game.act("Guard", "wait", 9, 2)
    more = [{**given["weapons"][0], "loaded": 3, "spare": 9}]
    game.do(orders.EditSheet(actor="Ann", path="weapons.0.spare", sheet={**given, "weapons": more}))
    game.act("Ann", "reload")
    assert "Ann reloads Shotgun, not done yet." in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("action", "inputs", "faces"), [("suppress", {}, ()), ("attack", {"target": "Guard", "bonus": -20}, (2,))]
)
def test_fire_of_any_kind_undoes_what_was_begun_of_loading(
    action: str, inputs: dict[str, Any], faces: tuple[int, ...]
) -> None:
    game = duel(20, weapons=[{"kind": "shotgun", "loaded": 5}])
    game.act("Ann", "reload")
    assert game.state("Ann").weapons["Shotgun"].worked == 1
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", action, *faces, **inputs)
    assert game.state("Ann").weapons["Shotgun"].worked == 0


def test_a_holster_takes_one_action_and_anything_else_two() -> None:
    game = duel(weapons=[{"kind": "example_rifle"}, {"kind": "pistol", "carried": "holster"}, {"kind": "smg"}])
    game.act("Ann", "draw", item="pistol")
    assert game.state("Ann").held == "Pistol"
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="in hand already"):
        game.act("Ann", "draw", item="Pistol")
    game.act("Ann", "draw", item="Submachine gun")
    assert (game.one(Drew).needed, game.state("Ann").held) == (2, "Pistol")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "draw", item="Submachine gun")
    assert game.state("Ann").held == "Submachine gun"


def test_nobody_sees_what_the_gms_reach_for() -> None:
    game = duel(guard={"weapons": [{"kind": "smg"}, {"kind": "pistol"}]})
    game.act("Ann", "wait")
    game.act("Guard", "draw", 9, 2, item="Pistol")
    assert "reaches for something" in game.told(PUBLIC)


def test_a_jam_takes_one_action_and_a_squib_three() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "fault": "squib"}])
    for cleared in (1, 2, 3):
        game.act("Ann", "clear")
        assert game.one(Cleared).cleared == cleared
        game.act("Guard", "wait", 9, 2)
    assert not game.state("Ann").weapons["Example rifle"].fault
    with pytest.raises(RuleViolation, match="Nothing is wrong"):
        game.act("Ann", "clear")


@pytest.mark.parametrize(("fault", "cleared"), [("squib", 1), ("jam", 0)])
def test_of_another_fault_that_the_gm_says_nothing_is_cleared(fault: str, cleared: int) -> None:
    game = duel(weapons=[{"kind": "example_rifle", "fault": "squib"}])
    game.act("Ann", "clear")
    game.act("Ann", "correct", fault=fault)
    weapon = game.state("Ann").weapons["Example rifle"]
    assert (weapon.fault, weapon.cleared) == (fault, cleared)


def test_a_burst_barrel_cannot_be_cleared() -> None:
    game = duel(weapons=[{"kind": "example_rifle", "fault": "burst"}])
    with pytest.raises(RuleViolation, match="cannot be repaired"):
        game.act("Ann", "clear")


def test_a_gm_sets_right_what_went_wrong() -> None:
    game = duel(**ANN)
    game.act("Ann", "correct", rounds=500, fault="jam", posture="prone", effort=0)
    weapon = game.state("Ann").weapons["Example rifle"]
    assert (weapon.loaded, weapon.fault, game.state("Ann").effort) == (30, "jam", 0)
    assert "fault jam" in game.told()
    game.act("Ann", "correct", fault="none")
    assert not game.state("Ann").weapons["Example rifle"].fault
    game.act("Ann", "correct", pace="fast")
    assert game.one(Corrected).weapon == ""
    assert game.told() == "Set right for Ann: pace fast."
    with pytest.raises(RuleViolation, match="set right"):
        game.act("Ann", "correct")


def test_two_of_a_kind_are_told_apart_and_hidden_ones_are_not_in_hand() -> None:
    game = Game()
    game.join("Ann", weapons=[{"kind": "pistol", "hidden": 9}, {"kind": "pistol"}])
    assert (list(game.state("Ann").weapons), game.state("Ann").held) == (["Pistol", "Pistol #2"], "")
    game.join("Bob", weapons=[{"kind": "pistol"}, {"kind": "smg", "held": True}])
    assert game.state("Bob").held == "Submachine gun"


def test_a_status_says_where_somebody_stands() -> None:
    game = duel(weapons=[{"kind": "example_rifle"}], condition={"damage": 3, "wounds": {"arms": 1}})
    game.act("Ann", "aim")
    game.act("Ann", "correct", fault="jam")
    told = HORIZONS.status(game.scene, "Ann", PUBLIC).text
    assert told == (
        "Ann: free action left, standing, Example rifle (jam), "
        "32 of 34 hit points, 4 effort, 30/30 rounds, aimed 1, wounds: arms 1"
    )
    game.act("Guard", "move", pace="fast")
    assert "free action left" in HORIZONS.status(game.scene, "Ann", PUBLIC).text
    game.act("Ann", "posture", to="kneeling")
    assert "free action left" not in HORIZONS.status(game.scene, "Ann", PUBLIC).text
    assert HORIZONS.clock(game.scene).text.startswith("Round 1, at 2")
    assert HORIZONS.status(game.scene, "Guard", PUBLIC).text == "Guard: initiative 2 now, standing, moves fast"
    game.act("Guard", "damage", 9, damage=90)
    assert HORIZONS.status(game.scene, "Guard", PUBLIC).text == "Guard: down, prone"


def test_a_status_says_of_nobody_down_that_it_aims_or_will_react() -> None:
    for action, inputs, told in (("aim", {}, "aimed 1"), ("ready", {"what": "a noise"}, "will react: a noise")):
        game = duel()
        game.act("Ann", action, **inputs)
        assert told in HORIZONS.status(game.scene, "Ann", PUBLIC).text
        game.act("Ann", "damage", 1, 9, damage=40)
        assert (game.state("Ann").able, told in HORIZONS.status(game.scene, "Ann", PUBLIC).text) == (False, False)


def test_a_status_says_who_is_bound() -> None:
    game = duel()
    game.act("Guard", "correct", pace="still")
    assert HORIZONS.status(game.scene, "Guard", PUBLIC).text == "Guard: initiative 2, standing, cannot move"


def test_a_status_says_what_somebody_is_behind() -> None:
    game = duel()
    game.act("Ann", "cover", cover="brick")
    assert "behind brick" in HORIZONS.status(game.scene, "Ann", PUBLIC).text


def test_going_on_takes_the_default_of_all() -> None:
    game = duel()
    game.do(orders.GoOn())
    assert "waits" in game.told()


def test_whoever_is_bound_stays_still_until_the_gm_says_otherwise() -> None:
    game = duel()
    game.act("Ann", "correct", pace="still")
    game.act("Ann", "wait")
    assert game.state("Ann").pace == "still"
    game.act("Guard", "wait", 9, 2)
    with pytest.raises(RuleViolation, match="Ann cannot move") as refusal:
        game.act("Ann", "move", pace="slow")
    assert "pace=subtle" in refusal.value.remedy
    assert "Ann cannot move" in game.refused("Ann", "cover", cover="brick")
    game.act("Ann", "correct", pace="subtle")
    game.act("Ann", "move", pace="slow")
    assert game.state("Ann").pace == "slow"


def test_a_zone_alone_sets_nothing_right() -> None:
    assert "What is to be set right?" in duel().refused("Ann", "correct", place="arms")


def test_of_what_fires_nothing_nothing_is_cleared() -> None:
    assert "Knife fires nothing." in duel(weapons=[{"kind": "knife"}]).refused("Ann", "clear")


def test_nobody_comes_out_of_no_cover() -> None:
    game = duel()
    assert "Ann is in the open already." in game.refused("Ann", "cover", cover="none")
    assert not game.state("Ann").freed


def test_nobody_takes_the_posture_it_is_in() -> None:
    game = duel()
    game.act("Ann", "aim")
    game.act("Guard", "wait", 9, 2)
    said = "Ann is standing already. It may be: kneeling, sitting, prone firing, prone."
    assert said in game.refused("Ann", "posture", to="standing")
    assert (game.state("Ann").aimed, game.state("Ann").freed) == (1, False)


@pytest.mark.parametrize(("carried", "actions"), [("holster", 1), ("armor slot", 1), ("stowed", 2), ("sling", 2)])
def test_how_long_drawing_takes_depends_on_where_it_is(carried: str, actions: int) -> None:
    game = duel(weapons=[{"kind": "example_rifle"}, {"kind": "pistol", "carried": carried}])
    game.act("Ann", "draw", item="Pistol")
    assert game.one(Drew).needed == actions


@pytest.mark.parametrize(
    ("action", "gun", "counted"),
    [
        ("reload", {"kind": "shotgun", "loaded": 2, "spare": 20, "reload": 2, "held": True}, "worked"),
        ("clear", {"kind": "shotgun", "fault": "squib", "held": True}, "cleared"),
        ("draw", {"kind": "shotgun"}, "drawn"),
    ],
)
def test_what_was_begun_on_a_weapon_goes_on_though_the_sheet_is_edited(
    action: str, gun: dict[str, Any], counted: str
) -> None:
    game = duel(weapons=[{"kind": "pistol"}, gun])
    game.act("Ann", action, item="Shotgun")
    sheet = projected(HORIZONS.tables, game.scene.combatants["Ann"])
    given = Game.sheet(**{**sheet, "effort": 1, "weapons": [*sheet["weapons"], {"kind": "knife"}]})
    game.do(orders.EditSheet(actor="Ann", path="effort", sheet=given))
    assert getattr(game.state("Ann").weapons["Shotgun"], counted) == 1
    whole = [{**each, "fault": ""} if each.get("fault") else each for each in given["weapons"]]
    game.do(orders.EditSheet(actor="Ann", path="weapons", sheet={**given, "weapons": whole}))
    assert game.state("Ann").weapons["Shotgun"].cleared == 0


def test_effort_is_whole_where_the_sheet_does_not_say_and_after_a_rest() -> None:
    game = Game()
    game.join("Ann", abilities={"constitution": 6}, skills={"notice": 2})
    assert "12 effort" in HORIZONS.status(game.scene, "Ann", PUBLIC).text
    assert "effort" not in projected(HORIZONS.tables, game.scene.combatants["Ann"])
    game.act("Ann", "check", 5, skill="notice", difficulty=5, effort=2)
    assert projected(HORIZONS.tables, game.scene.combatants["Ann"])["effort"] == 10
    assert [each.value for each in HORIZONS.candidates(game.scene, "rest", "target", {"actor": "Ann"})] == ["Ann"]
    game.act("Ann", "rest")
    assert not HORIZONS.candidates(game.scene, "rest", "target", {"actor": "Ann"})
    assert game.told(PUBLIC) == "Ann is rested: 12 effort."
    with pytest.raises(RuleViolation, match="has all effort"):
        game.act("Ann", "rest")


def test_spent_effort_stays_spent_on_the_sheet() -> None:
    game = Game()
    game.join("Ann", effort=1, skills={"notice": 2}, abilities={"constitution": 1, "strength": 1})
    game.act("Ann", "check", 5, skill="notice", difficulty=5, effort=1)
    sheet = projected(HORIZONS.tables, game.scene.combatants["Ann"])
    assert (sheet["effort"], HORIZONS.enlist(sheet, {}).effort) == (0, 0)


def test_no_more_damage_stands_on_the_sheet_than_a_sheet_can_hold() -> None:
    game = Game()
    game.join("Ann", condition={"damage": 30})
    game.act("Ann", "damage", damage=1000)
    assert checked(HORIZONS.sheet, projected(HORIZONS.tables, game.scene.combatants["Ann"]))[1] == ()


def test_players_read_of_the_gms_people_only_that_they_rested() -> None:
    game = Game()
    game.join("Guard", owner=0, effort=3)
    game.act("Guard", "rest")
    assert game.told(PUBLIC) == "Guard is rested."


def three(**lower: Any) -> Game:
    """Ann and Bob, who act together, and a Guard behind them, to whose sheet something is added."""
    game = Game()
    game.join("Ann")
    game.join("Bob")
    game.join("Guard", owner=0, **lower)
    game.start(9, 9, 2)
    assert game.now() == ("Ann", "Bob")
    return game


@pytest.mark.parametrize(("damage", "faces", "dead"), [(70, (), True), (45, (1, 9), False)])
def test_whoever_goes_down_loses_its_turn_at_once_while_others_of_the_moment_have_yet_to_act(
    damage: int, faces: tuple[int, ...], dead: bool
) -> None:
    game = three()
    game.act("Ann", "wait")
    game.act("Guard", "damage", *faces, damage=damage)
    assert (game.state("Guard").dead, game.state("Guard").able) == (dead, False)
    assert game.scene.slot("Guard") is None
    assert game.now() == ("Bob",)


def test_the_unconscious_have_no_turn_and_nobody_else_loses_one_for_that() -> None:
    game = three()
    game.act("Guard", "damage", 1, 9, damage=45)
    assert [slot.actor for slot in game.scene.agenda] == ["Ann", "Bob"]


@pytest.mark.parametrize("posture", ["kneeling", "sitting", "prone firing", "prone"])
def test_nobody_runs_who_does_not_stand(posture: str) -> None:
    game = duel(condition={"posture": posture})
    with pytest.raises(RuleViolation, match=f"Ann is {posture}") as refusal:
        game.act("Ann", "move", pace="fast")
    assert "pace=slow" in refusal.value.remedy
    game.act("Ann", "move", pace="slow")
    assert game.state("Ann").pace == "slow"


@pytest.mark.parametrize(
    ("weapons", "wrong", "helps"),
    [
        (1, {"fault": "jam"}, "Clear it: /act action:clear."),
        (2, {"fault": "jam"}, "Clear it with /act action:clear, or draw another weapon: /act action:draw."),
        (1, {"fault": "burst"}, "Get out of sight: /act action:move."),
        (2, {"fault": "burst"}, "Draw another weapon: /act action:draw."),
        (1, {"loaded": 0}, "Get out of sight: /act action:move."),
        (2, {"loaded": 0}, "Draw another weapon: /act action:draw."),
        (1, {"loaded": 0, "spare": 30}, "Reload it, 1 action: /act action:reload."),
        (1, {"loaded": 1}, "Fire fewer."),
        (1, {"loaded": 1, "spare": 30}, "Fire fewer, or reload: /act action:reload."),
    ],
)
def test_whose_weapon_does_not_fire_is_told_what_is_left(weapons: int, wrong: dict[str, Any], helps: str) -> None:
    armed = [{"kind": "example_rifle", "spare": 0, **wrong}, {"kind": "pistol"}][:weapons]
    game = duel(weapons=armed)
    with pytest.raises(RuleViolation) as refused:
        game.act("Ann", "attack", target="Guard", rounds=3)
    assert refused.value.remedy == helps


@pytest.mark.parametrize(
    ("weapons", "action"),
    [
        ([{"kind": "example_rifle", "loaded": 0}], "reload"),
        ([{"kind": "example_rifle", "loaded": 1}], ""),
        ([{"kind": "example_rifle", "loaded": 0, "spare": 0}], ""),
        ([{"kind": "example_rifle", "fault": "jam"}], "clear"),
        ([{"kind": "example_rifle", "fault": "squib"}], "clear"),
        ([{"kind": "example_rifle", "fault": "burst"}], ""),
        ([{"kind": "knife"}], ""),
        ([], ""),
    ],
)
def test_a_weapon_that_does_not_fire_is_known_with_what_helps(weapons: list[dict[str, Any]], action: str) -> None:
    game = duel(weapons=weapons)
    assert game.ruleset.mended_by(game.state("Ann")) == action
    if action:
        game.refused("Ann", "attack", target="Guard")
        game.act("Ann", action)
