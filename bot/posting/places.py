"""Where in Discord the log can be written: channels and threads, and which is taken where one is closed to the bot."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Literal

import aiohttp
import discord
import msgspec
import structlog

from bot.render.limits import THREAD_NAME
from bot.service.outbox import LogThread
from bot.service.requests import Pinged, Standing, Verb
from cogs._threads import has_private_threads
from cogs._view import TEMPLATE

THREAD_EXISTS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, MISSING_PERMISSIONS = 160004, 10003, 10008, 50013
MISSING_ACCESS = 50001
UNKNOWN_MEMBER = 10007
SIGN = 6  # letters that tell the GM's threads of fights in several threads of one channel apart
PATIENCE_S = 3.0  # a call waits no longer for word of who is to be called
MEMORY = 100  # how many of the last messages are read to see what a crash had already posted
ARCHIVE_MINUTES: Literal[10080] = 10080
NOBODY = discord.AllowedMentions.none()
UNREACHED = (discord.HTTPException, aiohttp.ClientError, OSError)
OPENS_LOG = discord.Permissions(view_channel=True, create_public_threads=True, send_messages_in_threads=True)
OPENS_GM_THREAD = discord.Permissions(view_channel=True, create_private_threads=True, send_messages_in_threads=True)
NO_THREADS = "I may not create threads here, so the log of this fight stays in this channel."
NO_GM_THREAD = (
    "I cannot keep the GM's private thread of this fight: for that I need the permissions Create Private Threads and"
    " Send Messages in Threads here."
)

log = structlog.get_logger()


class GoneError(Exception):
    """A channel, a thread or what it hangs on is gone for good."""

    def __init__(self, place_id: int) -> None:
        super().__init__(f"{place_id} is gone")
        self.place_id = place_id


class LockedError(Exception):
    """A thread is locked to the bot, or the bot is in it no more: it leaves what stands there as it is."""


class UsedError(Exception):
    """The nonce of a message is that of one that was deleted: it wants another."""


class ClosedError(Exception):
    """The bot may not do this until somebody allows it; the message says to people what it needs."""


class Sent(msgspec.Struct, frozen=True):
    """A message as Discord has it; ``text`` are all words of a card, ``verbs`` what the buttons of any other do."""

    id: int
    place_id: int
    text: str
    verbs: frozenset[Verb] = frozenset()


def calling(ping: Pinged) -> discord.AllowedMentions:
    """Return what lets a message call exactly these."""
    users, roles = ([discord.Object(each) for each in those] for those in (ping.users, ping.roles))
    return discord.AllowedMentions(everyone=False, roles=roles, users=users)


def words_of(message: discord.Message) -> str:
    """Return what a message says, be it a card."""
    if not message.flags.components_v2:
        return message.content
    shown = (part for each in message.components if isinstance(each, discord.Container) for part in each.children)
    return "\n".join(part.content for part in shown if isinstance(part, discord.TextDisplay))


def _verbs_of(message: discord.Message) -> frozenset[Verb]:
    if message.flags.components_v2:
        return frozenset()
    rows = (each for each in message.components if isinstance(each, discord.ActionRow))
    read = (TEMPLATE.fullmatch(item.custom_id or "") for row in rows for item in row.children)
    return frozenset(Verb(button["verb"]) for button in read if button)


class Places:
    """Channels and threads as the publisher needs them; every method speaks to Discord."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.patience_s = PATIENCE_S

    async def channel(self, channel_id: int) -> discord.abc.Messageable:
        """Return the channel or thread with this id.

        Raises:
            GoneError: there is none any longer.
            discord.HTTPException: it is out of the bot's sight.
        """
        found = self._client.get_channel(channel_id) or await self._fetched(channel_id)
        if not isinstance(found, discord.abc.Messageable):
            raise TypeError(f"channel {channel_id} takes no messages")
        return found

    async def _fetched(self, channel_id: int) -> object:
        try:
            return await self._client.fetch_channel(channel_id)
        except discord.NotFound as error:
            raise GoneError(channel_id) from error

    async def id_of(self, place: discord.abc.Messageable) -> int:
        """Return the id of a channel or thread."""
        return (await place._get_channel()).id  # noqa: SLF001  the only way that every Messageable has

    async def hang(self, channel_id: int, known: LogThread, title: str) -> LogThread:
        """Hang the log thread on its starter message; in a channel that has no threads the log stays in place.

        Raises:
            GoneError: the channel is gone, or the starter message.
            ClosedError: the bot lacks a permission, which it says.
        """
        channel = await self.channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return msgspec.structs.replace(known, in_place=True)
        if not _may_open(channel, OPENS_LOG):
            raise ClosedError(NO_THREADS)
        thread_id = await self._thread_on(channel, known.starter_id, title)
        return msgspec.structs.replace(known, thread_id=thread_id, in_place=False)

    async def _thread_on(self, channel: discord.TextChannel, starter_id: int, title: str) -> int:
        """Return the thread on a message; a crash may have kept the bot from noting that it opened one."""
        try:
            starter = channel.get_partial_message(starter_id)
            thread = await starter.create_thread(name=title[:THREAD_NAME], auto_archive_duration=ARCHIVE_MINUTES)
        except discord.Forbidden as error:
            raise ClosedError(NO_THREADS) from error
        except discord.NotFound as error:
            raise GoneError(channel.id if error.code == UNKNOWN_CHANNEL else starter_id) from error
        except discord.HTTPException as error:
            if error.code != THREAD_EXISTS:
                raise
            return starter_id
        return thread.id

    async def log_place(self, channel_id: int, known: LogThread) -> discord.abc.Messageable:
        """Return where the log goes: its thread, or the channel while nobody may write there.

        Raises:
            GoneError: its thread is gone, or the channel.
        """
        if known.in_place:
            return await self.channel(channel_id)
        thread = await self._thread(known.thread_id)
        return thread if _takes_messages(thread) else await self.channel(channel_id)

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> discord.Thread | None:
        """Return the GM's private thread, opened where there was none yet; None where the channel cannot have one.

        That of a fight in a thread hangs on the channel of the thread, beside it.

        Raises:
            GoneError: the thread is gone, or the channel.
            LockedError: the thread is locked to the bot, or the bot is in it no more.
            ClosedError: the bot lacks a permission, which it says.
        """
        place = await self.channel(channel_id)
        channel = await self._hung_on(place) if isinstance(place, discord.Thread) else place
        if not isinstance(channel, discord.TextChannel) or not has_private_threads(channel):
            return None
        if known.gm_thread_id:
            try:
                thread = await self._thread(known.gm_thread_id)
            except discord.Forbidden as error:
                await self.check_let_in(channel.id, error)
                raise
            if _is_locked_to_us(thread):
                raise LockedError
            return thread
        if not _may_open(channel, OPENS_GM_THREAD):
            raise ClosedError(NO_GM_THREAD)
        name = _name_for_gms(place, title, known.fight)[-THREAD_NAME:]
        return await self._left_behind(channel, name) or await self._opened_for_gms(channel, name, place)

    async def check_let_in(self, channel_id: int, error: discord.Forbidden) -> None:
        """Look whether the bot was shut out of a private thread alone, and not of the channel that it hangs on, too.

        Raises:
            LockedError: somebody has taken the bot out of it, or out of the server for a while.
            discord.Forbidden: the channel is out of the bot's sight.
        """
        if error.code == MISSING_ACCESS:
            await self._fetched(channel_id)
            raise LockedError from error

    async def _hung_on(self, thread: discord.Thread) -> object:
        """Return the channel that a thread hangs on.

        Raises:
            GoneError: the thread is gone with its channel.
        """
        try:
            return self._client.get_channel(thread.parent_id) or await self._fetched(thread.parent_id)
        except GoneError as error:
            raise GoneError(thread.id) from error

    async def _left_behind(self, channel: discord.TextChannel, name: str) -> discord.Thread | None:
        """Return a private thread that was opened for this, before a crash could keep the bot from noting it."""
        ours = [each for each in channel.threads if each.name == name and each.owner_id == channel.guild.me.id]
        for each in ours:
            with suppress(GoneError, discord.Forbidden):  # the client may not have heard that it has lost it
                found = await self._fetched(each.id)
                if isinstance(found, discord.Thread) and found.is_private() and not _is_locked_to_us(found):
                    return found
        return None

    async def _opened_for_gms(self, channel: discord.TextChannel, name: str, place: object) -> discord.Thread:
        """Return a new private thread of a channel; one for a fight in another thread begins with where that is."""
        private = discord.ChannelType.private_thread
        fought_in = place.id if isinstance(place, discord.Thread) else channel.id
        try:
            opened = await channel.create_thread(name=name, type=private, invitable=False)
        except discord.Forbidden as error:
            raise ClosedError(NO_GM_THREAD) from error
        except discord.NotFound as error:
            raise GoneError(fought_in) from error
        if fought_in != channel.id:
            await self.send(opened, f"For the GMs of the fight in <#{fought_in}>.", nonce=str(opened.id))
        return opened

    async def _thread(self, thread_id: int) -> discord.Thread:
        found = self._client.get_channel(thread_id) or await self._fetched(thread_id)
        if not isinstance(found, discord.Thread):
            raise GoneError(thread_id)
        return found

    async def invite(self, thread: discord.Thread, user_id: int) -> None:
        """Add a user to a private thread; whoever has left the server stays out.

        Raises:
            GoneError: the thread is gone.
            ClosedError: the bot may not write in the thread, which it says.
        """
        try:
            await thread.add_user(discord.Object(user_id))
        except (discord.NotFound, discord.Forbidden) as error:
            if error.code == UNKNOWN_CHANNEL:
                raise GoneError(thread.id) from error
            if error.code == MISSING_PERMISSIONS:
                raise ClosedError(NO_GM_THREAD) from error
            log.info("not invited", thread=thread.id, error=repr(error))

    async def expel(self, thread: discord.Thread, user_id: int) -> None:
        """Remove a user from a private thread, which wakes for it; whoever is not in it stays out.

        Raises:
            GoneError: the thread is gone.
        """
        try:
            if thread.archived:
                await thread.edit(archived=False)
            await thread.remove_user(discord.Object(user_id))
        except (discord.NotFound, discord.Forbidden) as error:
            if error.code == UNKNOWN_CHANNEL:
                raise GoneError(thread.id) from error
            log.info("not removed", thread=thread.id, error=repr(error))

    async def standing(self, thread: discord.Thread, user_id: int) -> Standing | None:
        """Return what could make a user a GM; None where Discord does not tell, and of whoever has left the server."""
        try:
            member = await thread.guild.fetch_member(user_id)
        except discord.HTTPException as error:
            log.info("not known any more", thread=thread.id, error=repr(error))
            return None
        roles = tuple(role.id for role in member.roles)
        return Standing(roles, member.guild_permissions.manage_guild)

    async def has_left(self, channel_id: int, user_id: int) -> bool:
        """Tell whether a user is on the server of a channel no more; where Discord does not tell soon, nobody has left.

        Raises:
            GoneError: the channel is gone.
        """
        channel = await self.channel(channel_id)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return False
        try:
            async with asyncio.timeout(self.patience_s):
                await channel.guild.fetch_member(user_id)
        except (*UNREACHED, TimeoutError) as error:
            log.info("not looked up", channel=channel_id, error=repr(error))
            return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MEMBER
        return False

    async def send(
        self,
        place: discord.abc.Messageable,
        text: str,
        *,
        nonce: str,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> Sent:
        """Post ``text`` with buttons, or a card that says it, pinging exactly those in ``mentions``; an equal ``nonce``
        posts only once.

        Raises:
            GoneError: the place is gone.
            UsedError: a message of this nonce was posted and is gone.
        """
        shown: dict[str, Any] = {} if view is None else {"view": view}
        content = None if isinstance(view, discord.ui.LayoutView) else text
        try:
            sent = await place.send(content, nonce=nonce, allowed_mentions=mentions, **shown)
        except discord.NotFound as error:
            if error.code == UNKNOWN_MESSAGE:
                raise UsedError from error
            raise GoneError(await self.id_of(place)) from error
        return Sent(sent.id, sent.channel.id, words_of(sent))

    async def write_to(self, user_ids: Iterable[int], text: str) -> None:
        """Send users a direct message; whoever takes none is left alone."""
        for user_id in user_ids:
            try:
                user = self._client.get_user(user_id) or await self._client.fetch_user(user_id)
                await user.send(text)
            except UNREACHED as error:
                log.info("no direct message", error=repr(error))

    async def message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        """Return a message to be edited, without looking it up."""
        channel = await self.channel(channel_id)
        if not isinstance(channel, (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.StageChannel)):
            raise TypeError(f"channel {channel_id} keeps no messages")
        return channel.get_partial_message(message_id)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot's own; one that is gone already is fine."""
        with suppress(discord.NotFound):
            await (await self.message(channel_id, message_id)).delete()

    async def recent(self, place: discord.abc.Messageable) -> list[Sent]:
        """Return what the bot posted last, oldest first, but for answers; none where the past may not be read.

        Raises:
            GoneError: the place is gone.
        """
        try:
            found = [
                Sent(message.id, message.channel.id, words_of(message), _verbs_of(message))
                async for message in place.history(limit=MEMORY)
                if message.author == self._client.user and message.type is discord.MessageType.default
            ]
        except discord.Forbidden:
            return []
        except discord.NotFound as error:
            raise GoneError(await self.id_of(place)) from error
        return found[::-1]

    async def take_buttons(self, channel_id: int, message_id: int) -> None:
        """Have an old message of words without buttons where Discord still lets us."""
        try:
            await (await self.message(channel_id, message_id)).edit(view=None)
        except (discord.HTTPException, GoneError) as error:
            log.info("buttons stay", message=message_id, error=repr(error))

    async def rewrite(self, channel_id: int, message_id: int, change: Callable[[str], str]) -> None:
        """Change the text of an old message where Discord still lets us."""
        try:
            message = await (await self.channel(channel_id)).fetch_message(message_id)
            if message.flags.components_v2:
                await message.edit(view=await _changed_card(message, change))
            else:
                await message.edit(content=await asyncio.to_thread(change, message.content))
        except (discord.HTTPException, GoneError) as error:
            log.info("not rewritten", message=message_id, error=repr(error))


async def _changed_card(message: discord.Message, change: Callable[[str], str]) -> discord.ui.LayoutView:
    """Return a card with other words and the same buttons."""
    card = discord.ui.LayoutView.from_message(message, timeout=None)
    for part in card.walk_children():
        if isinstance(part, discord.ui.TextDisplay):
            part.content = await asyncio.to_thread(change, part.content)
    card.stop()
    return card


def _name_for_gms(place: object, title: str, fight: int) -> str:
    """Return the name of a thread for GMs, which beside a thread is that of no other fight.

    Moderators see every private thread of a channel, and the log of their server has the names of all: that of a fight
    in a private thread tells nothing of it.
    """
    if not isinstance(place, discord.Thread):
        return f"{title} (GM)"
    sign = hashlib.sha256(f"{place.id} {fight}".encode()).hexdigest()[:SIGN]
    return f"GM thread {sign}" if place.is_private() else f"{title} (GM {sign})"


def _takes_messages(thread: discord.Thread) -> bool:
    """Tell whether the bot may write in a thread."""
    return thread.permissions_for(thread.guild.me).send_messages_in_threads and not _is_locked_to_us(thread)


def _is_locked_to_us(thread: discord.Thread) -> bool:
    """Tell whether a thread is locked and the bot kept out, since it does not manage threads."""
    return thread.locked and not thread.permissions_for(thread.guild.me).manage_threads


def _may_open(channel: discord.TextChannel, needed: discord.Permissions) -> bool:
    """Tell whether the bot may open a thread and write in it: one that it could not use is not opened."""
    return channel.permissions_for(channel.guild.me) >= needed
