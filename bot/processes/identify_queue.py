"""When a shard may identify itself: Discord takes one of each bucket every five seconds, whichever process it is of.

So the shards of all processes stand in one queue, which is kept where the fights are. A place in it is a moment; who
misses theirs takes another, so that what comes late never meets what comes in time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from bot.service.ports import OutdatedError, Store, UnreachedError

LATE_S = 0.5
GAP_S = 5.0 + LATE_S
PATIENCE_S = 5.0  # with the database; whoever waits longer is not connected, and cannot even tell people why

Booking = Callable[[int], Awaitable[float]]
"""Gives a bucket's next place: in how many seconds it is."""

log = structlog.get_logger()


class OwnPlaces:
    """The places of a process that is the only one."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last_s: dict[int, float] = {}

    async def book(self, bucket: int) -> float:
        """See Book."""
        now_s = self._clock()
        self._last_s[bucket] = max(now_s, self._last_s.get(bucket, now_s - GAP_S) + GAP_S)
        return self._last_s[bucket] - now_s


class SharedPlaces:
    """The places of all processes on one database; without it, those of this process alone."""

    def __init__(self, store: Store, alone: Booking) -> None:
        self._store = store
        self._alone = alone

    async def book(self, bucket: int) -> float:
        """See Book."""
        try:
            async with asyncio.timeout(PATIENCE_S):
                due_ms, now_ms = await self._store.write(lambda unit: unit.book(bucket, round(GAP_S * 1000)))
        except (TimeoutError, UnreachedError, OutdatedError):
            log.warning("the queue of all processes is not reached", bucket=bucket)
            return await self._alone(bucket)
        return (due_ms - now_ms) / 1000


class IdentifyQueue:
    """The queue as the shards of this process see it; ``at_once`` is how many buckets Discord has for this bot."""

    def __init__(
        self,
        book: Booking,
        at_once: Callable[[], Awaitable[int]],
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._book = book
        self._at_once = at_once
        self._clock = clock
        self._sleep = sleep
        self._buckets = 0
        self._due_s: dict[int, float] = {}  # the places of shards that wait, or were kept from it

    async def take(self, shard_id: int) -> None:
        """Wait until it is a shard's turn."""
        self._buckets = self._buckets or await self._at_once()
        while True:
            due_s = await self._place_s(shard_id)
            await self._sleep(max(0.0, due_s - self._clock()))
            del self._due_s[shard_id]
            if not self._missed(due_s):
                return

    async def _place_s(self, shard_id: int) -> float:
        """Return the moment of a shard's place; one that was not used and is yet to come is still its own."""
        if self._missed(self._due_s.get(shard_id, float("-inf"))):
            self._due_s[shard_id] = await self._book(shard_id % self._buckets) + self._clock()
        return self._due_s[shard_id]

    def _missed(self, due_s: float) -> bool:
        return self._clock() > due_s + LATE_S


def queue(shared: Store | None, at_once: Callable[[], Awaitable[int]]) -> IdentifyQueue:
    """Return the queue of all processes on a database, or of a process that is alone on its own."""
    alone = OwnPlaces().book
    return IdentifyQueue(SharedPlaces(shared, alone).book if shared else alone, at_once)
