"""Who is served next where not all can be: the streams of all channels wait in one line, by when each is due."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from bot.posting.pressure import due_s
from bot.service.outbox import Stream

Recipient = tuple[int, Stream | None]
"""A channel's stream; None is its tracker."""


class WaitingLine:
    """Streams of channels, each of which stands in it once."""

    def __init__(self) -> None:
        self._ranked: list[tuple[float, int, Recipient]] = []
        self._standing: set[Recipient] = set()
        self._public = 0
        self._number = count()

    def __bool__(self) -> bool:
        return bool(self._standing)

    def __contains__(self, place: Recipient) -> bool:
        return place in self._standing

    @property
    def public(self) -> int:
        """Return how many stand here of which everybody may know."""
        return self._public

    def stand(self, place: Recipient, since_s: float) -> None:
        """Stand in line; who has waited ``since_s`` comes before those who came later with as much patience."""
        if place not in self._standing:
            self._standing.add(place)
            self._public += place[1] is not Stream.GM
            heapq.heappush(self._ranked, (due_s(place[1], since_s), next(self._number), place))

    def served(self, most: int) -> Iterator[Recipient]:
        """Yield those who are next, who stand here no longer."""
        for _ in range(min(most, len(self._ranked))):
            _, _, place = heapq.heappop(self._ranked)
            self._standing.discard(place)
            self._public -= place[1] is not Stream.GM
            yield place
