"""What a store is over either database: writers answer once it is durable, everybody else looks at a snapshot."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar

import msgspec

from bot.service.ports import Presence, Unit
from bot.service.rows import FREE, AnyScene, ChapterRow, Hold
from bot.storage.codec import RulesetCodecs
from bot.storage.fold_cache import FoldCache, Stamp
from bot.storage.jobs import Job, Listener
from bot.storage.release_marks import OURS, RightToWork
from bot.storage.studies import Studies, Study

T = TypeVar("T")
R = TypeVar("R")

READERS = 4


class StoreClosedError(RuntimeError):
    """The store takes no more work: the bot is going down."""


class Glance(msgspec.Struct, frozen=True):
    """Folds for a reader: it may use and keep what is committed."""

    cache: FoldCache
    touched: list[int] = msgspec.field(default_factory=list)

    def take(self, scene_id: int, stamp: Stamp) -> AnyScene | None:
        """Return the fold of a scene at a stamp, if it is here."""
        return self.cache.take(scene_id, stamp)

    def put(self, scene_id: int, stamp: Stamp, scene: AnyScene) -> None:
        """Keep a committed fold."""
        self.cache.put(scene_id, stamp, scene)

    def chapter(self, scene_id: int, number: int) -> ChapterRow | None:
        """Return None: who looks may do so to find out whether what is stored can be believed."""
        del scene_id, number
        return None

    def keep_chapter(self, chapter: ChapterRow) -> None:
        """Do nothing: only who writes believes what is kept of a chapter."""

    def touch(self, channel_id: int) -> None:
        """Raise AssertionError: a reader changes nothing."""
        raise AssertionError(f"channel {channel_id} touched while reading")


class SqlStore(ABC):
    """A database: ``write`` runs on threads that write, ``read`` and ``study`` beside them.

    It may be ``shared`` with other processes that write, too.
    """

    shared = False

    def __init__(self, world: RulesetCodecs, ours: str = OURS) -> None:
        self._world = world
        self._standing = RightToWork(ours)
        self._cache = FoldCache()
        self._listeners: list[Listener] = []
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._studies = Studies()

    def subscribe(self, listener: Listener) -> None:
        """See ports.Store."""
        self._listeners.append(listener)

    async def write(self, work: Callable[[Unit], T], hold: Hold = FREE) -> T:
        """See ports.Store."""
        outcome: T = await self._taken(work, hold)
        return outcome

    async def write_and_finish(self, work: Callable[[Unit], T], finish: Callable[[T], R], hold: Hold = FREE) -> R:
        """See ports.Store."""
        answer: R = await self._taken(work, hold, finish)
        return answer

    def _taken(
        self, work: Callable[[Unit], Any], hold: Hold, finish: Callable[[Any], Any] | None = None
    ) -> asyncio.Future[Any]:
        """Hand a job to whoever writes, and return what its answer will be."""
        if self._closed:
            raise StoreClosedError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._take(Job(work, hold, loop, future, self._listeners, finish))
        return future

    async def read(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        looking = partial(copy_context().run, self.look, work)
        return await asyncio.get_running_loop().run_in_executor(self._readers, looking)

    async def study(self, asker: int, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        return await self._studies.run(asker, partial(self._studied, work))

    def look(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        return self._looked(work, nothing_else_waits)

    def _studied(self, work: Callable[[Unit], T], study: Study) -> T:
        return self._looked(work, study.breathe)

    async def stop_studies(self) -> None:
        """Have every study end with StoppedError, those that run at their next breath, and begin no more."""
        self._studies.stop()

    @abstractmethod
    async def unposted_channels(self) -> list[tuple[int, int]]:
        """See ports.Store."""

    @abstractmethod
    async def appear(self, heard: Callable[[int], None]) -> Presence:
        """Show other processes on this database that this one is there; ``heard`` is told of channels by them."""

    @abstractmethod
    def writer_busy_s(self) -> float:
        """Return for how many seconds a writer has been at the work that it is at; 0 while all rest."""

    async def close(self) -> None:
        """Finish what waits, then let go of the database."""
        self._closed = True
        self._studies.stop()
        await asyncio.to_thread(self._stop_writing)
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._studies.close)
        self._let_go()

    @abstractmethod
    def _take(self, job: Job) -> None:
        """Have a thread that writes carry out a job and deliver it."""

    @abstractmethod
    def _looked(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        """Run ``work`` on a snapshot in this thread."""

    @abstractmethod
    def _stop_writing(self) -> None:
        """Wait until all jobs that were taken are carried out."""

    @abstractmethod
    def _let_go(self) -> None:
        """Close every connection; nobody needs one any longer."""


def nothing_to_rewind() -> None:
    """Raise AssertionError: a reader has no writes to take back."""
    raise AssertionError("a reader has nothing to rewind")


def nothing_else_waits() -> None:
    """Do nothing: what is short need not make room for others."""
