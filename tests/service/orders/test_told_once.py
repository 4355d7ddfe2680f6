"""What everybody may know of an order is told in the channel once, and once in the log, wherever it was given."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.service.outbox import Letter, Post, Stream
from bot.service.requests import Reply
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, words

LOG_THREAD, GM_THREAD = 555, 556
ELSEWHERE = ({"channel_id": LOG_THREAD, "parent_id": CHANNEL}, {"channel_id": GM_THREAD, "parent_id": CHANNEL})


async def opened(table: Table) -> None:
    """A fight whose threads are known, with nothing left to post."""
    await table.fight()
    log = (await table.letters())[0].log
    await table.postbox.log_opened(replace(log, starter_id=5, thread_id=LOG_THREAD))
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=GM_THREAD))
    await table.deliver()


async def public_order(table: Table, **place: Any) -> Reply:
    """An order of the GM that everybody sees."""
    return await table.referee.act(ask(**place), "Axel", "hurt", {"points": 1})


async def by_stream(table: Table) -> dict[Stream, list[Letter]]:
    """What is owed, by stream."""
    letters = await table.letters()
    return {stream: [each for each in letters if each.stream is stream] for stream in Stream}


async def test_in_the_channel_the_answer_is_the_line(table: Table) -> None:
    await opened(table)
    reply = agreed(await public_order(table))
    owed = await by_stream(table)
    assert not reply.ephemeral
    assert (len(owed[Stream.LOG]), len(owed[Stream.GM]), len(owed[Stream.CHANNEL])) == (1, 1, 0)


@pytest.mark.parametrize("place", ELSEWHERE)
async def test_elsewhere_the_asker_alone_is_answered_and_the_channel_is_told(
    table: Table, place: dict[str, Any]
) -> None:
    await opened(table)
    reply = agreed(await public_order(table, **place))
    owed = await by_stream(table)
    assert reply.ephemeral
    assert (len(owed[Stream.LOG]), len(owed[Stream.GM])) == (1, 1)
    (told,) = owed[Stream.CHANNEL]
    assert told.kind is Post.CHANNEL
    assert told.text.startswith(f"`{reply.title}` ")
    assert all(line.text in told.text.replace("*", "") for line in reply.lines)


async def test_what_only_the_gm_may_know_is_told_to_nobody_else(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.npc_add(ask(**ELSEWHERE[1]), "thug", name="Ghost", hidden=True))
    owed = await by_stream(table)
    assert (len(owed[Stream.LOG]), len(owed[Stream.GM]), len(owed[Stream.CHANNEL])) == (0, 1, 0)


async def test_an_undo_elsewhere_is_told_in_the_channel(table: Table) -> None:
    await opened(table)
    agreed(await public_order(table))
    await table.deliver()
    reply = agreed(await table.referee.undo(ask(**ELSEWHERE[0])))
    (told,) = (await by_stream(table))[Stream.CHANNEL]
    assert reply.ephemeral
    assert "Undone" in told.text


async def test_an_end_elsewhere_tells_the_channel_what_came_of_the_fight(table: Table) -> None:
    await opened(table)
    reply = agreed(await table.referee.init_end(ask(**ELSEWHERE[0])))
    (told,) = (await by_stream(table))[Stream.CHANNEL]
    assert "carried out" in words(reply)
    assert "carried out" in told.text


async def test_between_fights_the_channel_is_told_of_what_is_ordered_in_an_old_log(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.init_end(ask()))
    await table.deliver()
    agreed(await table.referee.npc_add(ask(**ELSEWHERE[0]), "thug"))
    owed = await by_stream(table)
    assert (len(owed[Stream.LOG]), len(owed[Stream.GM]), len(owed[Stream.CHANNEL])) == (0, 0, 1)


async def test_a_question_that_is_asked_elsewhere_can_be_answered_in_the_channel(table: Table) -> None:
    await table.sheet(BOB, "Bea", b'{"skill": 12, "hits": 6, "shield": true}')
    await table.fight(shield=True)
    log = (await table.letters())[0].log
    await table.postbox.log_opened(replace(log, starter_id=5, thread_id=LOG_THREAD))
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=GM_THREAD))
    await table.deliver()
    await table.turn_of("Axel")
    await table.deliver()
    asking = ask(ANN, **ELSEWHERE[0])
    for _ in range(20):
        reply = agreed(await table.referee.act(asking, "Axel", "strike", {"target": "Bea"}))
        if table.scene().pending:
            break
        await table.turn_of("Axel")
        await table.deliver()
        asking = ask(ANN, **ELSEWHERE[0])
    (told,) = [each for each in await table.letters() if each.stream is Stream.CHANNEL and each.buttons]
    assert {button.label for button in told.buttons} == {"block", "take"}
    assert reply.ephemeral
