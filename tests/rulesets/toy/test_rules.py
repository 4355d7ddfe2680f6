"""The few rules of the brawl."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from tests.core.brawl import ANN, Yard, act, facing, kinds, only, recruit, strike
from tests.rulesets.toy.brawl.events import Blocked, Hastened, Hurt, Struck


def test_haste_is_the_speed_of_the_weapon_and_a_die() -> None:
    yard = Yard()
    yard.do(recruit("Ann", ANN, weapon="spear", tricks=["quick", "keen"]))
    hastened = only(yard.do(orders.StartFight(), 3), Hastened)
    assert [(term.label, term.value) for term in hastened.terms] == [("speed", 6), ("quick", 2)]
    assert hastened.haste == 11


def test_only_the_game_masters_haste_is_secret() -> None:
    events = facing(3, 4).history[2]
    rolls = [event.roll for event in events if isinstance(event, Hastened)]
    assert [roll.secret for roll in rolls] == [False, True]


def struck(*faces: int, options: dict[str, Any] | None = None, **inputs: object) -> Struck:
    """Ann's strike, whose dice miss."""
    yard = facing(4, 3, options=options, skill=8, training={"club": 3}, tricks=["keen"])
    found: Struck = only(yard.do(strike("Ann", "Thug", **inputs), *(faces or (20, 20))), Struck)
    return found


def test_the_target_number_is_a_sum_that_explains_itself() -> None:
    terms = {term.label: term.value for term in struck(style="wild", all_out=True, bonus=1).terms}
    assert terms == {"skill": 8, "wild": -2, "training": 3, "granted": 1, "all_out": -1, "keen": 1}


def test_bonuses_come_to_five_at_most() -> None:
    capped = struck(style="careful", bonus=4)
    assert capped.target_number == 8 + 5
    assert capped.terms[-1].value == -5


def test_a_campaign_may_cap_bonuses_otherwise() -> None:
    assert struck(style="careful", bonus=4, options={"most_bonus": 20}).target_number == 8 + 10


@pytest.mark.parametrize(("faces", "hit"), [((13, 20), True), ((14, 20), False), ((20, 1), True)])
def test_the_lowest_die_hits_at_or_under_the_target_number(faces: tuple[int, ...], hit: bool) -> None:
    yard = facing(4, 3, skill=13)
    assert only(yard.do(strike("Ann", "Thug"), *faces, *((1,) if hit else ())), Struck).hit is hit


@pytest.mark.parametrize(("face", "points"), [(3, 1), (4, 2), (6, 4)])
def test_a_hit_costs_what_the_weapons_table_says(face: int, points: int) -> None:
    assert only(facing(4, 3).do(strike("Ann", "Thug"), 1, 1, face), Hurt).points == points


def test_style_and_force_make_a_hit_worse() -> None:
    hurt = only(facing(4, 3).do(strike("Ann", "Thug", style="wild", all_out=True), 1, 1, 1), Hurt)
    assert hurt.points == 1 + 1 + 1


def test_a_deadly_campaign_makes_every_hit_worse() -> None:
    assert only(facing(4, 3, options={"deadly": True}).do(strike("Ann", "Thug"), 1, 1, 1), Hurt).points == 2


@pytest.mark.parametrize(("face", "stopped"), [(3, False), (4, True)])
def test_a_shield_stops_a_hit_on_a_high_die(face: int, stopped: bool) -> None:
    yard = facing(4, 3, shield=True)
    yard.do(strike("Ann", "Thug"), 1, 1)
    events = yard.do(orders.Answer(choice="block"), face, *(() if stopped else (1,)))
    assert only(events, Blocked).stopped is stopped
    assert ("Hurt" in kinds(events)) is not stopped


def test_whoever_is_out_of_reach_must_be_approached() -> None:
    yard = facing(4, 3)
    yard.do(orders.SetRange(actor="Ann", target="Thug", range_m=9))
    with pytest.raises(RuleViolation, match="Approach to 2 m"):
        yard.do(strike("Ann", "Thug"))
    yard.do(act("Ann", "approach", target="Thug", to_m=2))
    assert yard.scene.range_m("Ann", "Thug") == 2


@pytest.mark.parametrize(("target", "why"), [("Bob", "Bob is not here"), ("Ann", "That would be oneself")])
def test_a_strike_needs_somebody_else(target: str, why: str) -> None:
    with pytest.raises(RuleViolation, match=why):
        facing(4, 3).do(strike("Ann", target))


def test_whoever_was_down_when_the_moment_came_cannot_strike() -> None:
    yard = facing(4, 3)
    yard.do(act("Ann", "hurt", points=6))
    yard.do(orders.EditSheet(actor="Ann", path="hurt", sheet={**yard.someone("Ann").sheet, "hurt": 6}))
    with pytest.raises(RuleViolation, match="Ann is down"):
        yard.do(strike("Ann", "Thug"))


def test_rest_gives_one_hit_back_but_no_more_than_there_were() -> None:
    yard = facing(4, 3)
    yard.do(act("Ann", "hurt", points=1))
    yard.do(act("Ann", "rest"))
    assert yard.hits("Ann") == 6
    yard.do(act("Thug", "rest"), 1, 1)
    assert yard.hits("Thug") == 6


def test_nobody_holds_for_a_moment_that_has_passed() -> None:
    with pytest.raises(RuleViolation, match="lower number"):
        facing(4, 3).do(act("Ann", "hold", until=8))


def test_only_whoever_holds_may_pounce() -> None:
    with pytest.raises(RuleViolation, match="Hold first"):
        facing(4, 3).do(act("Ann", "pounce"))
