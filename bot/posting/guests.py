"""Whether those who play on for others are on the server still is asked before they are called: no event tells a bot
that is not shown who comes and goes."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.posting.places import Places
from bot.service.outbox import TrackerPost
from bot.service.posting.postbox import Postbox

EVERY_S = 300.0


class Guests:
    """Who keeps a tracker from calling a guest who has left."""

    def __init__(self, places: Places, postbox: Postbox, now_s: Callable[[], float] = time.monotonic) -> None:
        self._places = places
        self._postbox = postbox
        self._now_s = now_s
        self._here_s: dict[tuple[int, int], float] = {}  # when somebody was seen here, by channel and user

    async def looked_up(self, post: TrackerPost) -> TrackerPost:
        """Return what is to be shown where a guest whom a tracker calls has left, else the same.

        Who is here is believed for five minutes; who is gone may come back at any time, and is asked about again.

        Raises:
            LostLeaseError: another process shows it.
        """
        gone = [user_id for user_id in post.ping.guests if await self._is_gone(post, user_id)]
        return await self._postbox.call_others(post, gone) if gone else post

    async def _is_gone(self, post: TrackerPost, user_id: int) -> bool:
        now_s, channel_id = self._now_s(), post.tracker.channel_id if post.tracker else post.channel_id
        self._here_s = {key: at_s for key, at_s in self._here_s.items() if now_s - at_s < EVERY_S}
        if (channel_id, user_id) in self._here_s:
            return False
        if await self._places.has_left(channel_id, user_id):
            return True
        self._here_s[channel_id, user_id] = now_s
        return False
