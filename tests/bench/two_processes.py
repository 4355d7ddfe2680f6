"""How many orders two processes on one PostgreSQL database carry, against one by itself.

Nothing is pinned: what two can do more depends on the cores that they find free beside the server and the driver. How
much that can be at most, the processor time of an order tells: a process runs Python on one core at a time.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import astuple, dataclass
from statistics import median
from typing import Final

from tests.bench.contest import IN_FLIGHT as FIGHTS
from tests.bench.contest import Contender
from tests.bench.measure import Measure, at_least, at_most, ratio
from tests.bench.over_the_wire import attacked_bot
from tests.postgres import Server, durable
from tests.wire.client import Wire

ROUNDS: Final = 5
IN_FLIGHT: Final = 32  # few enough that nobody waits for three seconds, after which Discord takes no answer
ATTACKS: Final = 960  # of a round: each shooter has initiative for 30


@dataclass(frozen=True, slots=True)
class Round:
    """Orders a second, and the processor seconds of an order: of the bots, of the server, and of the driver with its
    simulated Discord."""

    per_s: float
    bots_s: float
    server_s: float
    driver_s: float

    @property
    def whole_s(self) -> float:
        """Of all together."""
        return self.bots_s + self.server_s + self.driver_s

    def most_per_s(self, processes: int, cores: int) -> float:
        """The orders a second that so many processes could carry at most, each on one core at a time."""
        return min(processes / self.bots_s, cores / self.whole_s)

    def said(self) -> str:
        """Whose it is."""
        named = (("bots", self.bots_s), ("server", self.server_s), ("driver", self.driver_s))
        return ", ".join(f"{name} {each_s * 1e3:.2f}" for name, each_s in named)


async def measures() -> list[Measure]:
    """Orders a second of one process, and of two with half the fights each, in turns."""
    with durable() as server:
        async with AsyncExitStack() as stack:
            alone = [await attacked_bot(stack, "alone", wire=Wire(database=server.create("one_process")))]
            first = Wire(database=server.create("two_processes"), shard=(0, 2))
            both = [await attacked_bot(stack, "first", fights=FIGHTS // 2, wire=first)]
            second = Wire(shard=(1, 2), beside=first)
            both.append(await attacked_bot(stack, "second", fights=FIGHTS // 2, wire=second))
            rounds = [(await _round(server, alone), await _round(server, both)) for _ in range(ROUNDS)]
            return compared(rounds, os.cpu_count() or 1)


async def _round(server: Server, processes: Sequence[Contender]) -> Round:
    for each in processes:
        await each.ready()
    share = len(processes)
    before_s = _used_s(server, processes)
    loads = await asyncio.gather(
        *(each.wire.flood(each.ask(ATTACKS // share), in_flight=IN_FLIGHT // share) for each in processes)
    )
    used_s = [(after - before) / ATTACKS for before, after in zip(before_s, _used_s(server, processes), strict=True)]
    for each, load in zip(processes, loads, strict=True):
        each.check(load)
    return Round(ATTACKS / max(load.elapsed_s for load in loads), *used_s)


def _used_s(server: Server, processes: Sequence[Contender]) -> tuple[float, float, float]:
    return sum(each.usage().cpu_s for each in processes), server.cpu_s(), time.process_time()


def compared(rounds: Sequence[tuple[Round, Round]], cores: int) -> list[Measure]:
    """Two processes over one, by the clock and by the processor, and what so many cores allow at most."""
    alone, both = (_middle(each) for each in zip(*rounds, strict=True))
    found = sorted(two.per_s / one.per_s for one, two in rounds)
    most = both.most_per_s(2, cores) / alone.most_per_s(1, cores)
    detail = f"{found[0]:.2f} to {found[-1]:.2f}; {cores} cores for all allow {most:.2f}"
    return [
        ratio("orders of two processes / one, PostgreSQL", median(found), 1.0, at_least(1.7), detail),
        ratio("processor time of two processes / one", both.bots_s, alone.bots_s, at_most(1.1), "for each order"),
        Measure("orders of one process, PostgreSQL", alone.per_s, "/s", detail=f"{IN_FLIGHT} in flight"),
        Measure("orders of two processes, PostgreSQL", both.per_s, "/s", detail=f"{IN_FLIGHT // 2} in flight each"),
        Measure("processor time of an order, one process", alone.whole_s * 1e3, "ms", detail=alone.said()),
        Measure("processor time of an order, two processes", both.whole_s * 1e3, "ms", detail=both.said()),
    ]


def _middle(rounds: Sequence[Round]) -> Round:
    """Each number in the middle of all rounds."""
    return Round(*(median(each) for each in zip(*map(astuple, rounds), strict=True)))
