"""What can go wrong with a request: refused, delayed, applied but unanswered, cut off, or too many.

Faults are matched against "METHOD /path" (without the /api/v10), each a set number of times.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import deque
from dataclasses import dataclass, field
from typing import Final

import msgspec
from aiohttp import web

from tests.wire.world import Json

ALWAYS: Final = 1 << 30
TOGETHER_S: Final = 4.0
INTERACTIONS: Final = ("/interactions/", "/webhooks/")  # what the global limit does not count
FREE: Final = {
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "999",
    "X-RateLimit-Reset-After": "1.000",
}


@dataclass
class Fault:
    """One planted failure, which strikes `times` times or until it is lifted; `within` one channel and its threads.

    `spares` is how many requests it lets pass first; `door` the port of the one process that it strikes, 0 for all.

    `applied` lets the request have its effect before the failure; `abort` cuts the connection instead of answering;
    `until` holds the request back until the event is set, and then, with status 0, lets it through. A 429 that is
    `everywhere` is the global limit, which never strikes an interaction's answer.
    """

    route: str
    status: int = 0
    times: int = 1
    applied: bool = False
    abort: bool = False
    until: asyncio.Event | None = None
    retry_after_s: float = 0.05
    via: bool = True
    everywhere: bool = False
    within: int = 0
    door: int = 0
    spares: int = 0
    lifted: bool = False
    seen: list[str] = field(default_factory=list)

    def takes(self, route: str, channel_id: int = 0, door: int = 0) -> bool:
        """Whether this request, about a channel or one of its threads, meets the fault; counts it if so."""
        spent = self.lifted or len(self.seen) >= self.times
        elsewhere = self.within not in (0, channel_id) or self.door not in (0, door)
        spared = self.everywhere and _of_interaction(route)
        if spent or elsewhere or spared or not re.search(self.route, route):
            return False
        if self.spares:
            self.spares -= 1
            return False
        self.seen.append(route)
        return True

    def lift(self) -> None:
        """Strike no more, and let go of what is held back."""
        self.lifted = True
        if self.until is not None:
            self.until.set()

    def answer(self) -> web.Response:
        """The error answer; a 429 without Via is what Cloudflare's ban looks like."""
        body: Json = {"code": 0, "message": "planted"}
        headers = {}
        if self.status == 429:
            body |= {"retry_after": self.retry_after_s, "global": self.everywhere}
            headers = {"Retry-After": str(math.ceil(self.retry_after_s))}
            headers |= {"X-RateLimit-Scope": "global" if self.everywhere else "user"}
            headers |= {"X-RateLimit-Global": "true"} if self.everywhere else {}
            headers |= {"Via": "1.1 wire"} if self.via else {}
        return answer(body, self.status, headers)


class Pulse:
    """How many requests came a second, without the answers to interactions; `most_per_s` is the most so far.

    A few seconds are looked at together: whoever counts here may be late, and then counts those of two seconds at once.
    """

    def __init__(self) -> None:
        self.most_per_s = 0.0
        self._came_s: deque[float] = deque()

    def note(self, route: str) -> None:
        """Count a request."""
        if _of_interaction(route):
            return
        now_s = time.monotonic()
        while self._came_s and self._came_s[0] <= now_s - TOGETHER_S:
            self._came_s.popleft()
        self._came_s.append(now_s)
        self.most_per_s = max(self.most_per_s, len(self._came_s) / TOGETHER_S)


def _of_interaction(route: str) -> bool:
    return route.partition(" ")[2].startswith(INTERACTIONS)


class Limits:
    """Rate limits, header-driven: none until asked for, so that load is bounded by the bot alone."""

    def __init__(self) -> None:
        self._rules: dict[str, tuple[int, float]] = {}
        self._spent: dict[str, deque[float]] = {}
        self.hits = 0

    def set(self, route: str, calls: int, per_s: float) -> None:
        """Allow a route (a pattern with one group: what is counted apart) so many calls per period."""
        self._rules[route] = (calls, per_s)

    def spend(self, route: str) -> tuple[dict[str, str], float]:
        """The headers for a call of this route, and the seconds to wait if it is one too many (else 0)."""
        for pattern, (calls, per_s) in self._rules.items():
            if found := re.search(pattern, route):
                return self._spend(f"{pattern}:{found.groups()}", calls, per_s)
        return FREE, 0.0

    def _spend(self, bucket: str, calls: int, per_s: float) -> tuple[dict[str, str], float]:
        now = time.monotonic()
        spent = self._spent.setdefault(bucket, deque())
        while spent and spent[0] <= now - per_s:
            spent.popleft()
        if over := len(spent) >= calls:
            self.hits += 1
        else:
            spent.append(now)
        reset_s = spent[0] + per_s - now
        headers = {
            "X-RateLimit-Limit": str(calls),
            "X-RateLimit-Remaining": str(calls - len(spent)),
            "X-RateLimit-Reset-After": f"{reset_s:.3f}",
            "X-RateLimit-Reset": f"{time.time() + reset_s:.3f}",
        }
        return headers, reset_s if over else 0.0


def answer(body: object, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """An answer as Discord words it: discord.py wants exactly `application/json`, without a charset."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    data = msgspec.json.encode(body)
    return web.Response(body=data, status=status, content_type="application/json", headers=headers)
