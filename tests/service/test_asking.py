"""Questions after the roll: who may answer, who must wait, and what may be taken back."""

from __future__ import annotations

from bot.service.requests import Button
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, refused, words


async def asked(table: Table) -> tuple[Button, ...]:
    """Have Bea, who carries a shield, struck until she is asked whether she blocks."""
    await table.fight(shield=True)
    for _ in range(30):
        actor = table.entitled()
        action, given = ("rest", {}) if actor == "Bea" else ("strike", {"target": "Bea"})
        reply = agreed(await table.referee.act(ask(), actor, action, given))
        if reply.buttons:
            return reply.buttons
    raise AssertionError("nobody ever hits Bea")


async def test_only_the_one_asked_and_the_gm_answer(table: Table) -> None:
    await asked(table)
    assert "not yours" in refused(await table.referee.answer(ask(ANN), "take"))
    assert "not yours" in refused(await table.referee.init_next(ask(ANN)))
    agreed(await table.referee.answer(ask(BOB), "TAKE"))
    assert table.scene().pending is None


async def test_what_is_no_answer_is_refused_with_the_choices(table: Table) -> None:
    await asked(table)
    assert "block, take" in refused(await table.referee.answer(ask(BOB), "flee"))
    assert table.scene().pending is not None


async def test_going_on_takes_the_default(table: Table) -> None:
    await asked(table)
    assert "take" in words(agreed(await table.referee.init_next(ask())))
    assert table.audit().problems == []


async def test_a_question_survives_a_restart(table: Table) -> None:
    buttons = await asked(table)
    again = Table(table.path)
    agreed(await again.referee.click(ask(BOB), buttons[0].verb, buttons[0].argument, buttons[0].once))
    assert again.audit().problems == []
    await again.store.close()


async def test_the_tracker_asks_and_pings_the_one_asked(table: Table) -> None:
    buttons = await asked(table)
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    assert tracker.ping == (BOB,)
    assert tracker.buttons == buttons


async def test_an_order_that_stopped_at_a_question_has_shown_its_dice(table: Table) -> None:
    await asked(table)
    order = table.orders()[-1]
    assert order.rolled
