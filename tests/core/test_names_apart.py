"""The hidden give way by name, for the GM alone, and what came in before looks were written down goes on."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core import engine, folding, orders
from bot.core.events import Audience, Enlisted, Event, Renamed, Revealed
from bot.core.views import GM, PUBLIC
from tests.core.brawl import ANN, TOY, Yard, facing, recruit, strike

LOOK = ("ghost",)


def coming(name: str, owner: int = 0, **changes: Any) -> orders.Enlist:
    """Somebody who comes in, with what its name looks like."""
    return msgspec.structs.replace(recruit(name, owner), looks=LOOK, **changes)


def haunted(**changes: Any) -> Yard:
    """A yard with Ghost in it, who is hidden."""
    yard = Yard()
    yard.do(coming("Ghost", hidden=True, **changes))
    return yard


def told(events: tuple[Event, ...], viewer: Any) -> list[str]:
    return [line.text for event in events for line in engine.lines(TOY, event, viewer)]


def test_a_newcomer_gets_the_name_and_the_hidden_another_which_the_gm_is_told() -> None:
    yard = haunted()
    changed, entered = yard.do(coming("Gh0st", ANN))
    assert changed == Renamed(
        actor="Ghost", name="Ghost (other)", looks=("ghost (other",), unseen=("Ghost",), guarded=("Ghost",)
    )
    assert changed.audience is Audience.GM
    assert isinstance(entered, Enlisted)
    assert list(yard.scene.combatants) == ["Ghost (other)", "Gh0st"]
    assert told((changed, entered), PUBLIC) == ["Gh0st joins (red)."]
    assert told((changed,), GM) == ["Ghost is Ghost (other) from here on: its name looked like another's."]


def test_each_of_several_hidden_gets_a_name_of_its_own() -> None:
    yard = haunted()
    yard.do(coming("Ghost", hidden=True))
    yard.do(coming("Ghost", hidden=True))
    yard.do(coming("Ghost", ANN))
    assert list(yard.scene.combatants) == ["Ghost (other)", "Ghost (another)", "Ghost (other) (other)", "Ghost"]


def test_nobody_gives_way_to_the_hidden_nor_to_an_order_of_before() -> None:
    yard = haunted()
    yard.do(coming("Ghost", hidden=True))
    yard.do(recruit("Ghost", ANN))
    assert list(yard.scene.combatants) == ["Ghost", "Ghost#2", "Ghost#3"]


def test_one_who_is_called_like_a_thing_keeps_the_name() -> None:
    yard = Yard()
    yard.do(msgspec.structs.replace(recruit("club", hidden=True), looks=("club",)))
    yard.do(msgspec.structs.replace(recruit("club", ANN), looks=("club",)))
    assert list(yard.scene.combatants) == ["club", "club#2"]


def test_one_who_came_in_before_looks_were_kept_is_known_by_small_letters() -> None:
    yard = Yard()
    yard.do(recruit("Ghost", hidden=True))
    yard.do(coming("GHOST", ANN))
    assert list(yard.scene.combatants) == ["Ghost (other)", "GHOST"]


def test_whoever_is_revealed_takes_another_name_first_where_its_own_is_taken() -> None:
    yard = haunted()
    yard.do(recruit("Ghost", ANN))
    changed, shown = yard.do(orders.Show(actor="Ghost", apart=True))
    assert isinstance(changed, Renamed)
    assert shown == Revealed(actor="Ghost (other)", guarded=("Ghost (other)",))
    assert told((changed, shown), PUBLIC) == ["Ghost (other) comes into sight."]


def test_an_order_of_before_reveals_whoever_it_names_as_it_is() -> None:
    yard = haunted()
    yard.do(recruit("Ghost", ANN))
    (shown,) = yard.do(orders.Show(actor="Ghost"))
    assert shown == Revealed(actor="Ghost", guarded=("Ghost",))


def test_a_name_that_nobody_has_is_kept_when_it_comes_into_sight() -> None:
    yard = haunted()
    (shown,) = yard.do(orders.Show(actor="Ghost", apart=True))
    assert shown == Revealed(actor="Ghost", guarded=("Ghost",))


def test_a_turn_and_distances_go_with_the_name() -> None:
    yard = facing(5, 5)
    yard.do(orders.SetRange(actor="Ann", target="Thug", range_m=2))
    yard.do(orders.Show(actor="Thug", hidden=True))
    before = yard.turns()
    yard.roll(msgspec.structs.replace(recruit("Thug", ANN), looks=("thug",)))
    assert yard.scene.range_m("Ann", "Thug (other)") == 2
    assert yard.scene.range_m("Ann", "Thug") is None
    assert [actor for actor in yard.turns() if actor != "Thug"] == [
        "Thug (other)" if actor == "Thug" else actor for actor in before
    ]
    yard.roll(strike("Thug (other)", "Ann"))
    assert folding.fold(TOY, yard.checkpoint, yard.history) == yard.scene
