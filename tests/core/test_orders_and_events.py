"""Orders and events: one spelling each that reads back, lasting type names, and every roll findable."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.dice import Roll
from bot.core.errors import NewerError
from bot.core.events import CORE_EVENTS, Audience, Enlisted, FightStarted, Scheduled, SlotMoved, rolls_of, type_of
from bot.core.scene import Petition
from bot.core.terms import Term
from tests.rulesets.toy.brawl.events import Hurt, Struck

SHEET: dict[str, Any] = {"skill": 3, "name": "Ann"}
ENLIST = orders.Enlist(name="Ann", owner=1, side="red", sheet=SHEET)
ORDERS = [
    orders.StartFight(title="The bridge"),
    orders.EndFight(),
    ENLIST,
    orders.EnlistMany(recruits=(ENLIST, ENLIST)),
    orders.Release(actor="Ann"),
    orders.Show(actor="Ann", hidden=True),
    orders.SetRange(actor="Ann", target="Bob", range_m=12.5),
    orders.EditSheet(actor="Ann", path="skill", sheet=SHEET),
    orders.Act(actor="Ann", action="strike", inputs={"target": "Bob", "bonus": 2}),
    orders.GoOn(actors=("Ann",)),
    orders.Answer(choice="block"),
    orders.AskGM(petition=Petition(1, "Ann", 7, "skill", "4")),
    orders.Settle(number=3),
    orders.Settle(number=3, then=ENLIST),
    orders.Settle(number=3, then=orders.EditSheet(actor="Ann", path="skill", sheet=SHEET)),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_an_order_reads_back_from_its_one_spelling(order: orders.Order) -> None:
    assert orders.parsed(orders.canonical(order)) == order


def test_the_spelling_does_not_depend_on_the_order_of_inputs() -> None:
    one = orders.Act(actor="Ann", action="strike", inputs={"target": "Bob", "bonus": 2})
    other = orders.Act(actor="Ann", action="strike", inputs={"bonus": 2, "target": "Bob"})
    assert orders.canonical(one) == orders.canonical(other)


def test_different_orders_are_spelled_differently() -> None:
    assert len({orders.canonical(order) for order in ORDERS}) == len(ORDERS)


def test_type_names_are_the_events_own_and_unlike() -> None:
    assert type_of(Enlisted) == "core.enlisted"
    assert type_of(FightStarted(number=1)) == "core.fight_started"
    assert len({type_of(kind) for kind in CORE_EVENTS}) == len(CORE_EVENTS)


def test_the_agenda_is_kept_from_the_log_and_from_players() -> None:
    assert Scheduled.quiet
    assert SlotMoved.quiet
    assert Scheduled(slots=()).audience is SlotMoved().audience is Audience.GM


def test_every_roll_inside_an_event_is_found_in_field_order() -> None:
    first, second = Roll("strike", 20, (3, 4)), Roll("damage", 6, (5,), index=1)
    struck = Struck(weapon="club", terms=(Term("skill", 9),), target_number=9, roll=first, hit=True)
    assert rolls_of(struck) == [first]
    assert rolls_of((struck, Hurt(points=1, roll=second))) == [first, second]
    assert rolls_of(Hurt(points=1)) == []


@pytest.mark.parametrize("data", [b'{"type":"core.teleport"}', b'{"type":"core.follow","to":"Ann"}'])
def test_an_order_of_a_newer_version_is_known_as_one(data: bytes) -> None:
    with pytest.raises(NewerError):
        orders.parsed(data)
