"""When what is kept is let go of: as servers come and leave, and every few minutes whatever is due."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

import discord
import structlog
from discord.ext import commands

from bot.core.errors import NewerError
from bot.service.personal.retention import Custody
from bot.service.ports import CrowdedError, StoppedError, UnreachedError

TIDY_S = 600.0
UNDONE = (UnreachedError, CrowdedError, StoppedError, NewerError)  # it is tried again the next time

log = structlog.get_logger()


class RetentionSchedule(commands.Cog):
    """Listens for servers that come and leave, and tidies up; ``wake`` is told of channels that are owed a post."""

    def __init__(self, bot: commands.AutoShardedBot, custody: Custody, wake: Callable[[int], None]) -> None:
        self._bot = bot
        self._custody = custody
        self._wake = wake
        self._tidying: asyncio.Task[None] | None = None

    async def cog_unload(self) -> None:
        """Stop; what was begun is whole, and goes on at the next start."""
        if self._tidying is not None:
            self._tidying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tidying

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look which servers the bot is on, also those that Discord cannot show just now, and begin to tidy up."""
        here = {guild.id for guild in self._bot.guilds}
        with contextlib.suppress(*UNDONE):
            await self._custody.present(here, self._is_ours, _now_ms())
        if self._tidying is None:
            self._tidying = asyncio.get_running_loop().create_task(self._tidy_on(), name="tidy up")

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; one that is only unavailable is not told of here."""
        with contextlib.suppress(*UNDONE):
            for channel_id in await self._custody.left(guild.id, _now_ms()):
                self._wake(channel_id)
            log.info("removed from a server", guild=guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot was invited, perhaps again."""
        with contextlib.suppress(*UNDONE):
            await self._custody.joined(guild.id)

    def _is_ours(self, guild_id: int) -> bool:
        """Tell whether a server is on a shard that this process has connected."""
        count = self._bot.shard_count or 1
        return (guild_id >> 22) % count in self._bot.shards

    async def _tidy_on(self) -> None:
        while True:
            try:
                await self._custody.tidy(_now_ms())
            except UNDONE as error:
                log.info("not tidied up", error=repr(error))
            except Exception:  # whatever it was, it must not be the last time
                log.exception("not tidied up")
            await asyncio.sleep(TIDY_S)


def _now_ms() -> int:
    return int(time.time() * 1000)
