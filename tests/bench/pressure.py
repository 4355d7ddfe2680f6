"""`python -m tests.bench.pressure`: how old the logs become where Discord is the limit, in simulated time.

The bot's own publisher, postman, tracker and quota post to a Discord on paper that keeps to its limits.

Orders come by chance, over so many fights; answers are not in it, since nothing of this stands in their way: the
requests of answers are not counted, and what posting costs the bot itself is measured over the wire.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from bot.posting.depths import Depths
from bot.posting.postman import Postman
from bot.posting.publisher import Publisher
from bot.posting.tracker import Trackers
from bot.processes.request_quota import Quota
from bot.service.outbox import Stream
from tests.bench.measure import Measure, at_most, quantile, table
from tests.bench.paper_discord import Line, PaperPlaces
from tests.bench.paper_fights import PaperPostbox, mixed
from tests.bench.simulated_time import simulated
from tests.wire.faults import Limits

LONGEST_S: Final = 3_600.0


@dataclass(frozen=True, slots=True)
class Crush:
    """So many fights, with so many orders a second for so long, and the share that a bot has of Discord's limit."""

    fights: int
    orders_per_s: float
    seconds: float
    share: float = 1.0
    seed: int = 16


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: how old each became by stream (None: trackers), and what went wrong."""

    ages_s: dict[Stream | None, list[float]]
    orders: int
    requests_per_s: float
    calls: int
    soonest_again_s: float
    refused: int
    amiss: list[str]
    drained_s: float

    def oldest_s(self, stream: Stream | None) -> float:
        """The greatest age."""
        return max(self.ages_s[stream], default=0.0)


async def crushed(crush: Crush) -> Outcome:
    """Have a publisher post what so many orders come to."""
    loop, dice = asyncio.get_running_loop(), random.Random(crush.seed)
    limits = Limits(loop.time)
    limits.set_as_discord_does(crush.share)
    quota = Quota(50.0 * crush.share, clock=loop.time)
    wire = Line(quota, limits)
    places, postbox = PaperPlaces(wire), PaperPostbox(crush.fights, mixed(dice))
    depths = Depths()
    publisher = _publisher(places, postbox, depths, quota)
    await publisher.start()
    await _all_shown(postbox)
    began_s, orders, requests = loop.time(), 0, wire.requests
    while loop.time() < began_s + crush.seconds:
        await asyncio.sleep(dice.expovariate(crush.orders_per_s))
        number = dice.randint(1, crush.fights)
        postbox.order(number)
        depths.said(number)
        orders += 1
    per_s, ended_s = (wire.requests - requests) / crush.seconds, loop.time()
    await _drained(postbox)
    await publisher.stop()
    return Outcome(
        postbox.ages_s,
        orders,
        per_s,
        len(places.called),
        _soonest_again_s(places.called),
        limits.hits,
        postbox.amiss(),
        loop.time() - ended_s,
    )


async def _all_shown(postbox: PaperPostbox) -> None:
    """Have each fight begin with its tracker in its place, as they are once a bot has been up for a while."""
    for number in postbox.fights:
        postbox.order(number)
    await _drained(postbox)
    for ages_s in postbox.ages_s.values():
        ages_s.clear()


async def _drained(postbox: PaperPostbox) -> None:
    async with asyncio.timeout(LONGEST_S):
        while postbox.owed:  # noqa: ASYNC110 - simulated time passes
            await asyncio.sleep(1.0)


def _publisher(places: Any, postbox: Any, depths: Depths, quota: Quota) -> Publisher:
    return Publisher(Postman(places, postbox, depths), postbox, Trackers(places, postbox, depths=depths).show, quota)


def _soonest_again_s(called: list[tuple[int, float]]) -> float:
    """The shortest time after which somebody was called again."""
    by_person: defaultdict[int, list[float]] = defaultdict(list)
    for person, at_s in called:
        by_person[person].append(at_s)
    return min((after - before for each in by_person.values() for before, after in pairwise(each)), default=LONGEST_S)


MUCH: Final = Crush(fights=1_000, orders_per_s=100.0, seconds=600.0)
LITTLE: Final = Crush(fights=1_000, orders_per_s=10.0, seconds=600.0)


async def measures() -> list[Measure]:
    """Both loads against what is aimed at."""
    much = await asyncio.to_thread(lambda: simulated(crushed(MUCH)))
    little = await asyncio.to_thread(lambda: simulated(crushed(LITTLE)))
    load = f"{MUCH.orders_per_s:.0f} orders/s over {MUCH.fights:,} fights, simulated"
    oldest_s = max(little.oldest_s(stream) for stream in little.ages_s)
    return [
        Measure("oldest of the public log", much.oldest_s(Stream.LOG), "s", at_most(60), load),
        Measure("oldest of the GM's log", much.oldest_s(Stream.GM), "s", at_most(180), load),
        Measure("oldest tracker", much.oldest_s(None), "s", at_most(300), load),
        Measure("calls of one person a minute", 60 / much.soonest_again_s, "", at_most(1), f"{much.calls:,} calls"),
        Measure("logs that are not whole", len(much.amiss) + len(little.amiss), "", at_most(0), load),
        Measure("requests refused by Discord", much.refused + little.refused, "", at_most(0)),
        Measure("requests", much.requests_per_s, "/s", at_most(50), load),
        Measure("public log, half of it", quantile(much.ages_s[Stream.LOG], 0.5), "s", None, load),
        Measure("oldest of all at 10 orders/s", oldest_s, "s", at_most(3), f"{little.requests_per_s:.0f} requests/s"),
    ]


def main() -> int:
    """Measure, print, and fail where an aim is missed."""
    found = asyncio.run(measures())
    print(table(found))
    return int(any(each.verdict == "MISS" for each in found))


if __name__ == "__main__":
    sys.exit(main())
