"""What can go wrong with a request: refused, delayed, applied but unanswered, cut off, or too many.

Faults are matched against "METHOD /path" (without the /api/v10), each a set number of times.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec
from aiohttp import web

from tests.wire.world import Json

ALWAYS: Final = 1 << 30
TOGETHER_S: Final = 4.0
INTERACTIONS: Final = ("/interactions/", "/webhooks/")  # what the global limit does not count
TOGETHER_PER_S: Final = 50
IN_A_CHANNEL: Final[Mapping[str, tuple[int, float]]] = {
    r"POST /channels/(\d+)/messages$": (5, 5.0),
    r"PATCH /channels/(\d+)/messages/\d+$": (5, 5.0),
    r"DELETE /channels/(\d+)/messages/\d+$": (5, 1.0),
    r"POST /channels/(\d+)/(?:messages/\d+/)?threads$": (5, 5.0),
    r"(?:PUT|DELETE) /channels/(\d+)/thread-members/": (5, 5.0),
}
"""Calls and seconds of what Discord limits apart from the whole; it documents no numbers, bots are told these."""

WRONG: Final = frozenset({401, 403, 429})
MOST_WRONG: Final = 10_000
BANNED_WITHIN_S: Final = 600.0
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


class Spent(NamedTuple):
    """What Discord says of its limits to a call: the headers, and the seconds to wait if it is one too many (else 0).

    ``everywhere`` says that it is one too many of the whole bot; ``banned`` that too many before it were wrong.
    """

    headers: Mapping[str, str]
    wait_s: float = 0.0
    everywhere: bool = False
    banned: bool = False


class Limits:
    """Rate limits, header-driven: none until asked for, so that load is bounded by the bot alone.

    ``hits`` counts the calls that were too many, ``wrong`` all that Discord counts towards a ban.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rules: dict[str, tuple[int, float]] = {}
        self._spent: dict[str, deque[float]] = {}
        self._wrong_s: deque[float] = deque()
        self._together_per_s = 0
        self.hits = 0

    def set(self, route: str, calls: int, per_s: float) -> None:
        """Allow a route (a pattern with one group: what is counted apart) so many calls per period."""
        self._rules[route] = (calls, per_s)

    def set_as_discord_does(self, share: float = 1.0) -> None:
        """Limit all that Discord limits: the bot to its ``share`` of 50 a second, and what is done in a channel."""
        self._together_per_s = int(TOGETHER_PER_S * share)
        for route, (calls, per_s) in IN_A_CHANNEL.items():
            self.set(route, calls, per_s)

    @property
    def wrong(self) -> int:
        """How many calls of the last ten minutes were refused in a way that leads to a ban."""
        while self._wrong_s and self._wrong_s[0] <= self._clock() - BANNED_WITHIN_S:
            self._wrong_s.popleft()
        return len(self._wrong_s)

    def note(self, status: int) -> None:
        """Count an answer with this status towards a ban, if Discord does."""
        if status in WRONG:
            self._wrong_s.append(self._clock())

    def spend(self, route: str) -> Spent:
        """What a call of this route is told; one that is too many counts for nothing but a ban."""
        if self.wrong >= MOST_WRONG:
            return Spent({}, BANNED_WITHIN_S, banned=True)
        if self._together_per_s and not _of_interaction(route):
            together = self._bucket("together", 1.0)
            if len(together) >= self._together_per_s:
                self.hits += 1
                return Spent({"X-RateLimit-Global": "true"}, together[0] + 1.0 - self._clock(), everywhere=True)
            together.append(self._clock())
        name = self.bucket_of(route)
        return self._spend(name, *self._rules[name.partition(" for ")[0]]) if name else Spent(FREE)

    def bucket_of(self, route: str) -> str:
        """What a call of this route is counted with; "" where it is not."""
        found = ((pattern, re.search(pattern, route)) for pattern in self._rules)
        return next((f"{pattern} for {match.groups()}" for pattern, match in found if match), "")

    def wait_s(self, route: str) -> float:
        """For how long a call of this route would be one too many in its channel, as who reads the headers knows."""
        name = self.bucket_of(route)
        if not name:
            return 0.0
        calls, per_s = self._rules[name.partition(" for ")[0]]
        spent = self._bucket(name, per_s)
        return spent[0] + per_s - self._clock() if len(spent) >= calls else 0.0

    def _bucket(self, name: str, per_s: float) -> deque[float]:
        spent = self._spent.setdefault(name, deque())
        while spent and spent[0] + per_s <= self._clock():
            spent.popleft()
        return spent

    def _spend(self, name: str, calls: int, per_s: float) -> Spent:
        now, spent = self._clock(), self._bucket(name, per_s)
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
        return Spent(headers, reset_s if over else 0.0)


def answer(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """An answer as Discord words it: discord.py wants exactly `application/json`, without a charset."""
    if status == 204:
        return web.Response(status=204, headers=headers)
    data = msgspec.json.encode(body)
    return web.Response(body=data, status=status, content_type="application/json", headers=headers)
