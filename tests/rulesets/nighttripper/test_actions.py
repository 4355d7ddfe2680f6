from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.views import GM, PUBLIC
from bot.rulesets.nighttripper.checks.events import Retired
from bot.rulesets.nighttripper.deeds.events import Moved, Talked, Worked
from bot.rulesets.nighttripper.fire.events import Attacked
from bot.rulesets.nighttripper.person.events import Corrected
from bot.rulesets.nighttripper.state import Wound
from bot.rulesets.nighttripper.wounds.events import Healed, LuckRecovered, Wounded
from tests.rulesets.nighttripper.playing import CLUB, KNIFE, NIGHT, PISTOL, SPEAR, Game, duel


def alone(step: str = "miscellaneous", **places: Any) -> Game:
    """Ann, with nobody about but Bob."""
    game = Game()
    game.join("Ann", **places)
    game.join("Bob")
    game.start()
    game.until(step)
    return game


# Movement


@pytest.mark.parametrize(("inputs", "left"), [({}, 11), ({"metres": 4.5}, 15.5), ({"away": True}, 29)])
def test_one_runs_nine_metres_or_less(inputs: dict[str, Any], left: float) -> None:
    game = duel("movement")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=20))
    game.act("Ann", "move", target="Bob", **inputs)
    assert game.scene.range_m("Ann", "Bob") == left


def test_nobody_runs_through_anybody() -> None:
    game = duel("movement")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=5))
    game.act("Ann", "move", target="Bob")
    assert game.scene.range_m("Ann", "Bob") == 0


def test_a_run_may_lead_nowhere_in_particular() -> None:
    game = duel("movement")
    game.act("Ann", "move")
    assert not game.scene.ranges_m
    assert game.now() == ("Bob",)


@pytest.mark.parametrize(("range_m", "ran"), [(5, 5), (9, 9), (30, 9)])
def test_nobody_runs_farther_than_up_to_whom_it_runs_to(range_m: int, ran: int) -> None:
    game = duel("movement")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=range_m))
    game.act("Ann", "move", target="Bob")
    assert (game.one(Moved).metres, game.scene.range_m("Ann", "Bob")) == (ran, range_m - ran)


def test_one_runs_away_as_far_as_one_can() -> None:
    game = duel("movement")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    game.act("Ann", "move", target="Bob", away=True)
    assert (game.one(Moved).metres, game.scene.range_m("Ann", "Bob")) == (9, 10)


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ({"metres": 10}, "one can run 9 m"),
        ({"target": "Cyd"}, "Cyd is not here"),
        ({"target": "Ann"}, "Towards or away"),
        ({"away": True}, "Towards or away"),
    ],
)
def test_a_run_that_cannot_be(inputs: dict[str, Any], why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        duel("movement").act("Ann", "move", **inputs)


# Anything else


def test_anything_else_needs_no_dice() -> None:
    game = alone()
    game.act("Ann", "work", what="turns a crank")
    assert game.one(Worked).throw is None


def test_a_skill_is_thrown_for() -> None:
    game = alone(skills={"computers": 2}, condition={"wounds": [{"place": "head", "severity": 1}]})
    game.act("Ann", "work", 3, 4, skill="Computers", modifier=1)
    throw = game.one(Worked).throw
    assert throw is not None
    assert {term.label: term.value for term in throw.terms} == {"skill": 2, "wound": -1, "told": 1}
    assert throw.impact == 2


def test_a_complex_task_is_hopeless_for_the_untrained() -> None:
    game = alone()
    game.act("Ann", "work", skill="computers", complex=True)
    assert game.one(Worked).throw is None


def test_a_complex_task_is_a_throw_for_the_trained() -> None:
    game = alone(skills={"computers": 1})
    game.act("Ann", "work", 3, 4, skill="computers", complex=True)
    assert game.one(Worked).throw


def test_luck_may_run_out_over_anything() -> None:
    game = alone(luck=1)
    game.act("Ann", "work", 1, 2, skill="computers")
    game.answer("reroll 1", 1)
    assert game.one(Retired).actor == "Ann"
    assert game.state("Ann").luck_max == 0


# The game master's word


def test_a_wound_by_word_has_no_dice_where_all_is_said() -> None:
    game = alone()
    game.act("Ann", "damage", damage=2, place="arm", side="right")
    assert game.state("Ann").wounds == (Wound("arm", 2, "right"),)


@pytest.mark.parametrize(
    ("faces", "inputs", "place"),
    [((2, 6, 3), {}, "arm"), ((4, 5), {}, "torso"), ((2,), {"place": "leg"}, "leg"), ((), {"place": "head"}, "head")],
)
def test_a_place_that_is_not_said_is_rolled(faces: tuple[int, ...], inputs: dict[str, Any], place: str) -> None:
    game = alone()
    game.act("Bob", "damage", *faces, target="Bob", damage=1, **inputs)
    wound = game.one(Wounded)
    assert (wound.place, [face for roll in wound.rolls for face in roll.faces]) == (place, [*faces])


def test_what_was_rolled_for_a_place_is_told() -> None:
    game = alone()
    game.act("Bob", "damage", 2, 6, 3, target="Bob", damage=1)
    assert "(place 2, 6 and side 3)" in game.told(GM)


def test_the_middle_of_the_body_has_no_side() -> None:
    game = alone()
    game.act("Ann", "damage", damage=1, place="head", side="left")
    assert game.state("Ann").wounds == (Wound("head", 1),)


def test_the_dead_take_no_damage_and_the_absent_none() -> None:
    game = alone()
    game.act("Ann", "damage", damage=4, place="head")
    with pytest.raises(RuleViolation, match="Ann is dead"):
        game.act("Ann", "damage", damage=1)
    with pytest.raises(RuleViolation, match="Cyd is not here"):
        game.act("Ann", "damage", target="Cyd", damage=1)


WOUNDS = {"wounds": [{"place": "arm", "severity": 4}, {"place": "head", "severity": 2}], "lost": ["left arm"]}


@pytest.mark.parametrize(
    ("inputs", "severities", "lost"),
    [
        ({}, [], ("left arm",)),
        ({"degree": 1}, [1, 1], ("left arm",)),
        ({"place": "head"}, [4], ("left arm",)),
        ({"place": "arm", "replaced": True}, [2], ()),
        ({"degree": 3, "replaced": True}, [3, 2], ()),
    ],
)
def test_healing_brings_wounds_down(inputs: dict[str, Any], severities: list[int], lost: tuple[str, ...]) -> None:
    game = alone(condition=WOUNDS)
    game.act("Ann", "heal", **inputs)
    assert game.one(Healed).actor == "Ann"
    assert [wound.severity for wound in game.state("Ann").wounds] == severities
    assert game.state("Ann").lost == lost


def test_nobody_is_healed_of_what_it_does_not_have() -> None:
    game = alone(condition=WOUNDS)
    for inputs in ({"place": "leg", "replaced": True}, {"degree": 4}):
        refused = game.refused("Ann", "heal", **inputs)
        assert "That changes nothing. Say another place=, a lower degree= or replaced=yes." in refused
    game.act("Ann", "heal", replaced=True)
    assert "That changes nothing. Ann is unhurt." in game.refused("Ann", "heal")


@pytest.mark.parametrize(("weeks", "luck"), [(1, 2), (5, 4), (20, 6)])
def test_quiet_weeks_bring_luck_back(weeks: int, luck: int) -> None:
    game = alone(luck=2, luck_max=6)
    game.act("Ann", "recover", weeks=weeks)
    assert (game.one(LuckRecovered).weeks, game.state("Ann").luck) == (weeks, luck)


def test_a_week_twice_is_two_weeks_also_between_fights_and_is_forgotten_with_all_luck_back() -> None:
    game = alone(luck=2, luck_max=4)
    for weeks, luck, left in ((1, 2, 1), (2, 3, 1), (1, 4, 0), (1, 4, 0)):
        game.act("Ann", "recover", weeks=weeks)
        assert (game.state("Ann").luck, game.state("Ann").quiet_weeks) == (luck, left)
        assert (f"luck {luck}, 1 week toward the next." in game.told()) == bool(left)
        again = NIGHT.enlist(NIGHT.project(game.scene.combatants["Ann"], {}), {})
        assert again.quiet_weeks == left


@pytest.mark.parametrize("position", ["advantaged", "matched", "disadvantaged"])
def test_the_game_master_says_how_two_stand(position: str) -> None:
    game = duel(position, CLUB, SPEAR)
    game.act("Ann", "reach", target="Bob", position=position)
    game.attack("Ann", "Bob", 1, 1)
    assert game.one(Attacked).step == position


def test_the_word_counts_for_both_and_may_be_taken_back() -> None:
    game = duel("disadvantaged", CLUB, SPEAR)
    game.act("Ann", "reach", target="Bob", position="advantaged")
    game.attack("Bob", "Ann", 1, 1)
    game.act("Ann", "reach", target="Bob", position="by_weapon")
    game.attack("Ann", "Bob", 1, 1)
    assert game.one(Attacked).step == "disadvantaged"


def test_whom_the_game_master_tells_to_be_out_of_reach_has_broken_off() -> None:
    game = duel("talking", CLUB, SPEAR)
    game.act("Ann", "reach", target="Bob", position="advantaged")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=30))
    assert len(game.scene.state.reaches) == 1  # nobody knew that they were near
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    assert len(game.scene.state.reaches) == 1
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=30))
    assert not game.scene.state.reaches


def test_a_reach_lies_between_two() -> None:
    with pytest.raises(RuleViolation, match="between two"):
        duel().act("Ann", "reach", target="Ann", position="matched")


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize("position", ["disadvantaged", "by_weapon"])
def test_what_is_said_of_somebody_hidden_the_gm_alone_reads(position: str, hidden: bool) -> None:
    game = duel("advantaged", CLUB, SPEAR)
    game.join("Shade", owner=0, hidden=hidden)
    game.act("Ann", "reach", target="Shade", position=position)
    assert (game.told(PUBLIC) == "", "Shade" in game.told(GM)) == (hidden, True)


def test_in_cramped_quarters_the_shorter_weapon_has_the_advantage() -> None:
    game = duel("advantaged", KNIFE, SPEAR)
    game.act("Ann", "quarters", cramped=True)
    game.attack("Ann", "Bob", 1, 1)
    assert game.one(Attacked).step == "advantaged"


@pytest.mark.parametrize(
    ("inputs", "field", "value"),
    [
        ({"luck": 3}, "luck", 3),
        ({"luck": 9}, "luck", 6),
        ({"luck_max": 1}, "luck", 1),
        ({"dead": True}, "dead", True),
        ({"armor": "suit"}, "armor", "suit"),
        ({"armor": "none"}, "armor", ""),
        ({"item": "FISTS"}, "wields", "fists"),
        ({"item": "pistol"}, "wields", "pistol"),
    ],
)
def test_a_game_master_sets_things_right(inputs: dict[str, Any], field: str, value: object) -> None:
    game = alone(luck=6, armor="vest", armor_spent=True, weapons=[*CLUB, *PISTOL])
    game.act("Ann", "correct", **inputs)
    assert getattr(game.state("Ann"), field) == value


def test_new_armor_is_fresh() -> None:
    game = alone(armor="vest", armor_spent=True)
    game.act("Ann", "correct", armor="vest")
    assert game.one(Corrected).armor == "vest"
    assert not game.state("Ann").armor_spent


def test_what_is_not_there_is_not_set_right() -> None:
    game = alone()
    with pytest.raises(RuleViolation, match="Nothing was named"):
        game.act("Ann", "correct")
    with pytest.raises(RuleViolation, match="There is: fists"):
        game.act("Ann", "correct", item="bow")


def test_what_else_ails_hampers_every_throw_and_only_the_worst_counts() -> None:
    game = alone(skills={"lore": 1}, condition={"others": {"Drunk": 1}})
    game.act("Bob", "condition", target="Ann", condition="Poisoned", severity=2)
    game.act("Ann", "work", 3, 4, skill="lore")
    throw = game.one(Worked).throw
    assert throw is not None
    assert [(term.detail, term.value) for term in throw.terms] == [("lore", 1), ("poisoned", -2)]


def test_what_ails_goes_by() -> None:
    game = alone(condition={"others": {"drunk": 1, "cold": 0}})
    game.act("Ann", "condition", condition="Drunk", severity=0)
    assert game.state("Ann").conditions == {}
    assert "Ann is no more drunk." in game.told()


def test_what_ails_nobody_does_not_go_by() -> None:
    game = alone(condition={"others": {"drunk": 1}})
    assert "Ann is not deaf. There is: drunk." in game.refused("Ann", "condition", condition="Deaf", severity=0)
    assert "There is: no condition." in alone().refused("Ann", "condition", condition="deaf", severity=0)


@pytest.mark.parametrize("name", [" ", "a\nb", "\u200b"])
def test_what_no_sheet_can_hold_names_no_condition(name: str) -> None:
    with pytest.raises(RuleViolation, match="no name"):
        alone().act("Ann", "condition", condition=name, severity=1)


# Throws while talking, and what matters for which


def test_whoever_talks_may_throw_for_it_before_anything_else_happens() -> None:
    game = alone("talking", skills={"diplomacy": 2}, luck=1, condition={"wounds": [{"place": "head", "severity": 1}]})
    game.act("Ann", "talk", 3, 4, words="Enough!", skill="diplomacy", modifier=1)
    game.do(orders.Answer(choice="keep 9"))
    talked = game.one(Talked)
    assert talked.throw is not None
    assert (talked.throw.impact, [term.value for term in talked.throw.terms]) == (2, [2, -1, 1])
    assert "says: “Enough!” (diplomacy)" in game.told()
    assert game.now() == ("Bob",)


def test_luck_goes_into_words_too_and_may_run_out_for_good() -> None:
    game = alone("talking", luck=1, luck_max=1)
    game.act("Ann", "talk", 1, 4, skill="diplomacy")
    game.do(orders.Answer(choice="reroll 1"), 1)
    assert game.one(Retired).actor == "Ann"
    assert game.state("Ann").luck == 0


@pytest.mark.parametrize(("moving", "wound"), [(True, -2), (False, None)])
def test_a_leg_hampers_what_needs_the_legs(moving: bool, wound: int | None) -> None:
    game = alone(condition={"wounds": [{"place": "leg", "severity": 2}]})
    game.act("Ann", "work", 3, 4, skill="climbing", moving=moving)
    throw = game.one(Worked).throw
    assert throw is not None
    assert next((term.value for term in throw.terms if term.label == "wound"), None) == wound


@pytest.mark.parametrize(("deed", "hampers"), [("work", True), ("moving", False), ("ranged", False), ("", True)])
def test_a_condition_may_matter_for_some_throws_only(deed: str, hampers: bool) -> None:
    game = alone()
    game.act("Ann", "condition", condition="deaf", severity=1, **({"deed": deed} if deed else {}))
    assert game.told() == f"Ann: deaf 1{f' ({deed})' if deed else ''}."
    game.act("Ann", "work", 3, 4, skill="listening")
    throw = game.one(Worked).throw
    assert throw is not None
    assert any(term.label == "condition" for term in throw.terms) is hampers


def test_what_ails_at_work_ails_where_the_legs_are_needed() -> None:
    game = alone(condition={"others": {"Deaf": 2}, "only": {"deaf": "work", "blind": "ranged"}})
    assert game.state("Ann").relevant == {"deaf": "work"}
    game.act("Ann", "work", 3, 4, skill="climbing", moving=True)
    throw = game.one(Worked).throw
    assert throw is not None
    assert throw.terms[-1].value == -2


def test_what_a_condition_matters_for_stays_on_the_sheet_and_goes_with_it() -> None:
    game = alone()
    game.act("Ann", "condition", condition="deaf", severity=1, deed="work")
    sheet = NIGHT.project(game.scene.combatants["Ann"])
    assert sheet["condition"] == {"others": {"deaf": 1}, "only": {"deaf": "work"}}
    assert "deaf 1 (work)" in "\n".join(line.text for line in NIGHT.describe(sheet, {}))
    game.act("Ann", "condition", condition="deaf", severity=0)
    assert (game.state("Ann").conditions, game.state("Ann").relevant) == ({}, {})


@pytest.mark.parametrize("hidden", [True, False])
def test_who_is_hidden_runs_and_takes_a_stand_unnoticed(hidden: bool) -> None:
    game = Game()
    game.join("Ann")
    game.join("Shade", owner=0, hidden=hidden)
    game.start()
    game.act("Shade", "reach", target="Ann", position="matched")
    assert ("Shade" in game.told(PUBLIC), game.told(PUBLIC) == "") == (not hidden, hidden)
    game.until("movement")
    game.act("Shade", "move", target="Ann", metres=3)
    assert any("3 m" in line for line in game.told(PUBLIC).splitlines()) is not hidden


def without(place: str, step: str, *others: str) -> Game:
    """Ann has lost both limbs of a kind, and Bob stands 5 m off, in a step of the round."""
    game = Game()
    game.join("Ann", weapons=[*PISTOL, *KNIFE], condition={"lost": [f"left {place}", f"right {place}", *others]})
    game.join("Bob", weapons=[*PISTOL, *KNIFE])
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=5))
    game.start()
    game.until(step)
    return game


def test_who_has_lost_both_arms_neither_attacks_nor_draws() -> None:
    game = without("arm", "pistol")
    assert "Ann has lost both arms. Do what needs none" in game.refused("Ann", "attack", target="Bob")
    assert "Ann has lost both arms." in game.refused("Ann", "draw", item="knife")
    alone = Game()
    alone.join("Ann", weapons=PISTOL, condition={"lost": ["left arm", "right arm"]})
    assert "Ann has lost both arms." in alone.refused("Ann", "resolve")
    game = without("arm", "movement")
    assert game.act("Ann", "move", target="Bob")


def test_who_has_lost_both_legs_runs_nowhere() -> None:
    game = without("leg", "movement")
    assert "Ann has lost both legs. Do what needs none" in game.refused("Ann", "move", target="Bob")
    game.until("pistol")
    assert game.act("Ann", "attack", 1, 2, target="Bob")


def test_who_has_one_limb_left_does_what_it_can() -> None:
    game = Game()
    game.join("Ann", weapons=PISTOL, condition={"lost": ["left arm", "right leg"]})
    game.join("Bob", weapons=PISTOL)
    game.start()
    game.until("movement")
    assert game.act("Ann", "move", target="Bob")


def test_a_step_in_which_those_alone_might_attack_who_have_no_arms_is_passed_over() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, weapons=PISTOL, condition={"lost": ["left arm", "right arm"]})
    game.start()
    steps = [game.step()]
    while game.scene.state.rounds == 1:
        game.go_on()
        steps.append(game.step())
    assert steps == ["talking", "movement", "miscellaneous", "talking"]
