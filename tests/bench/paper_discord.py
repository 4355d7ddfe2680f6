"""Discord on paper, in simulated time: it keeps to its limits, and the client waits where discord.py would.

The bot's own publisher, postman and tracker post there. Only what Discord answers is made up.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import discord

from bot.posting.places import NOBODY, Places, Sent
from bot.processes.request_quota import Quota
from bot.service.outbox import LogThread
from bot.service.requests import Standing
from tests.wire.faults import Limits

LATENCY_S: Final = 0.15
GUARDED: Final = 1 << 60  # what is added to the id of a channel to get that of its GM's thread
LOGGED: Final = 1 << 61


@dataclass(frozen=True)
class Place:
    """A channel or thread."""

    id: int
    guild: Any = field(default=None, compare=False)
    parent_id: int = 0


class Line:
    """The way to Discord: each request waits for its channel's limit, then for the bot's turn."""

    def __init__(self, quota: Quota, limits: Limits) -> None:
        self._quota = quota
        self.limits = limits
        self._buckets: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.requests = 0

    async def ask(self, route: str) -> None:
        """Return once Discord has answered a request, which it may have refused before."""
        while True:
            async with self._buckets[self.limits.bucket_of(route)]:
                while (wait_s := self.limits.wait_s(route)) > 0:  # noqa: ASYNC110 - simulated time passes
                    await asyncio.sleep(wait_s)  # as discord.py does
                await self._quota.turn()
                spent = self.limits.spend(route)
            self.requests += 1
            if not spent.wait_s:
                await asyncio.sleep(LATENCY_S)
                return
            self.limits.note(429)
            await asyncio.sleep(spent.wait_s)


class PaperPlaces(Places):
    """Places that are known to be open; ``sent`` are the words of what stands in each."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._ids: Iterator[int] = count(1)
        self.sent: defaultdict[int, dict[int, str]] = defaultdict(dict)
        self.called: list[tuple[int, float]] = []  # whom, and when

    async def channel(self, channel_id: int) -> Any:
        """See Places."""
        return Place(channel_id)

    async def id_of(self, place: Any) -> int:
        """See Places."""
        return int(place.id)

    async def log_place(self, channel_id: int, known: LogThread) -> Any:
        """See Places."""
        return Place(known.thread_id)

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> Any:
        """See Places."""
        return Place(known.gm_thread_id)

    async def standing(self, thread: discord.Thread, user_id: int) -> Standing | None:
        """See Places."""
        await self._line.ask(f"GET /guilds/1/members/{user_id}")
        return Standing((), manages_server=True)

    async def send(
        self,
        place: Any,
        text: str,
        *,
        nonce: str,
        view: discord.ui.View | discord.ui.LayoutView | None = None,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> Sent:
        """See Places."""
        await self._line.ask(f"POST /channels/{place.id}/messages")
        sent = Sent(next(self._ids), place.id, text)
        self.sent[place.id][sent.id] = text
        now_s = asyncio.get_running_loop().time()
        self.called += [(each.id, now_s) for each in mentions.users or ()] if mentions.users is not True else []
        return sent

    async def message(self, channel_id: int, message_id: int) -> Any:
        """See Places."""

        async def edit(**_: Any) -> Any:
            await self._line.ask(f"PATCH /channels/{channel_id}/messages/{message_id}")
            return SimpleNamespace(id=message_id)

        return SimpleNamespace(id=message_id, edit=edit)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """See Places."""
        await self._line.ask(f"DELETE /channels/{channel_id}/messages/{message_id}")
        self.sent[channel_id].pop(message_id, None)

    async def recent(self, place: Any) -> list[Sent]:
        """See Places."""
        await self._line.ask(f"GET /channels/{place.id}/messages")
        return [Sent(message_id, place.id, text) for message_id, text in self.sent[place.id].items()]
