"""Questions after the roll: who may answer, who must wait, and what may be taken back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.service.outbox import Post
from bot.service.requests import Button, Choosing, Reply
from tests.service.table import ANN, BOB, CHANNEL, GM, Table, agreed, ask, choices_of, everything, refused, words

Asking = Callable[[Table], Awaitable[Reply]]


async def asked(table: Table) -> tuple[Button, ...]:
    """Have Bea, who carries a shield, struck until she is asked whether she blocks."""
    await table.fight(shield=True)
    agreed(await table.referee.init_remove(ask(), "Lurker"))  # whose dice are the GM's to know
    for _ in range(30):
        actor = table.entitled()
        action, given = ("rest", {}) if actor == "Bea" else ("strike", {"target": "Bea"})
        reply = agreed(await table.referee.act(ask(), actor, action, given))
        if choices_of(reply):
            return choices_of(reply)
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
    again = Table(table.database)
    agreed(await again.referee.click(ask(BOB), buttons[0].verb, buttons[0].argument, buttons[0].once))
    assert again.audit().problems == []
    await again.store.close()


async def test_the_tracker_asks_and_pings_the_one_asked(table: Table) -> None:
    buttons = await asked(table)
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    assert tracker.ping.users == (BOB,)
    assert tracker.buttons == buttons


async def test_an_order_that_stopped_at_a_question_has_shown_its_dice(table: Table) -> None:
    await asked(table)
    order = table.orders()[-1]
    assert order.rolled


async def thug_asked(table: Table) -> Reply:
    """Have the thug, whom the GM gave a shield, struck by Axel until it is asked; the answer to Axel's strike."""
    await table.fight()
    agreed(await table.referee.sheet_edit(ask(), "shield", "yes", "Thug"))
    for _ in range(30):
        await table.turn_of("Axel")
        reply = agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Thug"}))
        if table.scene().pending:
            return reply
    raise AssertionError("nobody ever hits the thug")


async def begged(table: Table) -> Reply:
    """Axel's player asks the GM for something."""
    await table.fight()
    return agreed(await table.referee.act(ask(ANN), "Axel", "beg", {"boon": "a rope"}))


def open_choices(table: Table) -> tuple[str, ...]:
    pending = table.scene().pending
    assert pending is not None
    return pending.question.choices


GMS = pytest.mark.parametrize("asking", [thug_asked, begged])


@GMS
async def test_what_the_gm_must_choose_is_hidden_from_players(table: Table, asking: Asking) -> None:
    reply = await asking(table)
    assert "The GM decides about" in words(reply)
    tracker = await table.referee.tracker(CHANNEL)
    public = [each for each in await table.parcels() if each.kind is not Post.GM]
    player = await table.referee.init_status(ask(ANN))
    log = await table.referee.log_show(ask(ANN))
    completed = await table.referee.complete(ask(ANN), Choosing.ANSWER, "")
    choices = open_choices(table)
    seen = everything([reply, tracker, public, player, log, completed])
    assert [choice for choice in choices if f'"{choice}"' in seen or f"{choice}," in seen] == []
    assert "The GM has something to settle." in words(player)


@GMS
async def test_only_a_gm_answers_what_is_the_gms(table: Table, asking: Asking) -> None:
    await asking(table)
    assert "is the GM's to answer" in refused(await table.referee.answer(ask(ANN), "grant"))
    assert "is the GM's to answer" in refused(await table.referee.init_next(ask(ANN)))
    assert "is the GM's to answer" in refused(await table.referee.act(ask(BOB), "Bea", "rest"))
    assert table.scene().pending is not None
    offered = await table.referee.complete(ask(), Choosing.ANSWER, "")
    agreed(await table.referee.answer(ask(), offered[0].value))
    assert table.scene().pending is None
    assert table.audit().problems == []


@GMS
async def test_the_choices_stand_in_the_gms_thread_alone(table: Table, asking: Asking) -> None:
    await asking(table)
    buttons = [(each.kind, each.buttons) for each in await table.parcels() if each.buttons and each.kind != "secret"]
    assert [kind for kind, _ in buttons] == [Post.GM]
    button = buttons[0][1][0]
    assert "is the GM's to answer" in refused(
        await table.referee.click(ask(ANN), button.verb, button.argument, button.once)
    )
    agreed(await table.referee.click(ask(), button.verb, button.argument, button.once))
    assert table.scene().pending is None
    offered = [each for parcel in await table.parcels() for each in parcel.buttons]
    assert [each for each in offered if each.verb is button.verb] == []
    assert "No question is open" in refused(await table.referee.click(ask(), button.verb, button.argument, button.once))


@GMS
async def test_the_gm_finds_the_choices_in_the_status_too(table: Table, asking: Asking) -> None:
    await asking(table)
    choices = open_choices(table)
    status = agreed(await table.referee.init_status(ask()))
    assert tuple(button.label for button in status.buttons) == ("Show here", *choices)
    (here,) = agreed(await table.referee.init_status(ask(ANN))).buttons
    assert here.label == "Show here"


async def test_the_gm_alone_is_pinged_for_what_is_theirs(table: Table) -> None:
    await begged(table)
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    assert tracker.ping.users in ((), (GM,))


async def test_what_is_begged_for_is_the_gms_to_grant(table: Table) -> None:
    await begged(table)
    agreed(await table.referee.answer(ask(), "grant"))
    told = words(await table.referee.log_show(ask(BOB)))
    assert "The GM has decided about Axel." in told
    assert "Axel gets a rope." in told


async def test_going_on_refuses_what_is_begged_for(table: Table) -> None:
    await begged(table)
    agreed(await table.referee.init_next(ask()))
    assert "gets" not in words(await table.referee.log_show(ask()))
