"""How much of an attack's time is spent before anything of ours: a bare bot that writes and posts, over a bare echo.

Both are asked the same words, in as many channels as attacks are. What an attack takes beyond the bare bot is the
referee's: rules, words, history, and what makes it certain that each line is posted once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Final

from tests.bench.contest import IN_FLIGHT, Contender, arena, contest
from tests.bench.measure import Measure, ratio
from tests.bench.over_the_wire import echo_bot, echoes, own, run, sound
from tests.wire.client import Command

NAME: Final = "bare bot that writes and posts"
IN_IT: Final = "discord.py, SQLite and the disk, and no rules"


async def measures() -> list[Measure]:
    """The bare bot against the echo, and what each does by itself."""
    async with AsyncExitStack() as stack:
        echo, bare = await echo_bot(stack), await bare_bot(stack)
        results = await contest([echo, bare])
    base, found = results[echo.name], results[bare.name]
    return [
        ratio(f"{NAME} / echo p50", found.p50_s, base.p50_s, None, f"one at a time; {IN_IT}"),
        ratio(f"{NAME} / echo throughput", found.per_s, base.per_s, None, f"{IN_FLIGHT} in flight"),
        ratio(f"{NAME} / echo processor time", found.cpu_s, base.cpu_s, None, f"{IN_FLIGHT} in flight"),
        *own(echo, base),
        *own(bare, found),
    ]


async def bare_bot(stack: AsyncExitStack) -> Contender:
    """The bare bot, started and ready, and asked in a channel after the other."""
    wire = await stack.enter_async_context(arena())
    channels = [wire.world.add_channel(wire.guild, f"table-{number}") for number in range(IN_FLIGHT)]
    start_s = await wire.start_bot(run("tests.wire.clerk"))

    def asked(count: int) -> Iterator[Command]:
        for number, each in enumerate(echoes(count)):
            yield Command(each.user, each.command, each.options, channels[number % IN_FLIGHT])

    return Contender(NAME, wire, asked, start_s, check=sound)
