"""The live tracker: one message per fight that is edited as time goes on, and posted anew to ping who is to act."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

import discord
import msgspec
import structlog

from bot.posting.draftsman import Draftsman, Hanging
from bot.posting.places import Places, UsedError
from bot.posting.postman import renamed
from bot.render.tracker import with_words
from bot.service.outbox import TrackerPost
from bot.service.posting.postbox import Postbox
from bot.service.requests import TrackerView
from cogs._buttons import view_of
from cogs._trail import passed

NO_MORE_EDITS = 30046
MOST_NAMES = 5
MENTIONS = re.compile(r"(?: <@\d+>)*")

log = structlog.get_logger()


class Trackers:
    """Keeps the tracker message of each channel true, off the path of commands."""

    def __init__(self, places: Places, postbox: Postbox, draftsman: Draftsman | None = None) -> None:
        self._places = places
        self._draftsman = draftsman
        self._postbox = postbox
        self._known: set[tuple[int, int]] = set()  # scenes whose tracker was found or posted here, under which lease

    async def show(self, post: TrackerPost) -> None:
        """Show where a fight stands; whoever is to act anew is pinged, once.

        Raises:
            GoneError: the channel is gone.
            LostLeaseError: another process shows it.
        """
        self._postbox.check(post.lease)
        try:
            await (self._retire(post) if post.tracker is None else self._show(post, post.tracker))
        except Exception:
            self._known.discard((post.scene_id, post.lease))  # what was sent may stand there all the same
            raise

    async def _show(self, post: TrackerPost, tracker: TrackerView) -> None:
        channel = await self._places.channel(tracker.channel_id)
        if (post.scene_id, post.lease) not in self._known:
            post = await self._found(post, tracker, channel)
            self._known.add((post.scene_id, post.lease))
        words = tracker.picture is not None and not _takes_files(channel)
        if tracker.picture is not None and words:
            post = msgspec.structs.replace(post, text=with_words(post.text, tracker.picture))
        message_id = 0 if post.ping else await self._edited(post, tracker)
        if not message_id:
            message_id = await self._posted_anew(post, tracker, channel)
        await self._postbox.tracker_posted(post, message_id)
        if self._draftsman and tracker.picture is not None and not words:
            self._draftsman.show(post.scene_id, Hanging(tracker.channel_id, message_id, tracker.picture))
        passed("tracker shown", channel=tracker.channel_id, message_id=message_id)

    async def _found(self, post: TrackerPost, tracker: TrackerView, channel: discord.abc.Messageable) -> TrackerPost:
        """Return the tracker with the newest message that it stands in; others that a crash has left behind are
        removed."""
        recent = await self._places.recent(channel)
        ours = [each.id for each in recent if _is_tracker(each.text, post.head)]
        stands = max(ours, default=post.message_id)
        for stray in ours:
            if stray != stands:
                await self._places.remove(tracker.channel_id, stray)
        return msgspec.structs.replace(post, message_id=stands, channel_id=tracker.channel_id)

    async def _edited(self, post: TrackerPost, tracker: TrackerView) -> int:
        """Return the id of the message after the edit, 0 where Discord does not let us edit it any more."""
        if not post.message_id or post.channel_id != tracker.channel_id:
            return 0
        try:
            message = await self._places.message(post.channel_id, post.message_id)
            await message.edit(content=post.text, view=view_of(tracker.buttons))
        except discord.HTTPException as error:
            if not isinstance(error, discord.NotFound | discord.Forbidden) and error.code != NO_MORE_EDITS:
                raise
            log.info("tracker not edited", channel=post.channel_id, error=repr(error))
            return 0
        return message.id

    async def _posted_anew(self, post: TrackerPost, tracker: TrackerView, channel: discord.abc.Messageable) -> int:
        if post.message_id:
            await self._places.remove(post.channel_id, post.message_id)
        pinged = [discord.Object(user) for user in post.ping]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
        view = view_of(tracker.buttons)
        for nonce in _names(post):
            self._postbox.check(post.lease)
            with suppress(UsedError):
                return (await self._places.send(channel, post.text, nonce=nonce, view=view, mentions=mentions)).id
        raise UsedError

    async def _retire(self, post: TrackerPost) -> None:
        if self._draftsman:
            self._draftsman.forget(post.scene_id)
        if post.message_id:
            await self._places.remove(post.channel_id, post.message_id)
        await self._postbox.tracker_posted(post, 0)


def _takes_files(channel: discord.abc.Messageable) -> bool:
    """Tell whether the bot may send files to a channel; where that cannot be told, Discord is asked to take one."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return True
    return channel.permissions_for(channel.guild.me).attach_files


def _names(post: TrackerPost) -> Iterator[str]:
    """Yield the nonces of a tracker, the same in every process: others where a message of the first was deleted."""
    yield post.nonce
    for attempt in range(1, MOST_NAMES):
        yield renamed(post.nonce, post.message_id, attempt)


def _is_tracker(text: str, head: str) -> bool:
    """Tell whether a message begins as the tracker of this fight does: with its title, and mentions at the most."""
    first = text.partition("\n")[0]
    return first.startswith(head) and MENTIONS.fullmatch(first.removeprefix(head)) is not None
