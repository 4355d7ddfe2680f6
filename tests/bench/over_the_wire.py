"""What a player waits for: commands to a bot process over sockets, compared with a bare echo on the same client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack

from tests.bench.contest import IN_FLIGHT, Contender, Result, arena, contest
from tests.bench.measure import Measure
from tests.wire.client import Command


async def measures() -> list[Measure]:
    """The echo bot's own numbers, which every ratio over the wire is taken against."""
    async with AsyncExitStack() as stack:
        echo = await echo_bot(stack)
        results = await contest([echo])
        return [*own(echo, results[echo.name]), *size(echo)]


async def echo_bot(stack: AsyncExitStack) -> Contender:
    """The bare echo, started and ready."""
    wire = await stack.enter_async_context(arena())
    start_s = await wire.start_bot(["-m", "tests.wire.echo"])
    return Contender("echo", wire, echoes, start_s)


def echoes(count: int) -> Iterator[Command]:
    """So many texts to be said again."""
    return (Command("ann", "/echo", {"text": f"Four rounds at the guard, number {each}"}) for each in range(count))


def own(contender: Contender, result: Result) -> list[Measure]:
    """A contender's latencies and throughput as they are."""
    name = contender.name
    busy = f"p50 {result.busy_p50_s * 1e3:.1f} ms, p99 {result.busy_p99_s * 1e3:.1f} ms"
    return [
        Measure(f"{name} p50, one at a time", result.p50_s * 1e3, "ms"),
        Measure(f"{name} p99, one at a time", result.p99_s * 1e3, "ms"),
        Measure(f"{name} throughput, {IN_FLIGHT} in flight", result.per_s, "/s", detail=busy),
        Measure(f"{name} processor time each", result.cpu_s * 1e3, "ms", detail=f"{IN_FLIGHT} in flight"),
    ]


def size(contender: Contender) -> list[Measure]:
    """What it took to start, and the memory it holds after the run."""
    usage, name = contender.usage(), contender.name
    peak = f"peak {usage.peak_rss_mb:.0f} MB"
    return [
        Measure(f"{name} start-up to ready", contender.start_s * 1e3, "ms", detail="process start to gateway session"),
        Measure(f"{name} resident memory", usage.rss_mb, "MB", detail=peak),
    ]
