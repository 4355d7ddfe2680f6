"""Actions that need no inputs are offered as buttons: a player's own, and for a GM all of theirs at once."""

from __future__ import annotations

import pytest

from bot.service.requests import Button, Verb
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, refused, words


async def button(table: Table) -> Button:
    """The tracker's button for resting."""
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    return next(each for each in tracker.buttons if each.verb is Verb.ACT)


async def test_a_player_taps_for_their_own(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    tap = await button(table)
    assert "Axel" in words(agreed(await table.referee.click(ask(ANN), tap.verb, tap.argument, tap.once)))


async def test_a_tap_of_somebody_else_is_refused(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    tap = await button(table)
    before = table.row().head
    refused(await table.referee.click(ask(BOB), tap.verb, tap.argument, "0" * 12))
    assert table.row().head == before


async def test_a_gm_lets_all_of_theirs_act_at_one_tap(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", count=3))
    agreed(await table.referee.init_start(ask(), now=True))
    waiting = {slot.actor for slot in table.scene().entitled()}
    reply = agreed(await table.referee.act(ask(), None, "rest"))
    assert all(actor in words(reply) for actor in waiting)
    assert len(table.orders()) == 3
    assert table.audit().problems == []


@pytest.mark.parametrize(("argument", "title"), [("strike", "Axel: Strike"), ("", "possible now")])
async def test_a_button_opens_what_can_be_done(table: Table, argument: str, title: str) -> None:
    await table.fight()
    reply = await table.referee.click(ask(ANN), Verb.PANEL, argument, "")
    assert reply.ephemeral
    assert reply.panel is not None
    assert title in reply.panel.title


async def test_again_out_of_turn_says_that_it_is_not_ones_turn(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    agreed(await table.referee.act(ask(ANN), None, "strike", {"target": "Bea"}))
    await table.turn_of("Axel")
    if "Bea" in [slot.actor for slot in table.scene().entitled()]:
        agreed(await table.referee.init_next(ask(), "Bea"))
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    again = next(each for each in tracker.buttons if each.verb is Verb.AGAIN)
    reply = await table.referee.click(ask(BOB), again.verb, again.argument, again.once)
    assert "None of yours is to act now" in refused(reply)
