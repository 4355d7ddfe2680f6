"""An event loop whose clock leaps to what is due next: hours of waiting pass as fast as they can be reckoned."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
BEGINNING_S = 1_000.0  # a clock of a process that has been up for a while


class _Clock:
    def __init__(self) -> None:
        self.now_s = BEGINNING_S


class _Leaping(selectors.DefaultSelector):
    """Waits for nobody: nothing comes from outside."""

    clock: _Clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everybody waits for somebody else")
        self.clock.now_s += max(0.0, timeout)
        return super().select(0)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Runs tasks without sockets, threads and processes, whose waiting takes no time."""

    def __init__(self) -> None:
        selector = _Leaping()
        selector.clock = self._leaping = _Clock()
        super().__init__(selector)

    def time(self) -> float:
        """Seconds that have passed in the simulation."""
        return self._leaping.now_s


def simulated(doing: Coroutine[Any, Any, T]) -> T:
    """Run something to its end in simulated time."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(doing)
