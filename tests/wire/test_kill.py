"""A short slaughter: the long one is `make kill`. The books that judge it see what is lost, doubled or out of order."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from tests.wire import ledger
from tests.wire.battle import Battle, Try
from tests.wire.client import Wire
from tests.wire.kill import Slaughter, slaughter
from tests.wire.words import Words
from tests.wire.world import PUBLIC_THREAD

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_nothing_is_lost_and_nothing_doubled() -> None:
    found = await slaughter(kills=3, seed=3)
    assert found.wrong == []
    assert found.counts["kills"] == 3
    assert found.unaccounted == []
    assert found.counts["orders"] == found.counts["acknowledged"] + found.counts["of those done before"]


async def test_nobody_is_to_be_told_of_what_an_undo_gives_again() -> None:
    async with Wire() as wire:
        found = Slaughter(wire, seed=1)
        types = found.battle.type
        await found.battle.open()
        undone = False
        while not undone:  # what dice fell in is not a player's to undo
            await types("gm", "/init next", {})
            if (await types("ann", "/act", {"action": "wait"})).label:
                await types("gm", "/npc add", {"template": "sniper", "hidden": True})
                undone = bool((await types("ann", "/undo", {})).label)
        found.count()
        again = [entry.gm_only for entry in ledger.read(wire.database).entries if entry.again]
    assert (again, found.unaccounted) == ([1], [])
    assert found.counts["orders"] == found.counts["acknowledged"]


async def test_no_page_of_a_long_order_is_lost() -> None:
    found = await slaughter(kills=2, seed=8, long=True)
    assert found.wrong == []
    assert found.counts["messages in the threads"] > 2 * found.counts["posted in the log"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def opened() -> AsyncIterator[Battle]:
    """A fight that has begun, with everything posted."""
    async with Wire() as wire:
        battle = Battle(wire, seed=1)
        await battle.open()
        book = ledger.read(wire.database)
        await wire.until(lambda: ledger.complete(wire, book))
        yield battle


def judged(battle: Battle, *more: Try) -> list[str]:
    """What the books say of a table and of tries that were never made."""
    book = ledger.read(battle.wire.database)
    return list(ledger.broken(battle.wire, (*battle.tries, *more), book))


async def test_the_books_of_a_sound_table_agree(opened: Battle) -> None:
    assert judged(opened) == []
    assert ledger.posted(opened.wire) == ["2", "3", "4"]
    assert ledger.posted(opened.wire, gm=True) == ["2", "3", "4"]


async def test_a_lost_order_is_seen(opened: Battle) -> None:
    answer = opened.tries[-1].answer
    stranger = Try("gm", "/init next", {}, opened.wire.world.ids.next(), answer)
    assert "gm was told #4 for /init next" in judged(opened, stranger)[0]


async def test_an_order_posted_twice_or_not_at_all_is_seen(opened: Battle) -> None:
    log = next(each for each in opened.wire.threads() if each.kind == PUBLIC_THREAD)
    last = next(reversed(log.messages.values()))
    log.messages[last.id + 1] = last
    assert "the log is out of order" in judged(opened)[0]
    del log.messages[last.id + 1]
    holed = next(message for message in log.messages.values() if "`#3`" in message.content)
    sound, holed.content = holed.content, holed.content.replace("`#3`", "lost")
    assert "the log is out of order" in judged(opened)[0]
    holed.content = sound


async def test_a_lost_page_and_a_page_too_many_are_seen(opened: Battle) -> None:
    words = Words(opened.wire.database)
    assert await words.wrong(opened.wire, whole=True) == []
    log, gms = sorted(opened.wire.threads(), key=lambda each: each.kind)
    *_, last = gms.messages.values()
    another = replace(last, id=last.id + 1)
    gms.messages[another.id] = another
    assert "the GM thread of fight 1: " in (await words.wrong(opened.wire, whole=False))[0]
    del gms.messages[another.id]
    del gms.messages[last.id]
    assert await words.wrong(opened.wire, whole=False) == []
    assert "the GM thread of fight 1: " in (await words.wrong(opened.wire, whole=True))[0]
    gms.messages[last.id] = last
    first = next(message for message in log.messages.values() if message.told)
    del log.messages[first.id]
    assert "the log of fight 1: " in (await words.wrong(opened.wire, whole=False))[0]
    log.messages = {first.id: first} | log.messages


async def test_an_order_told_twice_in_the_channel_is_seen(opened: Battle) -> None:
    channel = opened.wire.channel
    assert list(ledger.repeated(channel)) == []
    told = next(message for message in channel.messages.values() if message.content.startswith("`#3`"))
    channel.messages[told.id + 1] = told
    assert list(ledger.repeated(channel)) == ["#3 begins in 2 messages of the-table"]
    channel.messages[told.id + 1] = replace(told, id=told.id + 1, content="`#3` and what it goes on with")
    assert list(ledger.repeated(channel)) == []
    del channel.messages[told.id + 1]


async def test_two_orders_of_one_interaction_are_seen(opened: Battle) -> None:
    forgotten = opened.wire.world.interactions.pop(opened.tries[-1].interaction_id)
    assert "1 orders came from 0 commands" in judged(opened)[0]
    opened.wire.world.interactions[forgotten.id] = forgotten
