"""The doors into Discord that the log goes through, and which other door is taken where one is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

import discord
import msgspec
import structlog

from bot.render.limits import THREAD_NAME
from bot.service.postbox import LogThread

THREAD_EXISTS = 160004
SENDS_PER_S = 45
LONGEST_NONCE = 25
ARCHIVE_MINUTES: Literal[10080] = 10080
NO_THREADS = "I may not create threads here, so the log of this fight stays in this channel."

log = structlog.get_logger()


class Pace:
    """Spaces requests so that the whole bot stays under Discord's global limit."""

    def __init__(self, per_s: float) -> None:
        self._gap_s = 1 / per_s
        self._next = 0.0

    async def turn(self) -> None:
        """Wait for one's place in line; nobody waits while there is no crowd."""
        now = asyncio.get_running_loop().time()
        burst = self._gap_s * SENDS_PER_S / 2
        self._next = max(self._next, now - burst) + self._gap_s
        if self._next > now:
            await asyncio.sleep(self._next - now)


class Doors:
    """Channels and threads as the publisher needs them; every method speaks to Discord."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._pace = Pace(SENDS_PER_S)

    async def channel(self, channel_id: int) -> discord.abc.Messageable:
        """The channel or thread with this id.

        Raises:
            discord.HTTPException: it is gone, or out of the bot's sight.
        """
        found = self._client.get_channel(channel_id) or await self._client.fetch_channel(channel_id)
        if not isinstance(found, discord.abc.Messageable):
            raise TypeError(f"channel {channel_id} takes no messages")
        return found

    async def id_of(self, place: discord.abc.Messageable) -> int:
        """The id of a channel or thread."""
        return (await place._get_channel()).id  # noqa: SLF001  the only way that every Messageable has

    async def announce(self, channel_id: int, known: LogThread, opening: str) -> LogThread:
        """Post the starter message that a log thread will hang on."""
        channel = await self.channel(channel_id)
        nonce = f"o{known.scene_id}.{known.fight}.{known.thread_id}"[:LONGEST_NONCE]
        return msgspec.structs.replace(known, starter_id=await self.send(channel, opening, nonce=nonce), thread_id=0)

    async def hang(self, channel_id: int, known: LogThread, title: str) -> LogThread:
        """Hang the log thread on its starter message; where that is not possible the log stays in place."""
        channel = await self.channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return msgspec.structs.replace(known, in_place=True)
        try:
            thread_id = await self._thread_on(channel, known.starter_id, title)
        except discord.Forbidden:
            nonce = f"f{known.scene_id}.{known.fight}"[:LONGEST_NONCE]
            await self.send(channel, NO_THREADS, nonce=nonce)
            return msgspec.structs.replace(known, in_place=True)
        return msgspec.structs.replace(known, thread_id=thread_id, in_place=False)

    async def _thread_on(self, channel: discord.TextChannel, starter_id: int, title: str) -> int:
        await self._pace.turn()
        try:
            starter = channel.get_partial_message(starter_id)
            thread = await starter.create_thread(name=title[:THREAD_NAME], auto_archive_duration=ARCHIVE_MINUTES)
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
            return starter_id
        return thread.id

    async def log_place(self, channel_id: int, known: LogThread) -> discord.abc.Messageable | None:
        """Where the log goes; None where its thread has yet to be opened or is gone."""
        if known.in_place:
            return await self.channel(channel_id)
        thread = await self._thread(known.thread_id)
        return await self.channel(channel_id) if thread is not None and not _takes_messages(thread) else thread

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> discord.Thread | None:
        """The GM's private thread, opened where there is none; None where the channel cannot have one."""
        thread = await self._thread(known.gm_thread_id)
        channel = await self.channel(channel_id)
        if not isinstance(channel, discord.TextChannel) or (thread is not None and _takes_messages(thread)):
            return thread
        name = f"{title} (GM)"[-THREAD_NAME:]
        return self._left_behind(channel, name) or await self._opened_for_gms(channel, name)

    def _left_behind(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """A private thread that was opened for this, before a crash could keep the bot from noting it."""
        ours = (each for each in channel.threads if each.name == name and each.owner_id == channel.guild.me.id)
        return next((each for each in ours if each.is_private() and _takes_messages(each)), None)

    async def _opened_for_gms(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        await self._pace.turn()
        try:
            return await channel.create_thread(name=name, type=discord.ChannelType.private_thread, invitable=False)
        except discord.Forbidden:
            log.info("no private thread", channel=channel.id)
            return None

    async def _thread(self, thread_id: int) -> discord.Thread | None:
        if not thread_id:
            return None
        try:
            found = self._client.get_channel(thread_id) or await self._client.fetch_channel(thread_id)
        except discord.NotFound:
            return None
        return found if isinstance(found, discord.Thread) else None

    async def invite(self, thread: discord.Thread, user_id: int) -> None:
        """Add a user to a private thread; whoever has left the server stays out."""
        await self._pace.turn()
        try:
            await thread.add_user(discord.Object(user_id))
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("not invited", thread=thread.id, error=repr(error))

    async def send(
        self, place: discord.abc.Messageable, text: str, nonce: str | None = None, view: discord.ui.View | None = None
    ) -> int:
        """Post ``text`` and return the id of the message; an equal ``nonce`` posts only once."""
        if view is not None and nonce is not None:
            return await self.post(place, text, nonce=nonce, view=view, mentions=discord.AllowedMentions.none())
        await self._pace.turn()
        sent = await (place.send(text) if nonce is None else place.send(text, nonce=nonce))
        return sent.id

    async def post(
        self,
        place: discord.abc.Messageable,
        text: str,
        *,
        nonce: str,
        view: discord.ui.View | None,
        mentions: discord.AllowedMentions,
    ) -> int:
        """Post ``text`` with buttons, pinging exactly those in ``mentions``; an equal ``nonce`` posts only once."""
        await self._pace.turn()
        if view is None:
            return (await place.send(text, nonce=nonce, allowed_mentions=mentions)).id
        return (await place.send(text, nonce=nonce, view=view, allowed_mentions=mentions)).id

    async def message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        """A message to be edited, without looking it up."""
        channel = await self.channel(channel_id)
        if not isinstance(channel, (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.StageChannel)):
            raise TypeError(f"channel {channel_id} keeps no messages")
        await self._pace.turn()
        return channel.get_partial_message(message_id)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own; one that is gone already is fine."""
        try:
            await (await self.message(channel_id, message_id)).delete()
        except discord.HTTPException as error:
            log.info("not removed", message=message_id, error=repr(error))

    async def recent(self, place: discord.abc.Messageable, most: int) -> list[tuple[int, str]]:
        """Ids and texts of what the bot posted last, but for answers; none where the past may not be read."""
        try:
            return [
                (message.id, message.content)
                async for message in place.history(limit=most)
                if message.author == self._client.user and message.type is discord.MessageType.default
            ]
        except discord.Forbidden:
            return []

    async def rewrite(self, channel_id: int, message_id: int, change: Callable[[str], str]) -> None:
        """Change the text of an old message where Discord still lets us."""
        await self._pace.turn()
        try:
            message = await (await self.channel(channel_id)).fetch_message(message_id)
            await message.edit(content=change(message.content))
        except discord.HTTPException as error:
            log.info("not rewritten", message=message_id, error=repr(error))


def _takes_messages(thread: discord.Thread) -> bool:
    """Whether the bot may write in a thread; a lock keeps out whoever does not manage threads."""
    allowed = thread.permissions_for(thread.guild.me)
    return allowed.send_messages_in_threads and (not thread.locked or allowed.manage_threads)
