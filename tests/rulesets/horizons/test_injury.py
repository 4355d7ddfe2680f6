"""What a hit does: zone, cover, armour, hit points, and the checks of those who are below zero."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.horizons.person.sheet import seen
from bot.rulesets.horizons.play import hindrance
from bot.rulesets.horizons.state import State, woken
from bot.rulesets.horizons.wounds.events import Died, Hit, Hurt, StayedAwake, WoundChecked
from tests.rulesets.horizons.playing import HORIZONS, Game, duel

HEAD, TORSO = (5, 5), (3, 3)
VEST: dict[str, Any] = {"armor": [{"kind": "vest"}]}
PLATES: dict[str, Any] = {"armor": [{"kind": "plates"}]}


def hit(guard: dict[str, Any] | None = None, *zone: int, **inputs: Any) -> Game:
    """One bullet of class III and 18 damage that hits."""
    game = duel(20, guard)
    game.act("Ann", "attack", 9, *zone, **{"target": "Guard", "rounds": 1, **inputs})
    return game


@pytest.mark.parametrize(("changed", "lies"), [({}, False), ({"unconscious": True}, True), ({"dead": True}, True)])
def test_of_an_enemy_anyone_sees_whether_it_is_down(changed: dict[str, bool], lies: bool) -> None:
    state = msgspec.structs.replace(duel().state("Guard"), **changed)
    assert seen(HORIZONS.tables, state).unconscious is lies


def test_the_zone_multiplies_the_damage() -> None:
    game = hit(None, *HEAD, *(9, 9, 9))
    assert (game.one(Hit).zone, game.one(Hit).damage) == ("head", 54)
    assert game.one(Hurt).left == 35 - 54


def test_armour_that_stops_a_bullet_takes_the_damage_alone() -> None:
    game = hit(PLATES, *TORSO)
    assert game.one(Hit).dealt == 0
    assert game.state("Guard").armor[0].points == 80 - 18
    assert game.state("Guard").damage == 0


def test_armour_that_does_not_stop_it_takes_the_damage_too() -> None:
    game = hit(VEST, *TORSO, *(9, 9))
    assert game.one(Hit).dealt == 36
    assert game.state("Guard").armor[0].points == 40 - 18


def test_armour_that_has_taken_all_protects_no_more() -> None:
    assert hit({"armor": [{"kind": "plates", "points": 0}]}, *TORSO, *(9, 9)).one(Hit).layers == ()


def test_armour_protects_only_what_it_covers() -> None:
    assert hit(PLATES, *HEAD, *(9, 9, 9)).one(Hit).layers == ()


@pytest.mark.parametrize(("cover", "dealt"), [("brick", 0), ("wood", 36), ("none", 36)])
def test_a_bullet_goes_through_cover_of_a_lower_class(cover: str, dealt: int) -> None:
    game = hit(None, *TORSO, *((9, 9) if dealt else ()), cover=cover)
    assert game.one(Hit).dealt == dealt


def test_cover_protects_only_the_zones_that_it_hides() -> None:
    assert hit(None, *TORSO, *(9, 9), cover="brick", parts="legs").one(Hit).dealt == 36
    assert hit(None, *HEAD, cover="brick", parts="all").one(Hit).dealt == 0


def test_whoever_took_cover_is_behind_it_until_it_runs() -> None:
    game = duel(20)
    game.act("Ann", "wait")
    game.act("Guard", "cover", cover="brick", parts="all")
    game.act("Guard", "wait", 9, 2)
    game.act("Ann", "attack", 9, *HEAD, target="Guard", rounds=1)
    assert game.one(Hit).dealt == 0
    game.act("Guard", "move", pace="slow")
    assert game.state("Guard").cover == ""


def test_at_exactly_zero_nothing_is_checked() -> None:
    game = duel()
    game.act("Guard", "damage", damage=35)
    assert game.one(Hurt).left == 0
    assert not game.state("Guard").unconscious


def test_below_zero_both_checks_are_made_one_after_the_other() -> None:
    game = hit(None, *TORSO, *(1, 1))
    assert (game.one(StayedAwake).needed, game.one(StayedAwake).passed) == (1, True)
    assert game.one(WoundChecked).passed


def test_a_failed_check_makes_unconscious_and_a_failed_wound_check_leaves_a_wound() -> None:
    game = duel(20, {"condition": {"damage": 9}})
    game.act("Ann", "attack", 9, *TORSO, 9, 9, 9, target="Guard", rounds=1)
    assert not game.one(StayedAwake).passed
    assert (game.state("Guard").unconscious, game.state("Guard").lying) == (True, "prone")
    assert game.state("Guard").wounds == {"torso": 1}
    assert game.scene.slot("Guard") is None


def test_the_unconscious_only_check_for_a_wound() -> None:
    game = duel()
    game.act("Guard", "damage", 1, 1, damage=36)
    game.act("Guard", "damage", 1, 1, damage=5)
    assert game.state("Guard").unconscious
    game.act("Guard", "damage", 1, damage=1)
    assert game.one(WoundChecked).zone == "body"
    assert game.state("Guard").wounds == {"body": 2}


def test_minus_all_hit_points_is_death() -> None:
    game = duel()
    game.act("Guard", "damage", damage=70)
    assert game.one(Died).actor == "Guard"
    with pytest.raises(RuleViolation, match="is dead"):
        game.act("Guard", "damage", damage=1)


def test_the_dead_may_be_hit_and_nothing_more_follows() -> None:
    game = hit({"condition": {"dead": True, "damage": 60}}, *TORSO, 9, range_m=5)
    assert game.one(Hurt).left == 25 + 10 - 60 - 36


def test_dead_above_the_limit_make_no_checks() -> None:
    assert hit({"condition": {"dead": True, "damage": 20}}, *TORSO, 9, range_m=5).one(Hurt).left == -21


def test_healing_gives_back_no_more_than_was_lost_and_wakes() -> None:
    game = duel(guard={"condition": {"damage": 5, "unconscious": True, "wounds": {"arms": 2}}})
    game.act("Guard", "heal", points=9, place="arms", awake=True)
    state = game.state("Guard")
    assert (state.damage, state.wounds, state.unconscious) == (0, {}, False)
    with pytest.raises(RuleViolation, match="changes nothing"):
        game.act("Guard", "heal")


def test_what_holds_somebody_on_is_told_as_a_sum() -> None:
    game = duel(abilities={"strength": 7, "constitution": 6}, condition={"damage": 38})
    game.act("Ann", "damage", 2, 5, damage=6)
    told = game.told(PUBLIC)
    assert "Ann passes out.\n1d10 2, constitution +1, strength +2 = 5 against 6" in told
    assert "Ann is spared a wound.\n1d10 5, constitution +1, strength +2 = 8 against 6" in told


@pytest.mark.parametrize(
    ("inputs", "words"),
    [
        ({"points": 2}, "Ann gets 2 hit points back."),
        ({"points": 2, "place": "arms"}, "Ann gets 2 hit points back and has the wounds in the arms healed."),
        ({"points": 2, "place": "legs"}, "Ann gets 2 hit points back."),
        ({"place": "arms"}, "Ann has the wounds in the arms healed."),
        ({"place": "arms", "awake": True}, "Ann has the wounds in the arms healed and wakes."),
        ({"awake": True}, "Ann wakes."),
        ({"points": 2, "awake": True}, "Ann gets 2 hit points back and wakes."),
    ],
)
def test_of_healing_that_alone_is_told_which_comes_of_it(inputs: dict[str, Any], words: str) -> None:
    game = Game()
    game.join("Ann", condition={"damage": 5, "wounds": {"arms": 1}, "unconscious": True})
    game.act("Ann", "heal", **inputs)
    assert game.told(PUBLIC) == words


@pytest.mark.parametrize("inputs", [{"points": 9, "awake": True}, {"awake": True}, {"points": 9}, {"place": "arms"}])
def test_nobody_wakes_or_heals_the_dead(inputs: dict[str, Any]) -> None:
    game = duel(guard={"condition": {"damage": 90, "unconscious": True, "dead": True, "wounds": {"arms": 1}}})
    assert "Guard is dead." in game.refused("Guard", "heal", **inputs)


def test_players_read_where_the_gms_are_hit_but_not_what_became_of_it() -> None:
    told = hit(VEST, *TORSO, *(9, 9)).told(PUBLIC)
    assert "torso, damage 36 (18 × 2)." in told
    assert not any(word in told for word in ("Vest", "-1", "awake", "wound"))


def test_players_see_that_an_enemy_goes_down_and_not_how_badly() -> None:
    game = duel()
    game.act("Guard", "damage", 1, 1, damage=40)
    assert "goes down" in game.told(PUBLIC)
    assert "passes out" not in game.told(PUBLIC)
    game.act("Guard", "damage", damage=40)
    assert "dies" in game.told(GM)
    assert "down" not in game.told(PUBLIC)


def test_players_read_the_same_of_an_enemy_who_dies_at_once() -> None:
    game = duel()
    game.act("Guard", "damage", damage=400)
    assert "Guard goes down." in game.told(PUBLIC)
    assert "dies" not in game.told(PUBLIC)


RUNNER: dict[str, Any] = {"abilities": {"dexterity": 4}}


def knocked_out(*acts: tuple[str, dict[str, Any]]) -> Game:
    """Ann passes out behind what she did, and a GM wakes her."""
    game = duel(guard=RUNNER, options={"reactions": True})
    for action, inputs in acts:
        game.act("Ann", action, **inputs)
    game.do_at_least(orders.Act(actor="Guard", action="damage", inputs={"target": "Ann", "damage": 40}))
    game.act("Guard", "heal", target="Ann", points=40, awake=True)
    return game


def test_who_comes_round_aims_no_more() -> None:
    assert knocked_out(("aim", {})).state("Ann").aimed == 0


def test_who_comes_round_keeps_no_reaction() -> None:
    assert "has kept no reaction" in knocked_out(("ready", {"what": "the door"})).refused("Ann", "react")


@pytest.mark.parametrize(("pace", "then"), [("fast", "subtle"), ("still", "still")])
def test_who_comes_round_lies_and_runs_no_more(pace: str, then: str) -> None:
    game = knocked_out(("correct", {"pace": pace}), ("wait", {}))
    assert (game.state("Ann").pace, game.state("Ann").posture) == (then, "prone")


def test_who_comes_round_shows_itself_until_the_end_of_its_next_turn() -> None:
    shown = woken(State(unconscious=True, exposed=2, exposed_to={"one": 2, "another": 1}))
    assert (shown.exposed, shown.exposed_to) == (1, {"one": 1, "another": 1})


def test_whose_turn_was_cut_short_has_the_free_action_of_the_next_one() -> None:
    game = knocked_out(("move", {"pace": "slow"}))
    assert game.state("Ann").freed
    game.act("Guard", "wait", 9, 2)
    assert (game.state("Ann").freed, game.state("Ann").moved) == (False, False)


def test_a_sheet_that_is_set_right_wakes_as_healing_does() -> None:
    game = duel(guard=RUNNER)
    game.act("Ann", "aim")
    game.do_at_least(orders.Act(actor="Guard", action="damage", inputs={"target": "Ann", "damage": 40}))
    sheet = game.scene.combatants["Ann"].sheet
    game.do(orders.EditSheet(actor="Ann", path="condition.unconscious", sheet=sheet))
    assert (game.state("Ann").able, game.state("Ann").aimed) == (True, 0)


@pytest.mark.parametrize("out", ["unconscious", "dead"])
def test_who_is_put_out_and_back_by_an_edited_sheet_has_come_to_nothing(out: str) -> None:
    game = duel()
    game.act("Ann", "aim")
    whole = game.scene.combatants["Ann"].sheet
    game.do(orders.EditSheet(actor="Ann", path="condition", sheet={**whole, "condition": {out: True}}))
    game.do(orders.EditSheet(actor="Ann", path="condition", sheet=whole))
    assert (game.state("Ann").able, game.state("Ann").aimed) == (True, 0)


def test_who_is_down_is_told_what_would_help() -> None:
    assert hindrance(State(unconscious=True), "Ann", "wait") is None
    out, dead = (hindrance(state, "Ann", "attack") for state in (State(unconscious=True), State(dead=True)))
    remedy = "have a GM bring it round: /damage heal with:awake=yes."
    assert str(out) == f"Ann is unconscious. Let somebody else act, or {remedy}"
    assert str(dead) == "Ann is dead. Let somebody else act."
