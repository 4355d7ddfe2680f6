"""At each start the bot looks which servers it is still on: of those that it has lost meanwhile it takes note."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

from tests.wire.battle import BOT
from tests.wire.client import Wire

PATIENCE_S = 20.0
LOST = 7_777_777_777_777_777


def rows(wire: Wire, statement: str) -> list[int]:
    """The first column of what a statement finds or changes, as it is committed."""
    with closing(sqlite3.connect(str(wire.database))) as connection, connection:
        return [row[0] for row in connection.execute(statement)]


async def test_servers_that_were_lost_between_two_starts_are_noticed_and_no_others() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        await wire.slash("gm", wire.channel, "/campaign setup", {"title": "The yard"})
        assert await wire.terminate(10) == 0
        rows(wire, f"INSERT INTO campaigns VALUES ({LOST}, 0, '{{}}')")  # noqa: S608
        await wire.start_bot(BOT)
        async with asyncio.timeout(PATIENCE_S):
            while not rows(wire, "SELECT guild_id FROM departures"):
                await wire.slash("ann", wire.channel, "/roll", {"expression": "1d6"})
        assert rows(wire, "SELECT guild_id FROM departures") == [LOST]
        assert len(rows(wire, "SELECT guild_id FROM campaigns")) == 2
