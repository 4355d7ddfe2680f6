"""The queue in which all processes on one database take their places."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from sqlalchemy import literal_column, update

from bot.service.ports import Unit
from bot.storage import statements as sql
from bot.storage import tables as t
from bot.storage.unit import MOST_AHEAD_MS, SqlUnit
from tests.service.table import Table

GAP_MS = 5_500


def behind(unit: Unit) -> tuple[int, int]:
    return unit.book(1, GAP_MS)


async def test_the_first_comes_at_once_and_each_other_a_gap_behind(table: Table) -> None:
    first_ms, now_ms = await table.store.write(behind)
    assert first_ms == now_ms
    later = sorted(due_ms for due_ms, _ in await asyncio.gather(*(table.store.write(behind) for _ in range(4))))
    assert later == [first_ms + GAP_MS * place for place in range(1, 5)]


async def test_every_bucket_has_a_queue_of_its_own(table: Table) -> None:
    await table.store.write(behind)
    due_ms, now_ms = await table.store.write(lambda unit: unit.book(2, GAP_MS))
    assert due_ms == now_ms


async def test_nobody_waits_where_the_last_place_is_long_ago(table: Table) -> None:
    await table.store.write(behind)
    await table.store.write(moved(-GAP_MS))
    due_ms, now_ms = await table.store.write(behind)
    assert due_ms == now_ms


async def test_a_clock_that_was_set_back_keeps_nobody_waiting(table: Table) -> None:
    await table.store.write(behind)
    await table.store.write(moved(2 * MOST_AHEAD_MS))
    due_ms, now_ms = await table.store.write(behind)
    assert due_ms == now_ms


def moved(by_ms: int) -> Callable[[Unit], None]:
    """Have the last place be at another time."""

    def move(unit: Unit) -> None:
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute(
            sql.for_sqlite(update(t.identifies).values(at_ms=t.identifies.c.at_ms + literal_column(str(by_ms)))), {}
        )

    return move
