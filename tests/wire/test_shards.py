"""Several processes on one database: each hears the shards that it was given, and posts what it holds the lease of."""

from __future__ import annotations

from tests.wire.battle import BOT
from tests.wire.client import Wire


async def test_a_bot_that_was_given_no_shards_connects_all_that_discord_recommends() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        assert [each.shard for each in wire.standin.gateway.sessions.values()] == [(0, 1)]


async def test_a_bot_connects_the_shards_that_it_was_given() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT, {"FIRETEAM_SHARDS": "1/3"}, wait=False)
        await wire.until(lambda: bool(wire.standin.gateway.sessions), timeout_s=30)
        assert [each.shard for each in wire.standin.gateway.sessions.values()] == [(1, 3)]
