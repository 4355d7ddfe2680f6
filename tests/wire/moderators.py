"""What the people who run a server do to it: permissions, locks, archives, deletions, told to the bot or not.

Everything holds at once. Without `tell` no event is sent, so that what the bot believes is out of date, as it is where
an event was lost.
"""

from __future__ import annotations

from discord import Permissions

from tests.wire.gateway import GUILDS, Gateway, seen_threads
from tests.wire.world import NONE, STAMP, Channel, Json, World


class Moderators:
    """Everybody who may change the server, the bot's roles and its channels."""

    def __init__(self, world: World, gateway: Gateway) -> None:
        self.world, self.gateway = world, gateway

    async def allow(self, permissions: Permissions, *, tell: bool = True) -> None:
        """Have the bot's roles add up to this, in every guild and channel."""
        before = self.world.bot_permissions
        self.world.bot_permissions = permissions
        for guild in self.world.guilds.values() if tell else ():
            for role in guild.role_payloads():
                await self._tell(guild.id, "GUILD_ROLE_UPDATE", {"guild_id": str(guild.id), "role": role})
        for channel in self._channels() if tell and not before.view_channel else ():
            await self._seen_again(channel)

    async def deny(self, channel: Channel, denied: Permissions, *, tell: bool = True) -> None:
        """Take these, and no others, away from everybody in one channel and its threads."""
        before, channel.denied = channel.denied, denied
        self.world.signal.fire()
        if tell:
            await self._tell_of(channel)
            if before.view_channel:
                await self._seen_again(channel)

    async def give_back(self, channel: Channel, *, tell: bool = True) -> None:
        """Take nothing away in a channel any longer."""
        await self.deny(channel, NONE, tell=tell)

    async def archive(self, thread: Channel, *, archived: bool = True, tell: bool = True) -> None:
        """Archive a thread, as a week without a message does too, or wake it."""
        thread.archived = archived
        await self._changed(thread, tell=tell)
        if tell and not archived and self.world.bot.id in thread.members:
            own = {"id": str(thread.id), "user_id": str(self.world.bot.id), "join_timestamp": STAMP, "flags": 1}
            await self._tell(thread.guild_id, "THREAD_MEMBER_UPDATE", {**own, "guild_id": str(thread.guild_id)})

    async def let_in(self, thread: Channel) -> None:
        """Let the bot into a private thread, as a mention there does."""
        thread.members.add(self.world.bot.id)
        await self._tell(thread.guild_id, "THREAD_CREATE", thread.payload())

    async def lock(self, thread: Channel, *, locked: bool = True, tell: bool = True) -> None:
        """Keep everybody who does not manage threads from writing in one, or let them again."""
        thread.locked = locked
        await self._changed(thread, tell=tell)

    async def remove(self, channel: Channel, *, tell: bool = True) -> None:
        """Delete a thread, or a channel with all of its threads, of which nothing is said."""
        told = tell and (self.world.allowed(channel).view_channel or not channel.is_thread)
        for gone in (channel, *self.world.threads(channel)):
            del self.world.channels[gone.id]
        self.world.signal.fire()
        if told:
            event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
            await self._tell(channel.guild_id, event, channel.payload())

    async def _changed(self, channel: Channel, *, tell: bool) -> None:
        self.world.signal.fire()
        if tell:
            await self._tell_of(channel)

    async def _tell_of(self, channel: Channel) -> None:
        """Tell of a channel; of a thread only whoever sees it."""
        if not channel.is_thread:
            await self._tell(channel.guild_id, "CHANNEL_UPDATE", channel.payload())
        elif self.world.allowed(channel).view_channel:
            await self._tell(channel.guild_id, "THREAD_UPDATE", channel.payload())

    async def _seen_again(self, channel: Channel) -> None:
        """Whoever is let into a channel is told its threads; whoever is shut out is told nothing of them."""
        if self.world.allowed(channel).view_channel:
            threads = seen_threads(self.world, self.world.guilds[channel.guild_id], channel)
            shown = {"channel_ids": [str(channel.id)], "threads": [each.payload() for each in threads], "members": []}
            await self._tell(channel.guild_id, "THREAD_LIST_SYNC", {"guild_id": str(channel.guild_id), **shown})

    def _channels(self) -> list[Channel]:
        return [each for each in self.world.channels.values() if not each.is_thread and each.person is None]

    async def _tell(self, guild_id: int, event: str, data: Json) -> None:
        await self.gateway.dispatch(guild_id, event, data, GUILDS)
