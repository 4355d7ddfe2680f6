"""How long looks share the processor: a few work at once, in turns, one for each asker, and none that nobody awaits."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import TypeVar

import msgspec

from bot.service.ports import CrowdedError, StoppedError

T = TypeVar("T")

MOST_ASKERS = 16  # whose studies are under way together; those of others wait until one of these has ended
AT_ONCE = 2  # of these work, the others wait for their turn
TURN_S = 0.1
MOST_FOR_ONE = 10  # of one asker: one under way, the others behind it
LONGEST_S = 14 * 60.0  # Discord takes an answer for a quarter of an hour


class StudyTurns:
    """Lets a few of many threads work, and hands a turn that is given back to whoever has waited longest."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()

    def take(self) -> None:
        """Wait for a turn."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            mine = threading.Event()
            self._waiting.append(mine)
        mine.wait()

    def give(self) -> None:
        """Give one's turn back."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    @property
    def wanted(self) -> bool:
        """Tell whether somebody waits for a turn."""
        return bool(self._waiting)


class Study:
    """One long look, which takes turns with the others and can be stopped."""

    def __init__(self, turns: StudyTurns) -> None:
        self._turns = turns
        self._stopped = threading.Event()
        self._began_s = 0.0

    def stop(self) -> None:
        """Have it end at its next breath."""
        self._stopped.set()

    def breathe(self) -> None:
        """Let others have their turn where this one was long enough.

        Raises:
            StoppedError: nobody waits for the outcome any longer, or the bot is going down.
        """
        if self._stopped.is_set():
            raise StoppedError
        if self._turns.wanted and time.monotonic() - self._began_s > TURN_S:
            self._turns.give()
            self._turn()

    def run(self, work: Callable[[Study], T]) -> T:
        """Carry out ``work`` in this thread, in turns."""
        self._turn()
        try:
            self.breathe()
            return work(self)
        finally:
            self._turns.give()

    def _turn(self) -> None:
        self._turns.take()
        self._began_s = time.monotonic()


class _Asker(msgspec.Struct):
    """The studies of one asker: how many, and the lock that lets one of them through."""

    studies: int = 0
    lock: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)


class Studies:
    """All long looks; used from the event loop alone."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_ASKERS, "study")
        self._turns = StudyTurns(AT_ONCE)
        self._askers: dict[int, _Asker] = {}
        self._open: set[Study] = set()
        self._stopped = False

    async def run(self, asker: int, work: Callable[[Study], T]) -> T:
        """Carry out ``work`` behind the other studies of its asker; it is stopped if this is cancelled.

        Raises:
            CrowdedError: the asker has too many studies waiting already.
            StoppedError: it took too long, or the bot is going down.
        """
        known = self._askers.setdefault(asker, _Asker())
        if known.studies >= MOST_FOR_ONE:
            raise CrowdedError
        known.studies += 1
        try:
            async with known.lock:
                return await self._carried_out(work)
        finally:
            known.studies -= 1
            if not known.studies:
                del self._askers[asker]

    async def _carried_out(self, work: Callable[[Study], T]) -> T:
        if self._stopped:
            raise StoppedError
        loop, study = asyncio.get_running_loop(), Study(self._turns)
        self._open.add(study)
        limit = loop.call_later(LONGEST_S, study.stop)
        try:
            return await loop.run_in_executor(self._threads, partial(copy_context().run, study.run, work))
        finally:
            limit.cancel()
            study.stop()
            self._open.discard(study)

    def stop(self) -> None:
        """Stop what runs, and begin nothing more."""
        self._stopped = True
        for study in self._open:
            study.stop()

    def close(self) -> None:
        """Wait for the threads to end; what they were at was stopped."""
        self._threads.shutdown(cancel_futures=True)
