"""What a player waits for: commands to a bot process over sockets, compared with a bare echo on the same client.

Both bots are measured in turns on the same core. The attacks go to as many fights as are in flight at once, each in its
channel, as those of a bot that is busy would: a fight plays one order after the other. All of it is there: every rule
of the attack, a commit at synchronous=FULL before the answer, and the publishing of the logs meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import cycle, islice
from typing import Any, Final

from tests.bench.contest import IN_FLIGHT, Contender, Result, arena, contest
from tests.bench.measure import Measure, at_least, at_most, ratio
from tests.bench.shooting import CIRCUMSTANCES, INITIATIVE, SHOOTER, TARGET, shooter_of, target_of
from tests.wire.client import Command, Load, Wire
from tests.wire.world import Channel

NOTES: Final = "owned.json"
BYSTANDERS: Final = 4
THREADS: Final = 2  # the log and the GM's
PLAYERS: Final = ("ann", "bob", "gm", "owner")  # one alone may not keep that many sheets


async def measures() -> list[Measure]:
    """Attacks against echoes: ratios first, then what each bot does by itself."""
    async with AsyncExitStack() as stack:
        echo, attack = await echo_bot(stack), await attacked_bot(stack)
        results = await contest([echo, attack])
        shown = (each for bot in (echo, attack) for each in (*own(bot, results[bot.name]), *size(bot)))
        return [*compared(echo, attack, results), *shown]


def run(*typed: str, profiled: bool = False) -> list[str]:
    """What has Python run a module, and where it is `profiled`, leave its notes in a file of the working folder."""
    return ["-m", "tests.bench.profiled", NOTES, *typed] if profiled else ["-m", *typed]


async def echo_bot(stack: AsyncExitStack, *, profiled: bool = False) -> Contender:
    """The bare echo, started and ready."""
    wire = await stack.enter_async_context(arena())
    start_s = await wire.start_bot(run("tests.wire.echo", profiled=profiled))
    return Contender("echo", wire, echoes, start_s)


def echoes(count: int) -> Iterator[Command]:
    """So many texts to be said again."""
    return (Command("ann", "/echo", {"text": f"Four rounds at the guard, number {each}"}) for each in range(count))


async def attacked_bot(
    stack: AsyncExitStack,
    name: str = "attack",
    *,
    fights: int = IN_FLIGHT,
    on_ground: bool = False,
    wire: Wire | None = None,
    profiled: bool = False,
) -> Contender:
    """The real bot on a wire, a pinned one of this checkout without it, with a fight in each of so many channels, told
    or on a ground."""
    wire = await stack.enter_async_context(wire or arena())
    channels = [wire.world.add_channel(wire.guild, f"fight-{number}") for number in range(fights)]
    await wire.start_bot(run("bot", "run", profiled=profiled), {"FIRETEAM_LOG": "WARNING"})
    await wire.terminate()
    start_s = await wire.restart()
    for preparing in (_imports(channels), _joins(channels), _starts(channels)):
        sound(await wire.flood(preparing, in_flight=8))
    await wire.until(lambda: all(_is_posted(wire, channel) for channel in channels), timeout_s=60)
    if on_ground:
        for laying in (_grounds(channels), _places(channels)):
            sound(await wire.flood(laying, in_flight=8))
    rounds = cycle(enumerate(channels))

    def attacks(count: int) -> Iterator[Command]:
        return (_attack(number, channel) for number, channel in islice(rounds, count))

    return Contender(name, wire, attacks, start_s, _rest(wire, channels), sound)


def _imports(channels: list[Channel]) -> Iterator[Command]:
    for number, channel in enumerate(channels):
        for name, sheet in ((shooter_of(number), SHOOTER), (target_of(number), TARGET)):
            yield Command(_player(number), "/sheet import", {"text": json.dumps(sheet), "name": name}, channel)


def _joins(channels: list[Channel]) -> Iterator[Command]:
    for number, channel in enumerate(channels):
        yield Command(_player(number), "/init join", {"sheet": shooter_of(number)}, channel)
        yield Command(_player(number), "/init join", {"sheet": target_of(number)}, channel)
        yield Command("gm", "/npc add", {"template": "guard", "count": BYSTANDERS}, channel)


def _starts(channels: list[Channel]) -> Iterator[Command]:
    return (Command("gm", "/init start", {"title": channel.name}, channel) for channel in channels)


def _grounds(channels: list[Channel]) -> Iterator[Command]:
    return (Command("gm", "/map use", {"range_m": CIRCUMSTANCES["range_m"]}, channel) for channel in channels)


def _places(channels: list[Channel]) -> Iterator[Command]:
    for number, channel in enumerate(channels):
        there = f"{CIRCUMSTANCES['range_m']:g}m north of {shooter_of(number)}"
        yield Command("gm", "/map place", {"who": target_of(number), "at": there}, channel)


def _is_posted(wire: Wire, channel: Channel) -> bool:
    """Whether both threads of a fight are open and tell of its beginning: no bot opens that many at once."""
    opened = wire.threads(channel)
    return len(opened) == THREADS and all(" begins." in "\n".join(thread.lines) for thread in opened)


def _attack(number: int, channel: Channel) -> Command:
    options: dict[str, Any] = {"target": target_of(number), "attacker": shooter_of(number), **CIRCUMSTANCES}
    return Command(_player(number), "/attack", options, channel)


def _player(number: int) -> str:
    return PLAYERS[number % len(PLAYERS)]


def _rest(wire: Wire, channels: list[Channel]) -> Callable[[], Awaitable[None]]:
    """Give every shooter its initiative back."""

    async def rest() -> None:
        given = {"what": "initiative", "value": str(INITIATIVE)}
        everyone = enumerate(channels)
        orders = (Command("gm", "/init set", {"actor": shooter_of(n), **given}, channel) for n, channel in everyone)
        sound(await wire.flood(orders, in_flight=8))

    return rest


def sound(load: Load) -> None:
    """Raises RuntimeError where a command was refused: it would have cost less than one that is carried out."""
    for answer in load.answers:
        if answer.code or (answer.ephemeral and answer.words.startswith("\N{NO ENTRY}")):
            raise RuntimeError(answer.words or f"error {answer.code}")


def compared(echo: Contender, attack: Contender, results: dict[str, Result]) -> list[Measure]:
    """The attack over the echo, with what it should be."""
    base, found = results[echo.name], results[attack.name]
    in_flight = f"{IN_FLIGHT} in flight"
    before, after = echo.usage().rss_mb, attack.usage().rss_mb
    return [
        ratio("attack / echo p50", found.p50_s, base.p50_s, at_most(2.5), "one at a time"),
        ratio("attack / echo p99", found.p99_s, base.p99_s, None, "one at a time"),
        ratio("attack / echo throughput", found.per_s, base.per_s, at_least(0.45), in_flight),
        ratio("attack / echo processor time", found.cpu_s, base.cpu_s, None, in_flight),
        ratio("start-up, bot / echo", attack.start_s, echo.start_s, at_most(2.5), "process start to gateway session"),
        ratio("resident memory, bot / echo", after, before, at_most(1.9), f"after the run, with {IN_FLIGHT} fights"),
    ]


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
