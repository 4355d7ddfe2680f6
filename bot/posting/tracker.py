"""The live tracker: one message per fight that is edited as time goes on, and posted anew, but seldom, to be seen."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from typing import Any

import discord
import msgspec
import structlog

from bot.posting.depths import Depths
from bot.posting.draftsman import NAME, Draftsman, Hanging
from bot.posting.guests import Guests
from bot.posting.places import Places, UsedError, calling
from bot.posting.postman import renamed
from bot.posting.pressure import CALM, Manner, rest_s
from bot.render.picture_words import picture_words
from bot.render.tracker import with_words
from bot.service.outbox import TrackerPost
from bot.service.posting.postbox import Postbox
from bot.service.requests import Button, Pinged, TrackerView
from cogs._buttons import layout_of, view_of
from cogs._trail import passed

NO_MORE_EDITS = 30046
OTHER_FORM = 50035
"""What Discord says where a message of words alone would become a card, or the other way round."""

REST_S = 20.0
"""How long after it was posted a tracker is posted anew at the earliest."""

MOST_BELOW = 3
"""Messages of the bot's own below a tracker at which it is posted anew."""

MOST_NAMES = 5
MENTIONS = re.compile(r"(?: <@&?\d+>)*")

_replace = msgspec.structs.replace

log = structlog.get_logger()


class Trackers:
    """Keeps the tracker message of each channel true, off the path of commands."""

    def __init__(
        self, places: Places, postbox: Postbox, draftsman: Draftsman | None = None, depths: Depths | None = None
    ) -> None:
        self._places = places
        self._draftsman = draftsman
        self._postbox = postbox
        self._guests = Guests(places, postbox)
        self._depths = depths or Depths()
        self.rest_s = REST_S
        self._known: set[tuple[int, int]] = set()  # scenes whose tracker was found or posted here, under which lease
        self._posted_s: dict[int, float] = {}  # when the tracker of a scene was posted
        self._stands: dict[int, tuple[int, tuple[str, ...], tuple[Button, ...]]] = {}  # where, and what it says

    async def show(self, post: TrackerPost, how: Manner = CALM) -> float:
        """Show where a fight stands; whoever is to act anew is pinged, once, but for guests who have left.

        Returned are the seconds after which it is to be looked at again, since it was posted a moment ago; 0 for none.

        Raises:
            GoneError: the channel is gone.
            LostLeaseError: another process shows it.
        """
        self._postbox.check(post.lease)
        try:
            post = await self._guests.looked_up(post)
            if post.tracker is not None:
                return await self._show(post, post.tracker, how)
            await self._retire(post)
        except Exception:
            self._stands.pop(post.scene_id, None)
            self._known.discard((post.scene_id, post.lease))  # what was sent may stand there all the same
            raise
        return 0.0

    async def _show(self, post: TrackerPost, tracker: TrackerView, how: Manner) -> float:
        channel = await self._places.channel(tracker.channel_id)
        if (post.scene_id, post.lease) not in self._known:
            post = await self._found(post, tracker, channel)
            self._known.add((post.scene_id, post.lease))
        in_words = tracker.picture is not None and not _takes_files(channel)
        if tracker.picture is not None and in_words:
            post = _replace(post, blocks=with_words(post.blocks, tracker.picture, plain=tracker.plain))
        post = _replace(post, renewed=post.renewed or self._depths.below(tracker.channel_id) >= MOST_BELOW)
        async with self._editing(post.scene_id):
            rest_s, message_id = self._rest_s(post, how), 0
            if rest_s or not (post.ping or post.renewed):
                message_id = await self._edited(post, tracker)
            if not message_id:
                rest_s, message_id = 0.0, await self._posted_anew(post, tracker, channel)
            noted = _replace(post, ping=Pinged(), shown="" if post.renewed else post.shown) if rest_s else post
            await self._postbox.tracker_posted(noted, message_id)
            self._stands[post.scene_id] = message_id, post.blocks, post.buttons
            if self._draftsman and tracker.picture is not None and not in_words:
                said = () if tracker.plain else (post.blocks, post.buttons)
                self._draftsman.show(post.scene_id, Hanging(tracker.channel_id, message_id, tracker.picture, *said))
        passed("tracker shown", channel=tracker.channel_id, message_id=message_id)
        return rest_s

    def _rest_s(self, post: TrackerPost, how: Manner) -> float:
        """Return seconds until a tracker may be posted anew; 0 where it need not be."""
        posted_s = self._posted_s.get(post.scene_id)
        if posted_s is None or not post.message_id or not (post.ping or post.renewed):
            return 0.0
        return max(0.0, posted_s + rest_s(self.rest_s, how) - asyncio.get_running_loop().time())

    def _editing(self, scene_id: int) -> AbstractAsyncContextManager[object]:
        return self._draftsman.editing(scene_id) if self._draftsman else nullcontext()

    async def _found(self, post: TrackerPost, tracker: TrackerView, channel: discord.abc.Messageable) -> TrackerPost:
        """Return the tracker with the newest message that it stands in; others that a crash has left behind are
        removed."""
        recent = await self._places.recent(channel)
        ours = [each.id for each in recent if _is_tracker(each.text, post.head)]
        stands = max(ours, default=post.message_id)
        for stray in ours:
            if stray != stands:
                await self._places.remove(tracker.channel_id, stray)
        self._depths.put(tracker.channel_id)
        for each in recent:
            if stands and each.id > stands:
                self._depths.said(tracker.channel_id)
        return _replace(post, message_id=stands, channel_id=tracker.channel_id)

    async def _edited(self, post: TrackerPost, tracker: TrackerView) -> int:
        """Return the id of the message after the edit, 0 where Discord does not let us edit it any more."""
        if not post.message_id or post.channel_id != tracker.channel_id:
            return 0
        if self._stands.get(post.scene_id) == (post.message_id, post.blocks, post.buttons):
            return post.message_id
        try:
            message = await self._places.message(post.channel_id, post.message_id)
            await message.edit(**self._looks(post, tracker))
        except discord.HTTPException as error:
            refused = error.code in (NO_MORE_EDITS, OTHER_FORM)
            if not isinstance(error, discord.NotFound | discord.Forbidden) and not refused:
                raise
            log.info("tracker not edited", channel=post.channel_id, error=repr(error))
            return 0
        return message.id

    def _looks(self, post: TrackerPost, tracker: TrackerView) -> dict[str, Any]:
        """Return what an edit makes of a tracker; the picture that hangs on a card stays there."""
        if tracker.plain:
            return {"content": "\n".join(post.blocks), "view": view_of(post.buttons)}
        hangs = (
            self._draftsman.hangs_on(post.scene_id, post.message_id) if self._draftsman and tracker.picture else None
        )
        shown = (NAME, picture_words(hangs)) if hangs else ()
        return {"view": layout_of(post.blocks, post.buttons, *shown)}

    async def _posted_anew(self, post: TrackerPost, tracker: TrackerView, channel: discord.abc.Messageable) -> int:
        if post.message_id:
            await self._places.remove(post.channel_id, post.message_id)
        mentions = calling(post.ping)
        view = view_of(post.buttons) if tracker.plain else layout_of(post.blocks, post.buttons)
        for nonce in _names(post):
            self._postbox.check(post.lease)
            with suppress(UsedError):
                text = "\n".join(post.blocks)
                sent = await self._places.send(channel, text, nonce=nonce, view=view, mentions=mentions)
                self._posted_s[post.scene_id] = asyncio.get_running_loop().time()
                self._depths.put(tracker.channel_id)
                return sent.id
        raise UsedError

    async def _retire(self, post: TrackerPost) -> None:
        if self._draftsman:
            self._draftsman.forget(post.scene_id)
        self._posted_s.pop(post.scene_id, None)
        self._stands.pop(post.scene_id, None)
        self._depths.forget(post.channel_id)
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
