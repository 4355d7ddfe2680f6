"""A request acts once, however often it is delivered."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from bot.service.requests import Verb
from tests.service.table import ANN, CHANNEL, Table, agreed, ask, refused, words


async def test_a_redelivered_order_gets_the_first_answer_and_acts_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    first = await table.referee.act(request, None, "strike", {"target": "Thug"})
    head = table.row().head
    assert await table.referee.act(request, None, "strike", {"target": "Thug"}) == first
    assert table.row().head == head


async def test_whoever_is_asked_again_looks_at_what_the_channel_owes(table: Table) -> None:
    """Another process may have answered first, which has no way to tell whoever posts."""
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    agreed(await table.referee.act(request, "Axel", "rest"))
    heard: list[int] = []
    table.postbox.subscribe(heard.append)
    agreed(await table.referee.act(request, "Axel", "rest"))
    await asyncio.sleep(0)
    assert heard == [CHANNEL]


async def test_one_delivered_twice_at_once_acts_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request, head = ask(ANN), table.row().head
    replies = await asyncio.gather(*(table.referee.act(request, None, "rest") for _ in range(5)))
    assert len(set(map(words, replies))) == 1
    assert table.row().head == head + 1


async def test_a_refusal_is_answered_again_even_when_it_would_work_now(table: Table) -> None:
    await table.fight()
    request = ask(ANN)
    refusal = await table.referee.act(request, "Axel", "strike", {"target": "Late"})
    assert "Late" in refused(refusal)
    agreed(await table.referee.npc_add(ask(), "thug", name="Late"))
    assert await table.referee.act(request, "Axel", "strike", {"target": "Late"}) == refusal


async def test_a_refusal_leaves_no_trace(table: Table) -> None:
    await table.fight()
    head, parcels = table.row().head, await table.parcels()
    refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Thug", "bonus": 99}))
    refused(await table.referee.init_start(ask(), now=True))
    assert table.row().head == head
    assert table.row().chapter == 2
    assert await table.parcels() == parcels


async def test_a_button_is_good_for_its_moment_alone(table: Table) -> None:
    await table.fight()
    tracker = await table.referee.tracker(100)
    assert tracker is not None
    button = next(each for each in tracker.buttons if each.verb is Verb.GO_ON)
    agreed(await table.referee.click(ask(), button.verb, button.argument, button.once))
    again = await table.referee.click(ask(), button.verb, button.argument, button.once)
    assert "gone on" in refused(again)


async def test_rolled_dice_are_remembered_as_the_answer(table: Table) -> None:
    request = ask(ANN)
    first = await table.referee.roll(request, "8d20")
    assert await table.referee.roll(request, "8d20") == first
    assert await table.referee.roll(ask(ANN), "8d20") != first
    assert not first.ephemeral


async def test_old_interactions_are_let_go_of(table: Table) -> None:
    old, new = ask(ANN, now=datetime(2025, 1, 1, tzinfo=UTC)), ask(ANN)
    for request in (old, new):
        await table.referee.roll(request, "d6")
    agreed(await table.referee.init_start(ask(), now=True))
    known = await table.store.write(lambda unit: [unit.claim(each.interaction_id, 0) for each in (old, new)])
    assert [answer is None for answer in known] == [True, False]
