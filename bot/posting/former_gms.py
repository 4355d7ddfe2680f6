"""Whether those in a GM's thread are GMs still is asked of Discord now and then: nobody tells a bot of a lost role."""

from __future__ import annotations

import time
from collections.abc import Callable

import discord

from bot.posting.places import Places
from bot.service.outbox import Letter
from bot.service.posting.postbox import Postbox

EVERY_S = 300.0


class GmThreadGuard:
    """Who shows out of GM's threads whoever is a GM no more, even one who never uses the bot again."""

    def __init__(self, places: Places, postbox: Postbox, now_s: Callable[[], float] = time.monotonic) -> None:
        self._places = places
        self._postbox = postbox
        self._now_s = now_s
        self._looked_s: dict[int, float] = {}  # when, by thread

    async def look_through(self, thread: discord.Thread, letter: Letter) -> None:
        """Before a letter is posted, show out of its thread who is no GM; not more often than in five minutes.

        Raises:
            GoneError: the thread is gone.
        """
        now_s = self._now_s()
        if now_s - self._looked_s.get(thread.id, -EVERY_S) < EVERY_S:
            return
        self._looked_s = {key: at_s for key, at_s in self._looked_s.items() if now_s - at_s < EVERY_S}
        self._looked_s[thread.id] = now_s
        found = {
            user_id: await self._places.standing(thread, user_id) for user_id in await self._postbox.let_in(letter)
        }
        members = {user_id: standing for user_id, standing in found.items() if standing is not None}
        others = await self._postbox.no_gms(letter, members, thread.parent_id) if members else []
        for user_id in others:
            await self._places.expel(thread, user_id)
        if others:
            await self._postbox.shown_out(letter, others)
