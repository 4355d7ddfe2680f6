"""Squads: who is in which, what becomes of them as people come and go, and in which words a GM reads of them."""

from __future__ import annotations

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import SquadFormed, SquadOrdered
from bot.core.ground.places import Bearing, Place
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight, InTheMiddle, Straight
from bot.core.squads.drills import acts_now, drills_of
from bot.core.squads.standing import Drill, Squad, StandingOrder, squad_of
from bot.core.views import GM, PUBLIC, view
from tests.core.brawl import ANN, TOY, Yard, only, recruit, told

FIRE = StandingOrder(Drill.FIRE, "Ann", "red")


def three(*, hidden: bool = False) -> Yard:
    """Ann, and three of the GM's who came together."""
    yard = Yard()
    yard.do(recruit("Ann", ANN))
    names = ("Thug 1", "Thug 2", "Thug 3")
    came = (msgspec.structs.replace(recruit(each, hidden=hidden), squad="Thugs") for each in names)
    yard.do(orders.EnlistMany(recruits=tuple(came)))
    return yard


def test_who_comes_together_is_a_squad() -> None:
    yard = three()
    assert yard.scene.squads == {"Thugs": Squad(("Thug 1", "Thug 2", "Thug 3"))}
    assert squad_of(yard.scene.squads, "Thug 2") is yard.scene.squads["Thugs"]
    assert squad_of(yard.scene.squads, "Ann") is None


def test_one_is_in_one_squad_only_and_one_without_anybody_is_none() -> None:
    yard = three()
    yard.do(orders.OrderSquad(squad="Thugs", standing=FIRE))
    yard.do(orders.FormSquad(name="Left", members=("Thug 1", "Thug 2")))
    assert yard.scene.squads == {"Thugs": Squad(("Thug 3",), FIRE), "Left": Squad(("Thug 1", "Thug 2"))}
    yard.do(orders.FormSquad(name="Thugs", members=("Thug 2", "Thug 3")))
    assert yard.scene.squads == {"Left": Squad(("Thug 1",)), "Thugs": Squad(("Thug 2", "Thug 3"), FIRE)}
    yard.do(orders.FormSquad(name="Left", members=("Thug 3",)))
    yard.do(orders.FormSquad(name="Left"))
    assert list(yard.scene.squads) == ["Thugs"]


def test_who_leaves_leaves_the_squad_and_the_last_ends_it() -> None:
    yard = three()
    for each, left in (("Thug 1", ("Thug 2", "Thug 3")), ("Thug 3", ("Thug 2",))):
        yard.do(orders.Release(actor=each))
        assert yard.scene.squads["Thugs"].members == left
    yard.do(orders.Release(actor="Thug 2"))
    assert yard.scene.squads == {}


def test_an_order_holds_until_there_is_another_or_the_fight_is_over() -> None:
    yard = three()
    yard.do(orders.StartFight(), 3, 3, 3, 3)
    yard.do(orders.OrderSquad(squad="Thugs", standing=FIRE))
    assert yard.scene.squads["Thugs"].standing == FIRE
    yard.do(orders.OrderSquad(squad="Thugs"))
    assert yard.scene.squads["Thugs"].standing is None
    yard.do(orders.EndFight())
    assert yard.scene.squads == {}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (orders.FormSquad(name="Ours", members=("Ann",)), "a player's"),
        (orders.FormSquad(name="Ours", members=("Nobody",)), "not here"),
        (orders.FormSquad(name="Ours"), "no squad"),
        (orders.OrderSquad(squad="Ours", standing=FIRE), "no squad"),
    ],
)
def test_only_the_gms_people_are_a_squad_and_only_one_that_is_there_is_told(order: orders.Order, why: str) -> None:
    yard = three()
    with pytest.raises(RuleViolation, match=why):
        yard.do(order)


def test_players_learn_nothing_of_squads() -> None:
    yard = three()
    formed = only(yard.do(orders.FormSquad(name="Left", members=("Thug 1",))), SquadFormed)
    ordered = only(yard.do(orders.OrderSquad(squad="Left", standing=FIRE)), SquadOrdered)
    assert [told(each) for each in (formed, ordered)] == ["", ""]
    assert view(yard.scene, PUBLIC, TOY).squads == {}
    assert view(yard.scene, GM, TOY).squads == yard.scene.squads


@pytest.mark.parametrize(
    ("standing", "words"),
    [
        (None, "wait for orders"),
        (FIRE, "all fire at Ann"),
        (StandingOrder(Drill.FIRE), "all fire at the nearest"),
        (StandingOrder(Drill.RETURN_FIRE), "each fires at whoever shot at them"),
        (StandingOrder(Drill.ADVANCE, "Ann"), "advance by bounds toward Ann"),
        (StandingOrder(Drill.ADVANCE, to=AtPlace(Place(250, 250))), "advance by bounds toward A1 (2.5, 2.5)"),
        (
            StandingOrder(Drill.ADVANCE, to=BySight("piece:wall", "behind", 100)),
            "advance by bounds toward the far side of wall",
        ),
        (StandingOrder(Drill.ADVANCE, to=BySight("Ann", "before", 100)), "advance by bounds toward Ann"),
        (StandingOrder(Drill.HOLD, to=InTheMiddle("Ann", "Bob")), "hold watching the middle between Ann and Bob"),
        (StandingOrder(Drill.HOLD, to=ByCompass("Ann", Bearing.NORTH, 550)), "hold watching 5.5 m north of Ann"),
        (StandingOrder(Drill.FALL_BACK, to=Straight("Ann", away=True)), "fall back away from Ann"),
        (StandingOrder(Drill.FALL_BACK, to=Straight("Ann")), "fall back toward Ann"),
        (StandingOrder(Drill.HOLD), "hold"),
        (StandingOrder(Drill.HOLD, "Ann"), "hold watching Ann"),
        (StandingOrder(Drill.FALL_BACK), "fall back"),
    ],
)
def test_a_gm_reads_what_a_squad_was_told(standing: StandingOrder | None, words: str) -> None:
    yard = three()
    event = only(yard.do(orders.OrderSquad(squad="Thugs", standing=standing)), SquadOrdered)
    assert told(event, GM) == f"Squad Thugs: {words}."


def test_a_gm_reads_who_is_in_a_squad() -> None:
    yard = three()
    formed = only(yard.do(orders.FormSquad(name="Left", members=("Thug 1", "Thug 2"))), SquadFormed)
    assert told(formed, GM) == "Squad Left: Thug 1, Thug 2."
    assert told(only(yard.do(orders.FormSquad(name="Left")), SquadFormed), GM) == "Squad Left is one no longer."


def test_a_system_without_attacks_and_moves_of_these_names_has_squads_hold() -> None:
    assert drills_of({}) == (Drill.HOLD,)
    yard = three()
    yard.do(orders.StartFight(), 3, 3, 3, 3)
    assert acts_now(TOY, yard.scene, {}) == {}
    yard.do(orders.OrderSquad(squad="Thugs", standing=StandingOrder(Drill.HOLD)))
    acts = acts_now(TOY, yard.scene, {})
    assert acts == {slot.actor: TOY.idle(yard.scene, slot) for slot in yard.scene.entitled() if slot.actor != "Ann"}
