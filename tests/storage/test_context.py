"""What is asked of a store is done on other threads, and their log lines still name who asked for it."""

from __future__ import annotations

import asyncio

from structlog.contextvars import bound_contextvars, get_contextvars

from bot.service.outbox import Stream
from bot.service.ports import Unit
from tests.service.table import GM, Table, agreed, ask


def bound(_unit: Unit) -> dict[str, object]:
    return get_contextvars()


async def test_every_kind_of_work_is_done_in_the_context_of_its_asker(table: Table) -> None:
    async def asked(name: str) -> list[dict[str, object]]:
        with bound_contextvars(interaction=name):
            store = table.store
            return [await store.write(bound), await store.read(bound), await store.study(GM, bound)]

    names = ("1", "2", "3")
    found = await asyncio.gather(*map(asked, names))
    assert found == [[{"interaction": name}] * 3 for name in names]
    assert await table.store.write(bound) == {}


async def test_a_promise_names_the_interaction_that_it_comes_of(table: Table) -> None:
    await table.fight()
    await table.deliver()
    request = ask()
    agreed(await table.referee.npc_add(request, "thug"))
    mail = await table.postbox.mail(request.channel_id, tuple(Stream), with_tracker=True)
    assert [letter.interactions for letter in mail.letters] == [(request.interaction_id,)] * 2
    assert mail.tracker is not None
    assert mail.tracker.interaction_id == request.interaction_id
