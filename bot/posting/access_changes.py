"""Which of Discord's events may have given the bot access, or taken a channel away for good."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord.ext import commands

from bot.posting.publisher import Publisher


class AccessChanges(commands.Cog):
    """Listens for changes of channels, threads, roles and the bot's own rights."""

    def __init__(self, bot: discord.Client, publisher: Publisher) -> None:
        self._bot = bot
        self._publisher = publisher

    def _changed(self, *channel_ids: int) -> None:
        """Try again what waits in these channels and in threads that hang on them."""
        hung = {each for each in self._publisher.waiting() if self._parent_id(each) in channel_ids}
        self._publisher.wake_waiting({*channel_ids, *hung})

    def _parent_id(self, channel_id: int) -> int:
        """Return the channel that a thread hangs on, in which its GM's thread is opened; 0 for what is no thread."""
        found = self._bot.get_channel(channel_id)
        return found.parent_id if isinstance(found, discord.Thread) else 0

    def _changed_in(self, guild: discord.Guild) -> None:
        self._publisher.wake_waiting(self._of(guild))

    def _of(self, guild: discord.Guild) -> Iterable[int]:
        """Return the channels that wait and are of this guild, or of none that the bot still sees."""
        for channel_id in self._publisher.waiting():
            found = self._bot.get_channel(channel_id)
            if found is None or getattr(found, "guild", guild) == guild:
                yield channel_id

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Try again: rights in a channel may have changed; those in a category change each of its channels."""
        self._changed(after.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Give up a channel that is gone."""
        await self._publisher.gone(channel.id)
        self._changed(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Try again: a thread was locked, unlocked, archived or opened again."""
        self._changed(payload.thread_id, payload.parent_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Try again: the bot was let into a thread."""
        self._changed(thread.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Give up a thread that is gone; what hung on it is opened anew."""
        await self._publisher.gone(payload.thread_id)
        self._changed(payload.thread_id, payload.parent_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Try again: a role of the bot's may have got or lost rights."""
        self._changed_in(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Try again: the bot itself may have got or lost a role."""
        if after == after.guild.me:
            self._changed_in(after.guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Try again: a server is back."""
        self._changed_in(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Try again: the bot was invited again."""
        self._changed_in(guild)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """Try again: the connection is back."""
        self._publisher.wake_waiting(self._publisher.waiting())
