"""SQLite as the store: one thread commits what waits together, everybody else looks at a snapshot."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.service.ports import Presence, Unit, UnreachedError
from bot.storage.codec import RulesetCodecs
from bot.storage.fold_cache import Drafts
from bot.storage.jobs import Finishers, Job, in_loop
from bot.storage.release_marks import OURS
from bot.storage.spelled import statements as sql
from bot.storage.store import READERS, Glance, SqlStore, nothing_else_waits, nothing_to_rewind
from bot.storage.studies import AT_ONCE
from bot.storage.unit import SqlUnit

T = TypeVar("T")

MOST_IN_GROUP = 64
BUSY_MS = 5_000
KEPT = READERS + AT_ONCE
OUT_OF_REACH = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)
"""What SQLite says where the disk or another program is in the way, and no mistake of ours."""

WRITES_NOTHING = (*OUT_OF_REACH, sqlite3.SQLITE_READONLY)
"""What it says to who writes; a reader who writes all the same is a mistake of ours."""

READER_CACHE_KIB = 256  # a reader looks at little, and there are many of them
PRAGMAS = (
    f"busy_timeout={BUSY_MS}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-1024",
    "temp_store=MEMORY",  # what a savepoint may take back goes to no file, which would be made and deleted each time
)
FOR_READING = (f"busy_timeout={BUSY_MS}", "query_only=ON", f"cache_size={-READER_CACHE_KIB}")

log = logging.getLogger(__name__)


class SqliteStore(SqlStore):
    """A SQLite file. It has one writer, so that nothing needs to be held against others."""

    def __init__(self, path: Path, world: RulesetCodecs, ours: str = OURS) -> None:
        super().__init__(world, ours)
        self._path = path
        self._drafts = Drafts(self._cache)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._finishers = Finishers()
        self._busy_since_s: float | None = None
        self._allowed_at: object = None  # what others had changed when this release was last found to be allowed
        self._snapshots = _Snapshots(path)
        self._connection = _opened(path, PRAGMAS)  # here: a file that cannot be opened is known at once
        self._file = _identity(path)
        self._thread = threading.Thread(target=self._serve, name="writer", daemon=True)
        self._thread.start()

    def _looked(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        try:
            return self._read(work, breathe)
        except sqlite3.OperationalError as error:
            told = _in_its_way(error, OUT_OF_REACH)
            raise told from told.__cause__

    def _read(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        with self._snapshots.one() as connection:
            self._check_in_place()
            cursor: Any = connection.cursor()
            cursor.execute("BEGIN")
            try:
                self._check_standing(cursor)
                return work(SqlUnit(cursor, self._world, Glance(self._cache), nothing_to_rewind, breathe))
            finally:
                cursor.execute("ROLLBACK")
                cursor.close()

    async def appear(self, _: Callable[[int], None]) -> Presence:
        """Show that this process is there, by a file of its own beside the database; others cannot tell it anything."""
        from bot.storage.lockfile import Lockfile  # of the systems that have such locks, where the bot is run

        return await asyncio.to_thread(Lockfile, self._path)

    async def unposted_channels(self) -> list[tuple[int, int]]:
        """See ports.Store."""
        async with aiosqlite.connect(f"{self._path.absolute().as_uri()}?mode=ro", uri=True) as connection:
            return [(row[0], row[1]) for row in await connection.execute_fetchall(sql.UNPOSTED_CHANNELS.sqlite)]

    def writer_busy_s(self) -> float:
        """Return for how many seconds the writer has been at the jobs that it is at; 0 while it rests."""
        since_s = self._busy_since_s
        return 0.0 if since_s is None else time.monotonic() - since_s

    def _take(self, job: Job) -> None:
        self._jobs.put(job)

    def _stop_writing(self) -> None:
        self._jobs.put(None)
        self._thread.join()
        self._finishers.stop()

    def _let_go(self) -> None:
        self._snapshots.close()

    # --- the writer's thread

    def _serve(self) -> None:
        with closing(self._connection) as connection:
            cursor: Any = connection.cursor()
            open_ = True
            while open_:
                group, open_ = self._waiting()
                self._busy_since_s = time.monotonic()
                self._commit(cursor, group)
                self._busy_since_s = None

    def _waiting(self) -> tuple[list[Job], bool]:
        """Return the jobs that wait, at least one, and whether more may come."""
        group: list[Job] = []
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

    def _commit(self, cursor: sqlite3.Cursor, group: list[Job]) -> None:
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
        for job in group:
            if isinstance(job.error, sqlite3.OperationalError):
                job.error = _in_its_way(job.error, WRITES_NOTHING)
        for loop in {job.loop for job in group}:
            telling = group[:1] if group[0].loop is loop else ()
            in_loop(loop, partial(_delivered, [job for job in group if job.loop is loop], telling))

    def _together(self, cursor: sqlite3.Cursor, group: list[Job]) -> frozenset[int]:
        self._begin(cursor)
        self._run(cursor, group[0], partial(self._begin_anew, cursor))
        for job in group[1:]:
            cursor.execute("SAVEPOINT job")
            self._run(cursor, job, partial(cursor.execute, "ROLLBACK TO job"))
            cursor.execute("RELEASE job")
        cursor.execute("COMMIT")
        return self._drafts.commit()

    def _check_in_place(self) -> None:
        """Raise UnreachedError where the file is not the one that was opened: what is written to one that was moved
        away would be gone with the next start."""
        if _identity(self._path) != self._file:
            log.warning("the database is out of reach: %s was moved away or replaced", self._path)
            raise UnreachedError("the file was moved away or replaced")

    def _begin(self, cursor: sqlite3.Cursor) -> None:
        self._check_in_place()
        cursor.execute("BEGIN IMMEDIATE")
        changed_by_others = (*cursor.execute("PRAGMA data_version").fetchone(), self._standing.ours)
        if changed_by_others != self._allowed_at:
            self._check_standing(cursor)
            self._allowed_at = changed_by_others

    def _begin_anew(self, cursor: sqlite3.Cursor) -> None:
        """Take back what the first job of a group has written, for which no savepoint copies each page beforehand."""
        cursor.execute("ROLLBACK")
        self._begin(cursor)

    def _check_standing(self, cursor: sqlite3.Cursor) -> None:
        """Raise OutdatedError where this release may not do what the open transaction is for."""
        cursor.execute(sql.FORBIDDING.sqlite, {"p_ours": self._standing.ours})
        self._standing.check(cursor.fetchall())

    def _run(self, cursor: sqlite3.Cursor, job: Job, take_back: Callable[[], object]) -> None:
        """Run one job, whose writes can be taken back; what it raises is its own affair."""

        def rewind() -> None:
            self._drafts.drop_job()
            take_back()

        job.result = job.error = job.finishing = None
        try:
            unit = SqlUnit(cursor, self._world, self._drafts, rewind, nothing_else_waits)
            job.result = job.context.run(job.work, unit)
            if job.finish is not None:
                job.finishing = self._finishers.begin(job, job.result)
        except Exception as error:
            job.error = error
            rewind()
        self._drafts.keep_job()


class _Snapshots:
    """Connections that only read, kept for whichever thread needs one next, but for those of a rush."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []

    @contextmanager
    def one(self) -> Iterator[sqlite3.Connection]:
        """Lend this thread a connection; it is kept where it comes back whole."""
        connection = self._taken()
        try:
            yield connection
        finally:
            if len(self._idle) < KEPT and not connection.in_transaction:
                self._idle.append(connection)
            else:
                connection.close()

    def _taken(self) -> sqlite3.Connection:
        with suppress(IndexError):
            return self._idle.pop()
        return _opened(f"{self._path.absolute().as_uri()}?mode=rw", FOR_READING)  # which makes no file where none is

    def close(self) -> None:
        """Close those that nobody has."""
        while self._idle:
            self._idle.pop().close()


def _opened(path: Path | str, pragmas: Iterable[str]) -> sqlite3.Connection:
    connection = sqlite3.connect(path, uri=isinstance(path, str), isolation_level=None, check_same_thread=False)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").close()
    return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Return what tells the file at a path from any other, None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _in_its_way(error: sqlite3.OperationalError, codes: Collection[int]) -> Exception:
    """Return what whoever asked is told where the file was out of reach, which these codes say; a mistake of ours as it
    is."""
    if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF not in codes:
        return error
    log.warning("the database is out of reach: %s", error)
    unreached = UnreachedError(str(error))
    unreached.__cause__ = error
    return unreached


def _rolled_back(cursor: sqlite3.Cursor) -> None:
    if cursor.connection.in_transaction:
        cursor.execute("ROLLBACK")


def _delivered(group: Iterable[Job], telling: Iterable[Job]) -> None:
    """Tell who listens, and behind it answer what is done: whoever was answered may count on their having heard.

    Only now it is looked at what is done: what is finished meanwhile would be answered before anybody has heard.
    """
    for job in telling:
        job.tell_listeners()
    for job in group:
        if job.is_done():
            job.answer()
