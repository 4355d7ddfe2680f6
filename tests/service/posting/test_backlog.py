"""What waits to be posted is counted over all channels, with the moment of the oldest order among it."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.service.rows import Backlog
from tests.service.table import OTHER_CHANNEL, Table, agreed, ask

EARLIER = datetime(2025, 6, 1, tzinfo=UTC)


async def test_nothing_waits_where_nothing_was_ordered_or_all_is_posted(table: Table) -> None:
    assert table.look(lambda unit: unit.backlog()) == Backlog(waiting=0, oldest_ms=0)
    await table.fight()
    assert table.look(lambda unit: unit.backlog()).waiting > 0
    await table.deliver()
    assert table.look(lambda unit: unit.backlog()) == Backlog(waiting=0, oldest_ms=0)


async def test_the_oldest_order_of_any_channel_counts(table: Table) -> None:
    await table.fight()
    here = table.look(lambda unit: unit.backlog())
    agreed(await table.referee.init_start(ask(channel_id=OTHER_CHANNEL, now=EARLIER), "Barn", now=True))
    both = table.look(lambda unit: unit.backlog())
    assert here.oldest_ms == int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000)
    assert both.waiting > here.waiting
    assert both.oldest_ms == int(EARLIER.timestamp() * 1000)
