"""Who writes and who reads: one thread commits what waits together, everybody else looks at a snapshot."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from bot.core.ruleset import Ruleset
from bot.service.ports import AnyScene, Unit
from bot.storage.codec import Codec
from bot.storage.shelf import Drafts, Shelf, Stamp
from bot.storage.unit import SqlUnit

T = TypeVar("T")
Listener = Callable[[int], None]

MOST_IN_GROUP = 64
READERS = 4
BUSY_MS = 5_000
PRAGMAS = (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


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
        self._listeners: list[Listener] = []
        self._closed = False
        self._studying = asyncio.Semaphore()  # long work is done one by one, so that it cannot crowd out the game
        self._reader = create_async_engine(
            f"sqlite+aiosqlite:///{path}", pool_size=READERS, connect_args={"isolation_level": None}
        )
        event.listen(self._reader.sync_engine, "connect", _for_reading)
        engine = _sync_engine(path)
        event.listen(engine, "connect", _for_writing)
        self._connection = engine.connect()  # here, so that a file that cannot be opened is known at once
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
        async with self._reader.connect() as connection:
            return await connection.run_sync(self._looked, work)

    async def study(self, work: Callable[[Unit], T]) -> T:
        """See ports.Store."""
        async with self._studying:
            return await asyncio.to_thread(self.look, work)

    def look(self, work: Callable[[Unit], T]) -> T:
        """Run ``work`` on a snapshot, in this thread."""
        engine = _sync_engine(self._path)
        event.listen(engine, "connect", _for_reading)
        with engine.connect() as connection:
            return self._looked(connection, work)

    def _looked(self, connection: Connection, work: Callable[[Unit], T]) -> T:
        cursor: Any = connection.connection.cursor()
        cursor.execute("BEGIN")
        try:
            return work(SqlUnit(cursor, self._world, _Glance(self._shelf), _nothing_to_rewind))
        finally:
            cursor.execute("ROLLBACK")
            cursor.close()

    async def close(self) -> None:
        """Finish what waits, then let go of the file."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await self._reader.dispose()

    # --- the writer's thread

    def _serve(self) -> None:
        with self._connection as connection:
            cursor: Any = connection.connection.cursor()
            open_ = True
            while open_:
                group, open_ = self._waiting()
                self._commit(cursor, group)

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
            job.result = job.work(SqlUnit(cursor, self._world, self._drafts, rewind))
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


def _sync_engine(path: Path) -> Any:
    unbound = {"isolation_level": None, "check_same_thread": False}
    return create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args=unbound)


def _for_writing(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _for_reading(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={BUSY_MS}", "query_only=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _rolled_back(cursor: sqlite3.Cursor) -> None:
    if cursor.connection.in_transaction:
        cursor.execute("ROLLBACK")


def _nothing_to_rewind() -> None:
    raise AssertionError("a reader has nothing to rewind")


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
