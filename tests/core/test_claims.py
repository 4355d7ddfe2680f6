"""Whose word counts: what the scene knows, what a player says of it, and what only a GM can know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.core import engine, folding, orders
from bot.core.errors import RuleViolation
from bot.core.events import ClaimSettled, RangeSet, Said, Unconfirmed
from bot.core.said.claims import ALLOW, WITHOUT, Weighed, weighed
from bot.core.scene import Claim
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.core.brawl import ANN, BOB, TOY, Yard, act, facing, kinds, only, recruit, strike, told
from tests.rulesets.toy.brawl.events import Struck

MISS = (20, 20)  # of a strike, so that nothing follows


def claimed(yard: Yard, order: orders.Act, *, asks: bool = False) -> orders.Claimed:
    """The order with its words weighed by what everybody knows."""
    found = weigh(yard, order)
    return orders.Claimed(act=found.act, said=found.said, claims=found.claims, asks=asks)


def weigh(yard: Yard, order: orders.Act) -> Weighed:
    return weighed(TOY, view(yard.scene, Viewer(ANN), TOY), order)


def contradiction(yard: Yard, order: orders.Act) -> str:
    with pytest.raises(RuleViolation) as refused:
        weigh(yard, order)
    return str(refused.value)


def in_turn(yard: Yard, actor: str) -> Yard:
    """The yard once it is somebody's turn."""
    while actor not in yard.turns():
        yard.roll(orders.GoOn())
    return yard


def terms(event: Struck) -> dict[str, int]:
    return {term.label: term.value for term in event.terms}


def test_a_distance_that_nobody_said_is_the_players_to_say_and_counts_for_all() -> None:
    yard = facing(6, 1)
    events = yard.do(claimed(yard, strike("Ann", "Thug", range_m=1)), *MISS)
    assert kinds(events)[:2] == ["RangeSet", "Struck"]
    assert told(only(events, RangeSet)) == "Ann and Thug: 1 m apart, says Ann."
    assert yard.scene.range_m("Thug", "Ann") == 1


def test_a_known_distance_cannot_be_said_again_otherwise() -> None:
    yard = facing(6, 1)
    yard.do(orders.SetRange(actor="Ann", target="Thug", range_m=150))
    assert "It is 150 m to Thug." in contradiction(yard, strike("Ann", "Thug", range_m=1))
    assert weigh(yard, strike("Ann", "Thug", range_m=150.0)) == Weighed(strike("Ann", "Thug"))


def test_what_another_player_said_is_known_as_theirs() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", range_m=1, light="dusk")), *MISS)
    assert "as Ann said" in contradiction(yard, strike("Ann", "Thug", range_m=2))
    assert "It is known of Thug: light dusk, as Ann said." in contradiction(yard, strike("Ann", "Thug", light="day"))


def test_a_distance_to_somebody_hidden_is_not_known_to_players() -> None:
    yard = facing(6, 1)
    yard.do(recruit("Lurker", hidden=True), 1)
    yard.do(orders.SetRange(actor="Ann", target="Lurker", range_m=9))
    assert weigh(yard, strike("Ann", "Lurker", range_m=1)).said == ("range_m",)


def test_what_is_said_of_somebody_counts_for_all_who_say_nothing_else() -> None:
    yard = facing(6, 1)
    yard.do(recruit("Bob", BOB), 1)
    events = yard.do(claimed(yard, strike("Ann", "Thug", light="dusk")), *MISS)
    assert told(only(events, Said)) == "Ann says of Thug: light dusk."
    assert terms(only(events, Struck))["light"] == -2
    in_turn(yard, "Bob")
    assert terms(only(yard.roll(strike("Bob", "Thug")), Struck))["light"] == -2


def test_a_gms_word_goes_before_what_was_said() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", light="dusk")), *MISS)
    in_turn(yard, "Ann")
    assert "light" not in terms(only(yard.roll(strike("Ann", "Thug", light="day")), Struck))


def test_who_says_one_part_of_a_thing_says_all_of_it() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", light="dusk")), *MISS)
    assert "It is known of Thug: light dusk, as Ann said." in contradiction(yard, strike("Ann", "Thug", fog=True))
    in_turn(yard, "Ann")
    assert "light" not in terms(only(yard.roll(strike("Ann", "Thug", fog=True)), Struck))


def test_what_was_said_of_a_place_ends_when_whoever_stood_there_moves() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", light="dusk")), *MISS)
    yard.do(act("Thug", "hold", until=0))
    assert yard.scene.told
    yard.do(act("Thug", "pounce"))
    assert yard.scene.told == {}


def test_what_the_scene_shows_outranks_what_was_said() -> None:
    yard = facing(6, 1, shield=True)
    assert "not bound" in contradiction(yard, strike("Ann", "Thug", bound=True))
    truth = orders.Claimed(act=strike("Ann", "Thug", bound=True), said=("bound",))
    assert "bound" not in terms(only(yard.do(truth, *MISS), Struck))


def test_what_is_not_so_by_itself_is_no_claim() -> None:
    yard = facing(6, 1)
    assert weigh(yard, strike("Ann", "Thug", bound=False)) == Weighed(strike("Ann", "Thug", bound=False))
    assert weigh(yard, strike("Ann", "Thug", bonus=2, bound=True)).claims == ("bound",)


def test_a_gm_is_asked_and_allows_it() -> None:
    yard = facing(6, 1)
    (asked,) = yard.do(claimed(yard, strike("Ann", "Thug", bound=True), asks=True))
    assert told(asked) == "Ann says of Thug: bound. The GM decides whether it counts."
    question = yard.question()
    assert (question.choices, question.default, yard.scene.asks_gm) == ((ALLOW, WITHOUT), WITHOUT, True)
    events = yard.do(orders.Answer(choice=ALLOW), *MISS)
    assert told(events[0]) == "The GM on what Ann says: Allow (bound)."
    assert terms(only(events, Struck))["bound"] == 3


def test_without_the_gms_yes_the_order_goes_on_as_if_it_had_not_been_claimed() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", bound=True), asks=True))
    assert "bound" not in terms(only(yard.do(orders.GoOn(), *MISS), Struck))
    assert yard.scene.claims == ()


def test_what_no_gm_is_there_to_confirm_does_not_count_and_is_listed() -> None:
    yard = facing(6, 1)
    before = yard.scene.position
    events = yard.do(claimed(yard, strike("Ann", "Thug", bound=True)), *MISS)
    words = told(only(events, Unconfirmed))
    assert words == "Ann says of Thug: bound. No GM was there to confirm it: it did not count."
    assert "bound" not in terms(only(events, Struck))
    assert yard.scene.claims == (Claim("Ann", "Ann", "Thug", {"bound": True}, before, False),)


def test_what_is_not_possible_anyway_is_refused_before_anybody_is_asked() -> None:
    yard = facing(1, 6)
    with pytest.raises(RuleViolation, match="not Ann's turn"):
        yard.do(claimed(yard, strike("Ann", "Thug", bound=True), asks=True))


def test_what_the_answer_makes_impossible_does_not_happen() -> None:
    yard = facing(6, 1)
    yard.do(claimed(yard, strike("Ann", "Thug", bound=True), asks=True))
    yard.scene = replace(yard.scene, combatants={"Ann": yard.someone("Ann")}, agenda=())
    assert "Struck" not in kinds(yard.roll(orders.Answer(choice=ALLOW)))
    assert yard.scene.pending is None


def said(yard: Yard, **words: Any) -> Yard:
    yard.do(claimed(yard, strike("Ann", "Thug", **words)), *MISS)
    return yard


def test_a_claim_that_holds_is_settled_for_the_gm_alone() -> None:
    yard = said(facing(6, 1), range_m=1)
    (settled,) = yard.do(orders.SettleClaim(claim=0))
    assert (told(settled, PUBLIC), told(settled, GM)) == ("", "The GM: it holds. Ann says of Thug: 1 m.")
    assert (yard.scene.claims, yard.scene.range_m("Ann", "Thug")) == ((), 1)


def test_a_distance_that_does_not_hold_is_unknown_again() -> None:
    yard = said(facing(6, 1), range_m=1)
    (settled,) = yard.do(orders.SettleClaim(claim=0, upheld=False))
    assert told(settled) == "The GM: it does not hold. Ann says of Thug: 1 m."
    assert (yard.scene.ranges_m, yard.scene.told, yard.scene.claims) == ({}, {}, ())


def test_a_fact_that_does_not_hold_counts_no_longer() -> None:
    yard = said(facing(6, 1), light="dusk")
    yard.do(orders.SettleClaim(claim=0, upheld=False))
    assert (yard.scene.told, yard.scene.claims) == ({}, ())


def test_a_claim_that_did_not_count_is_only_struck_off() -> None:
    yard = said(facing(6, 1), bound=True)
    yard.do(orders.SettleClaim(claim=0, upheld=False))
    assert yard.scene.claims == ()
    with pytest.raises(RuleViolation, match="settled already"):
        yard.do(orders.SettleClaim(claim=0))


def test_the_gms_distance_settles_what_was_said_of_it() -> None:
    yard = said(facing(6, 1), range_m=1, light="dusk")
    events = yard.do(orders.SetRange(actor="Thug", target="Ann", range_m=30))
    assert kinds(events) == ["ClaimSettled", "RangeSet"]
    assert told(only(events, ClaimSettled)) == ""
    assert [list(claim.words) for claim in yard.scene.claims] == [["light"]]
    assert "It is 30 m to Thug. Leave" in contradiction(yard, strike("Ann", "Thug", range_m=1))


def test_the_gms_distance_settles_nothing_that_was_said_of_another() -> None:
    yard = said(facing(6, 1), range_m=1)
    yard.do(recruit("Bob", BOB), 1)
    in_turn(yard, "Bob")
    yard.roll(claimed(yard, strike("Bob", "Thug", range_m=1)))
    assert kinds(yard.do(orders.SetRange(actor="Bob", target="Thug", range_m=30))) == ["ClaimSettled", "RangeSet"]
    assert [(claim.actor, claim.target) for claim in yard.scene.claims] == [("Ann", "Thug")]
    assert yard.do(orders.SetRange(actor="Ann", target="Bob", range_m=9))
    assert len(yard.scene.claims) == 1


def test_what_was_said_of_one_counts_for_no_other() -> None:
    yard = said(facing(6, 1), light="dusk")
    yard.do(recruit("Bob", BOB), 1)
    in_turn(yard, "Bob")
    yard.do(orders.SetRange(actor="Bob", target="Ann", range_m=1))
    assert "light" not in terms(only(yard.roll(strike("Bob", "Ann")), Struck))


def test_players_see_no_list_of_claims_and_nothing_said_of_the_hidden() -> None:
    yard = said(facing(6, 1), light="dusk")
    assert view(yard.scene, Viewer(ANN), TOY).told
    yard.do(orders.Show(actor="Thug", hidden=True))
    seen = view(yard.scene, Viewer(ANN), TOY)
    assert (seen.told, seen.claims) == ({}, ())


def test_nothing_is_kept_of_what_was_said_of_whoever_leaves() -> None:
    yard = said(facing(6, 1), light="dusk", range_m=1)
    yard.roll(orders.Release(actor="Thug"))
    assert (yard.scene.told, yard.scene.claims) == ({}, ())


def test_what_was_said_is_folded_like_anything_else() -> None:
    yard = said(facing(6, 1), light="dusk", range_m=1, bound=True)
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene


def test_odds_take_what_was_said_into_account() -> None:
    yard = said(facing(6, 1), light="dusk")
    in_turn(yard, "Ann")
    told_chances = engine.odds(TOY, yard.scene, strike("Ann", "Thug"), TOY.chances["hit"])
    plain = engine.odds(TOY, yard.scene, strike("Ann", "Thug", light="day"), TOY.chances["hit"])
    assert told_chances["hit"] < plain["hit"]
