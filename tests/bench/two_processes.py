"""How many orders two processes on one PostgreSQL database carry, against one by itself.

Nothing is pinned: what two can do more depends on the cores that they find free beside the server and the driver.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from statistics import median
from typing import Final

from tests.bench.contest import IN_FLIGHT as FIGHTS
from tests.bench.contest import Contender
from tests.bench.measure import Measure, at_least, ratio
from tests.bench.over_the_wire import attacked_bot
from tests.postgres import durable
from tests.wire.client import Wire

ROUNDS: Final = 5
IN_FLIGHT: Final = 32  # few enough that nobody waits for three seconds, after which Discord takes no answer
ATTACKS: Final = 960  # of a round: each shooter has initiative for 30


async def measures() -> list[Measure]:
    """Orders a second of one process, and of two with half the fights each, in turns."""
    with durable() as server:
        async with AsyncExitStack() as stack:
            alone = [await attacked_bot(stack, "alone", wire=Wire(database=server.create("one_process")))]
            first = Wire(database=server.create("two_processes"), shard=(0, 2))
            both = [await attacked_bot(stack, "first", fights=FIGHTS // 2, wire=first)]
            second = Wire(shard=(1, 2), beside=first)
            both.append(await attacked_bot(stack, "second", fights=FIGHTS // 2, wire=second))
            return _compared([(await _per_s(alone), await _per_s(both)) for _ in range(ROUNDS)])


async def _per_s(processes: Sequence[Contender]) -> float:
    for each in processes:
        await each.ready()
    share = len(processes)
    loads = await asyncio.gather(
        *(each.wire.flood(each.ask(ATTACKS // share), in_flight=IN_FLIGHT // share) for each in processes)
    )
    for each, load in zip(processes, loads, strict=True):
        each.check(load)
    return ATTACKS / max(load.elapsed_s for load in loads)


def _compared(rounds: Sequence[tuple[float, float]]) -> list[Measure]:
    alone_per_s, both_per_s = (median(each) for each in zip(*rounds, strict=True))
    found = sorted(both / alone for alone, both in rounds)
    detail = f"{os.cpu_count()} cores for them, the server and the driver; {found[0]:.2f} to {found[-1]:.2f}"
    return [
        ratio("orders of two processes / one, PostgreSQL", median(found), 1.0, at_least(1.7), detail),
        Measure("orders of one process, PostgreSQL", alone_per_s, "/s", detail=f"{IN_FLIGHT} in flight"),
        Measure("orders of two processes, PostgreSQL", both_per_s, "/s", detail=f"{IN_FLIGHT // 2} in flight each"),
    ]
