"""How much is said at once: the more waits for Discord, the rarer and the fuller is what each channel gets.

Everything is measured by the time that Discord would take for what waits. What waits for GMs is not asked for, so that
nothing public goes by what only they know of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.service.outbox import Stream

CALM_S = 0.2
"""As long as Discord takes no longer for all that waits, everything is said as it comes."""

PATIENCE_S: Mapping[Stream | None, float] = {Stream.LOG: 0.0, Stream.CHANNEL: 0.0, Stream.GM: 100.0, None: 200.0}
"""How much longer than the public log each stream can wait where not all can be served; None is the tracker."""

LONGEST_REST_S = 600.0


class Manner(NamedTuple):
    """How things are said.

    Calls may ride on pages of the log, and trackers stay where they are so many times as long.
    """

    rides: bool = False
    longer: float = 1.0


CALM = Manner()


def manner(waiting: int, per_s: float) -> Manner:
    """Return how things are said while so much waits that everybody may know of, and so many requests leave."""
    backlog_s = waiting / per_s
    if backlog_s <= CALM_S:
        return CALM
    return Manner(rides=True, longer=backlog_s / CALM_S)


def rest_s(usual_s: float, how: Manner) -> float:
    """Return after how many seconds a tracker is posted anew at the earliest, of which so many are ``usual_s``."""
    return min(max(usual_s, LONGEST_REST_S), usual_s * how.longer)


def due_s(stream: Stream | None, since_s: float) -> float:
    """Return by when what a stream owes since then should be on its way: whoever is due first is next."""
    return since_s + PATIENCE_S[stream]
