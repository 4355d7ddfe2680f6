"""What an attack runs on the writer's thread, counted in instructions of Python, which no busy machine disturbs.

A trace sees no work that the interpreter's libraries do in C, so that this says what has grown, and not how long it
takes.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, Final, TypeVar, cast

from msgspec.structs import replace

from bot.service.ports import Store, Unit
from bot.service.referee import Referee
from bot.service.rows import FREE, Hold
from tests.bench.in_process import FEW, MANY, SECRET
from tests.bench.measure import Measure
from tests.bench.shooting import BEFORE_REST, Gallery

T = TypeVar("T")
R = TypeVar("R")

ROUNDS: Final = 4
CHANNEL: Final = 1


class _Traced:
    """A store that counts the instructions and the calls of each job that a writer does, until its COMMIT."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.instructions = self.calls = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def write_and_finish(self, work: Callable[[Unit], T], finish: Callable[[T], R], hold: Hold = FREE) -> R:
        """Do the work, counted, and finish its answer."""

        def traced(unit: Unit) -> T:
            sys.settrace(self._called)
            try:
                return work(unit)
            finally:
                sys.settrace(None)

        return await self._store.write_and_finish(traced, finish, hold)

    def _called(self, frame: FrameType, event: str, arg: object) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        self.calls += 1
        return self._happened

    def _happened(self, frame: FrameType, event: str, arg: object) -> Any:
        self.instructions += event == "opcode"
        return self._happened


async def measures() -> list[Measure]:
    """The instructions of an attack among few and among many, whose dice fall alike for both and in every run."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        return [await _counted(Gallery(Path(folder) / f"{people}.db"), people) for people in (FEW, MANY)]


async def _counted(gallery: Gallery, people: int) -> Measure:
    house = replace(gallery.house, secret=lambda: SECRET)
    gallery.referee = Referee(gallery.store, house)
    await gallery.fight(CHANNEL, people)
    instructions = calls = 0
    for _ in range(ROUNDS):
        gallery.referee = Referee(gallery.store, house)
        await gallery.rest(CHANNEL)
        await gallery.attack(CHANNEL)
        traced = _Traced(gallery.store)
        gallery.referee = Referee(cast("Store", traced), house)
        for _ in range(BEFORE_REST - 1):
            await gallery.attack(CHANNEL)
        instructions, calls = instructions + traced.instructions, calls + traced.calls
    await gallery.store.close()
    attacks = ROUNDS * (BEFORE_REST - 1)
    name = f"instructions of an attack among {people}"
    return Measure(name, instructions / attacks, "", detail=f"in {calls / attacks:.0f} calls")
