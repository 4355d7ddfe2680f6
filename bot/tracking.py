"""The live tracker: one message per fight that is edited as time goes on, and posted anew to ping who is to act."""

from __future__ import annotations

import discord
import structlog

from bot.doors import LONGEST_NONCE, Doors
from bot.render.tracker import tracker_text
from bot.service.postbox import Postbox, TrackerPost
from bot.service.requests import Tracker
from cogs._buttons import view_of

log = structlog.get_logger()


class Trackers:
    """Keeps the tracker message of each channel true, off the path of commands."""

    def __init__(self, doors: Doors, postbox: Postbox) -> None:
        self._doors = doors
        self._postbox = postbox

    async def refresh(self, channel_id: int) -> None:
        """Show where the fight of a channel stands; whoever is to act anew is pinged, once."""
        post = await self._postbox.tracker(channel_id)
        if post is None:
            return
        if post.tracker is None:
            await self._retire(post)
        elif post.tracker.version != post.version or not post.message_id:
            await self._show(post, post.tracker)

    async def _show(self, post: TrackerPost, tracker: Tracker) -> None:
        ping = tracker.ping if tracker.turn != post.pinged else ()
        message_id = 0 if ping else await self._edited(post, tracker)
        if not message_id:
            message_id = await self._posted_anew(post, tracker, ping)
        await self._postbox.tracker_posted(post.scene_id, tracker.channel_id, message_id, tracker.version, tracker.turn)

    async def _edited(self, post: TrackerPost, tracker: Tracker) -> int:
        """The id of the message after the edit, 0 where Discord does not let us edit it."""
        if not post.message_id or post.channel_id != tracker.channel_id:
            return 0
        try:
            message = await self._doors.message(post.channel_id, post.message_id)
            await message.edit(content=tracker_text(tracker, ()), view=view_of(tracker.buttons))
        except discord.HTTPException as error:
            log.info("tracker not edited", channel=post.channel_id, error=repr(error))
            return 0
        return message.id

    async def _posted_anew(self, post: TrackerPost, tracker: Tracker, ping: tuple[int, ...]) -> int:
        channel = await self._doors.channel(tracker.channel_id)
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in ping])
        sent = await self._doors.post(
            channel,
            tracker_text(tracker, ping),
            nonce=f"t{tracker.scene_id}.{tracker.version}.{post.message_id}"[:LONGEST_NONCE],
            view=view_of(tracker.buttons),
            mentions=mentions,
        )
        if post.message_id:
            await self._doors.remove(post.channel_id, post.message_id)
        return sent

    async def _retire(self, post: TrackerPost) -> None:
        if post.message_id:
            await self._doors.remove(post.channel_id, post.message_id)
            await self._postbox.tracker_posted(post.scene_id, post.channel_id, 0, post.version, post.pinged)
