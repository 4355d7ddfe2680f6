"""Whose an attack's time is: by the profiles of the event loop, of the writer, of who finishes its answer and of the
readers who word what is posted behind it, beside the event loop of an echo.

A profile makes short functions dearer than they are, so that only its shares say something.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Final

from tests.bench.contest import IN_FLIGHT, Contender
from tests.bench.measure import Measure
from tests.bench.over_the_wire import NOTES, attacked_bot, echo_bot
from tests.bench.profiled import FINISHERS, LOOP, READERS, WRITER

WARM_UP: Final = 60
ASKED: Final = 600
LONGEST_S: Final = 20
LEAST: Final = 0.005
PACES: Final = ((1, "one at a time"), (IN_FLIGHT, f"{IN_FLIGHT} in flight"))

Note = dict[str, dict[str, float]]


async def measures() -> list[Measure]:
    """The processor time of one answer by thread, and in whose functions it goes."""
    async with AsyncExitStack() as stack:
        echo = await echo_bot(stack, profiled=True)
        attack = await attacked_bot(stack, profiled=True)
        return [*await _rows(echo, (LOOP,)), *await _rows(attack, (LOOP, WRITER, FINISHERS, READERS))]


async def _rows(contender: Contender, threads: tuple[str, ...]) -> list[Measure]:
    await _asked(contender, WARM_UP, 8)
    notes = [await _noted(contender, 1)]
    for in_flight, _ in PACES:
        await _asked(contender, ASKED, in_flight)
        notes.append(await _noted(contender, len(notes) + 1))
    return [
        _row(f"{contender.name}'s {thread}, {pace}", before[thread], after[thread])
        for (_, pace), (before, after) in zip(PACES, pairwise(notes), strict=True)
        for thread in threads
    ]


async def _noted(contender: Contender, number: int) -> Note:
    """The note that is made now, which is to be so many-th."""
    if contender.wire.bot is None:
        raise RuntimeError(f"{contender.name} is not running")
    os.kill(contender.wire.bot.pid, signal.SIGUSR1)
    written = contender.wire.folder / NOTES
    async with asyncio.timeout(LONGEST_S):
        while True:
            notes: list[Note] = json.loads(written.read_text("utf-8")) if written.exists() else []
            if len(notes) == number:
                return notes[-1]
            await asyncio.sleep(0.05)


async def _asked(contender: Contender, count: int, in_flight: int) -> None:
    await contender.ready()
    contender.check(await contender.wire.flood(contender.ask(count), in_flight=in_flight))


def _row(name: str, before: dict[str, float], after: dict[str, float]) -> Measure:
    owned_s = {owner: own_s - before.get(owner, 0.0) for owner, own_s in after.items()}
    whole_s, ranked = sum(owned_s.values()), sorted(owned_s.items(), key=lambda each: -each[1])
    shares = ", ".join(f"{owner} {own_s / whole_s:.0%}" for owner, own_s in ranked if own_s > LEAST * whole_s)
    return Measure(name, whole_s / ASKED * 1e3, "ms", detail=shares)
