"""Bots measured against each other over the wire: in turns, each pinned to the same core, the driver on another."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.bench.measure import median_by
from tests.wire.client import Command, Load, Wire
from tests.wire.process import ROOT, Usage, cores, pin

ROUNDS: Final = 3
WARM_UP: Final = 200
ONE_BY_ONE: Final = 500
TOGETHER: Final = 1900
IN_FLIGHT: Final = 64


@dataclass(frozen=True, slots=True)
class Pace:
    """One round: latency one at a time, and latency and throughput with 64 in flight."""

    p50_s: float
    p99_s: float
    per_s: float
    busy_p50_s: float
    busy_p99_s: float
    cpu_s: float


async def _at_once() -> None:
    """There is nothing to make ready."""


def _whatever(load: Load) -> None:
    """Any answer will do."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A running bot and what it is asked; `ask` gives so many commands, each of which is possible after `ready`."""

    name: str
    wire: Wire
    ask: Callable[[int], Iterable[Command]]
    start_s: float
    ready: Callable[[], Awaitable[None]] = _at_once
    check: Callable[[Load], None] = _whatever

    def usage(self) -> Usage:
        """What its process has used so far."""
        if self.wire.bot is None:
            raise RuntimeError(f"{self.name} is not running")
        return self.wire.bot.usage()


@dataclass(frozen=True, slots=True)
class Result:
    """The rounds of one contender; every number is the median over them."""

    rounds: tuple[Pace, ...]

    def __getattr__(self, name: str) -> float:
        return median_by(self.rounds, lambda pace: float(getattr(pace, name)))


def arena(root: Path = ROOT) -> Wire:
    """A Wire whose bot, of a checkout, will be pinned; pins this process too."""
    chosen = cores()
    pin(os.getpid(), chosen.driver)
    return Wire(chosen, root=root)


async def contest(contenders: Sequence[Contender], rounds: int = ROUNDS) -> dict[str, Result]:
    """Measure each in turn, round after round, so that a change of the machine's mood meets them all."""
    for each in contenders:
        await _asked(each, WARM_UP, 8)
    paces: dict[str, list[Pace]] = {each.name: [] for each in contenders}
    for _ in range(rounds):
        for each in contenders:
            paces[each.name].append(await _pace(each))
    return {name: Result(tuple(found)) for name, found in paces.items()}


async def _pace(contender: Contender) -> Pace:
    alone = await _asked(contender, ONE_BY_ONE, 1)
    before_s = contender.usage().cpu_s
    busy = await _asked(contender, TOGETHER, IN_FLIGHT)
    return Pace(
        p50_s=alone.quantile_s(0.5),
        p99_s=alone.quantile_s(0.99),
        per_s=busy.per_s,
        busy_p50_s=busy.quantile_s(0.5),
        busy_p99_s=busy.quantile_s(0.99),
        cpu_s=(contender.usage().cpu_s - before_s) / TOGETHER,
    )


async def _asked(contender: Contender, count: int, in_flight: int) -> Load:
    await contender.ready()
    load = await contender.wire.flood(contender.ask(count), in_flight=in_flight)
    contender.check(load)
    return load
