"""Who writes and who reads: one thread commits what waits together, everybody else looks at a snapshot."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

import aiosqlite
from sqlalchemy import Engine, create_engine, event

from bot.core.ruleset import Ruleset
from bot.service.ports import AnyScene, Unit
from bot.storage import statements as sql
from bot.storage.codec import Codec
from bot.storage.shelf import Drafts, Shelf, Stamp
from bot.storage.studies import AT_ONCE, MOST_ASKERS, Studies, Study
from bot.storage.unit import SqlUnit

T = TypeVar("T")
Listener = Callable[[int], None]

MOST_IN_GROUP = 64
READERS = 4
BUSY_MS = 5_000
READER_CACHE_KIB = 256  # a reader looks at little, and there are many of them
PRAGMAS = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-1024")


@dataclass(frozen=True)
class Rules:
    """The rulesets by key, each with its codec."""

    rulesets: Mapping[str, Ruleset[Any, Any]]
    codecs: Mapping[str, Codec]


def rules(rulesets: Mapping[str, Ruleset[Any, Any]]) -> Rules:
    """The rulesets with a codec for each."""
    return Rules(rulesets, {key: Codec(ruleset) for key, ruleset in rulesets.items()})


class StoreClosedError(RuntimeError):
    """The store takes no more work: the bot is going down."""


@dataclass(eq=False)
class _Job(Generic[T]):
    """Work that waits for the writer, and what became of it."""

    work: Callable[[Unit], T]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[T]
    result: T | None = None
    error: BaseException | None = None
    touched: frozenset[int] = frozenset()

    def deliver(self) -> None:
        """Tell whoever waits, in their event loop."""
        if self.future.cancelled():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.result)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _Glance:
    """Folds for a reader: it may use and keep what is committed."""

    shelf: Shelf
    touched: list[int] = field(default_factory=list)

    def take(self, scene_id: int, stamp: Stamp) -> AnyScene | None:
        """The fold of a scene at a stamp, if it is here."""
        return self.shelf.take(scene_id, stamp)

    def put(self, scene_id: int, stamp: Stamp, scene: AnyScene) -> None:
        """Keep a committed fold."""
        self.shelf.put(scene_id, stamp, scene)

    def touch(self, channel_id: int) -> None:
        """A reader changes nothing."""
        raise AssertionError(f"channel {channel_id} touched while reading")


class SqliteStore:
    """A SQLite file: ``write`` runs on one thread, ``read`` and ``study`` beside it."""

    def __init__(self, path: Path, world: Rules) -> None:
        self._world = world
        self._path = path
        self._shelf = Shelf()
        self._drafts = Drafts(self._shelf)
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._busy_since_s: float | None = None
        self._listeners: list[Listener] = []
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._studies = Studies()
        self._snapshots = _engine(path, _for_reading)
        self._connection = _engine(path, _for_writing).connect()  # here: a file that cannot be opened is known at once
        self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
        self._thread.start()

    def subscribe(self, listener: Listener) -> None:
        """See ports.Store."""
        self._listeners.append(listener)

    async def write(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        if self._closed:
            raise StoreClosedError("the store is closed")
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = _Job(work, loop, future)
        future.add_done_callback(lambda done: self._announce(done, job))
        self._jobs.put(job)
        return await asyncio.shield(future)

    async def read(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.look, work)

    async def study(self, asker: int, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        return await self._studies.run(asker, partial(self._studied, work))

    def look(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        return self._looked(work, _nothing_else_waits)

    def _studied(self, work: Callable[[Unit], T], study: Study) -> T:
        return self._looked(work, study.breathe)

    def _looked(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        with self._snapshots.connect() as connection:
            cursor: Any = connection.connection.cursor()
            cursor.execute("BEGIN")
            try:
                return work(SqlUnit(cursor, self._world, _Glance(self._shelf), _nothing_to_rewind, breathe))
            finally:
                cursor.execute("ROLLBACK")
                cursor.close()

    async def unposted_channels(self) -> list[int]:
        """See ports.Store."""
        async with aiosqlite.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True) as connection:
            return [row[0] for row in await connection.execute_fetchall(sql.spelled(sql.UNPOSTED_CHANNELS))]

    def writer_busy_s(self) -> float:
        """For how many seconds the writer has been at the jobs that it is at; 0 while it rests."""
        since_s = self._busy_since_s
        return 0.0 if since_s is None else time.monotonic() - since_s

    async def stop_studies(self) -> None:
        """Have every study end with StoppedError, those that run at their next breath, and begin no more."""
        self._studies.stop()

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        self._closed = True
        self._studies.stop()
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._studies.close)
        self._snapshots.dispose()

    # --- the writer's thread

    def _serve(self) -> None:
        with self._connection as connection:
            cursor: Any = connection.connection.cursor()
            open_ = True
            while open_:
                group, open_ = self._waiting()
                self._busy_since_s = time.monotonic()
                self._commit(cursor, group)
                self._busy_since_s = None

    def _waiting(self) -> tuple[list[_Job[Any]], bool]:
        """The jobs that wait, at least one, and whether more may come."""
        group: list[_Job[Any]] = []
        job = self._jobs.get()
        while job is not None:
            group.append(job)
            if len(group) == MOST_IN_GROUP:
                return group, True
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, True
        return group, False

    def _commit(self, cursor: sqlite3.Cursor, group: list[_Job[Any]]) -> None:
        """Commit the jobs together; if that fails, each by itself. Nobody is answered before the commit."""
        if not group:
            return
        try:
            touched = self._together(cursor, group)
        except Exception as error:
            self._drafts.drop_group()
            _rolled_back(cursor)
            if len(group) > 1:
                for job in group:
                    self._commit(cursor, [job])
                return
            group[0].error = group[0].error or error
            touched = frozenset()
        group[0].touched = touched
        for loop in {job.loop for job in group}:
            _in_loop(loop, partial(_delivered, [job for job in group if job.loop is loop]))

    def _together(self, cursor: sqlite3.Cursor, group: list[_Job[Any]]) -> frozenset[int]:
        cursor.execute("BEGIN IMMEDIATE")
        for job in group:
            self._run(cursor, job)
        cursor.execute("COMMIT")
        return self._drafts.commit()

    def _run(self, cursor: sqlite3.Cursor, job: _Job[Any]) -> None:
        """Run one job behind a savepoint; what it raises is its own affair."""

        def rewind() -> None:
            cursor.execute("ROLLBACK TO job")
            self._drafts.drop_job()

        job.result = job.error = None
        cursor.execute("SAVEPOINT job")
        try:
            job.result = job.work(SqlUnit(cursor, self._world, self._drafts, rewind, _nothing_else_waits))
        except Exception as error:
            job.error = error
            rewind()
        cursor.execute("RELEASE job")
        self._drafts.keep_job()

    def _announce(self, future: asyncio.Future[Any], job: _Job[Any]) -> None:
        """Tell the listeners, in the context of whoever asked, also where they wait no longer."""
        _noticed(future)
        for channel_id in job.touched:
            for listener in self._listeners:
                listener(channel_id)


def _engine(path: Path, prepare: Callable[[sqlite3.Connection, object], None]) -> Engine:
    """Connections that are prepared once and kept for whichever thread needs one next, but for those of a rush."""
    unbound = {"isolation_level": None, "check_same_thread": False}
    kept = {"pool_size": READERS + AT_ONCE, "max_overflow": MOST_ASKERS, "pool_use_lifo": True}
    engine = create_engine(f"sqlite:///{path}", connect_args=unbound, **kept)
    event.listen(engine, "connect", prepare)
    return engine


def _for_writing(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _for_reading(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in (f"busy_timeout={BUSY_MS}", "query_only=ON", f"cache_size={-READER_CACHE_KIB}"):
        connection.execute(f"PRAGMA {pragma}").close()


def _rolled_back(cursor: sqlite3.Cursor) -> None:
    if cursor.connection.in_transaction:
        cursor.execute("ROLLBACK")


def _nothing_to_rewind() -> None:
    raise AssertionError("a reader has nothing to rewind")


def _nothing_else_waits() -> None:
    """What is short need not make room for others."""


def _noticed(future: asyncio.Future[Any]) -> None:
    """An error that nobody waits for any longer has been handed over all the same."""
    if not future.cancelled():
        future.exception()


def _delivered(jobs: Iterable[_Job[Any]]) -> None:
    for job in jobs:
        job.deliver()


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    """Have something called in an event loop, unless that has closed: then nobody waits for it."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call)
