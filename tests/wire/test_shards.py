"""Several processes on one database: each hears the shards that it was given, and posts what it holds the lease of."""

from __future__ import annotations

from bot.settings import Database
from tests.wire.battle import BOT
from tests.wire.client import Wire

ALL = {"FIRETEAM_SHARDS": "0/1"}


async def test_a_bot_that_was_given_no_shards_connects_all_that_discord_recommends() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT)
        assert [each.shard for each in wire.standin.gateway.sessions.values()] == [(0, 1)]


async def test_a_bot_connects_the_shards_that_it_was_given() -> None:
    async with Wire() as wire:
        await wire.start_bot(BOT, {"FIRETEAM_SHARDS": "1/3"}, wait=False)
        await wire.until(lambda: bool(wire.standin.gateway.sessions), timeout_s=30)
        assert [each.shard for each in wire.standin.gateway.sessions.values()] == [(1, 3)]


async def test_whoever_waits_for_the_same_shards_posts_as_soon_as_the_other_is_killed(database: Database) -> None:
    async with Wire(database=database) as first, Wire(beside=first) as second:
        await first.start_bot(BOT, ALL)
        await second.start_bot(BOT, ALL)
        assert second.bot is not None
        told = second.bot
        assert "another process posts" in told.output
        await second.slash("gm", second.channel, "/init start", {"now": True, "title": "The bridge"})
        await second.until(lambda: bool(second.threads()) and bool(second.messages(second.threads()[0])), timeout_s=20)
        (thread, *_) = second.threads()
        assert "leases taken" not in told.output
        await first.kill()
        await second.slash("gm", second.channel, "/init end")
        await second.until(lambda: any("over" in each.words for each in second.messages(thread)), timeout_s=20)
        assert "leases taken" in told.output
        posted = [each.words for each in second.messages(thread)]
        assert len(posted) == len(set(posted))


async def test_commands_are_registered_by_the_holder_of_the_first_shard_alone() -> None:
    async with Wire(shard=(1, 2)) as second, Wire(shard=(0, 2), beside=second) as first:
        await second.start_bot(BOT, wait=False)
        await second.until(lambda: bool(second.standin.gateway.sessions), timeout_s=30)
        assert not second.world.commands
        await first.start_bot(BOT)
        assert second.world.commands
