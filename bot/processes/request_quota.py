"""How many requests a second leave for Discord: this process's share of what belongs to all processes together.

They are counted where they leave, tries anew among them. Answers to commands and clicks are not: Discord does not count
them, and nobody is to wait for theirs because a log is being posted.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace

import aiohttp

TOGETHER_PER_S = 50.0  # what Discord allows a bot that it has not allowed more
NEW_PER_S = 2.0  # what is left beside others who do not know of this process yet
KNOWN_S = 1.5  # after which they do: they hear of whoever comes, and count anew
USED = 0.9  # what leaves in one second may arrive in a shorter one
COUNTED = re.compile(r"/api/(?!(?:v\d+/)?(?:interactions|webhooks)/)")


class Quota:
    """In any one second no more requests leave than are this process's; nobody waits where there is no crowd.

    ``per_s`` is its share where somebody has settled that; otherwise all processes that live have as much, but for one
    that has just come: until the ``others`` have counted it too, they take what it will have.
    """

    def __init__(
        self,
        per_s: float | None = None,
        *,
        others: bool = False,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settled_per_s = per_s
        self._processes = 2 if others else 1
        self._counted_s: float | None = None  # when there was first word of how many there are
        self._clock = clock
        self._sleep = sleep
        self._waiting = asyncio.Lock()
        self._asking = 0
        self._leave_s: deque[float] = deque()

    def share_among(self, processes: int) -> None:
        """Take note of how many processes live."""
        self._processes = max(1, processes)
        if self._counted_s is None:
            self._counted_s = self._clock()

    @property
    def most(self) -> int:
        """Return how many requests may leave in one second."""
        if self._settled_per_s is None and self._is_new():
            return int(NEW_PER_S)
        return max(1, int(USED * (self._settled_per_s or TOGETHER_PER_S / self._processes)))

    def _is_new(self) -> bool:
        """Tell whether there are others who may not know of this process."""
        return self._processes > 1 and (self._counted_s is None or self._clock() - self._counted_s < KNOWN_S)

    @property
    def free(self) -> int:
        """Return how many more requests could leave at once, beside those that wait already; below 0 where some must
        wait."""
        self._forget_old()
        return self.most - len(self._leave_s) - self._asking

    async def turn(self) -> None:
        """Wait until one more request may leave, behind all who wait already; a share that grows meanwhile counts."""
        self._asking += 1
        try:
            async with self._waiting:
                while (wait_s := self._wait_s()) > 0:
                    await self._sleep(wait_s)
                self._leave_s.append(self._clock())
        finally:
            self._asking -= 1

    def _wait_s(self) -> float:
        """Return for how long nothing may leave as it stands; a process that is new looks again when it is known."""
        self._forget_old()
        return self._leave_s[-self.most] + 1 - self._clock() if len(self._leave_s) >= self.most else 0.0

    def _forget_old(self) -> None:
        while self._leave_s and self._leave_s[0] <= self._clock() - 1:
            self._leave_s.popleft()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what has the requests of a connection pool wait for their turn."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._leaving)
        return trace

    async def _leaving(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if COUNTED.match(params.url.path):
            await self.turn()
