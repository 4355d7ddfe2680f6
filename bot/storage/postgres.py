"""PostgreSQL as the store: a job is one transaction on a worker thread, kept from others by locks, and run until it is.

A job may be run more than once: where two were in each other's way, and where the connection was lost, even while it
was committing. That is safe, since a job claims its interaction first, or looks at what it is about to change.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from itertools import count
from operator import attrgetter
from typing import Any, TypeVar

import psycopg

from bot.service.ports import NOWHERE, AskedFrom, Presence, Unit, UnreachedError
from bot.service.rows import AnyScene, Hold, LeaseRow, SceneRow
from bot.storage.codec import RulesetCodecs
from bot.storage.connections import (
    BOUNDED,
    CONNECT_TIMEOUT_S,
    DURABLE,
    FOR_READING,
    FOR_WRITING,
    FOUND_OUT,
    Connections,
    is_clash,
    is_hindered,
    is_loss,
)
from bot.storage.fold_cache import Drafts
from bot.storage.jobs import Job, in_loop
from bot.storage.pipeline import Pipeline, Query, conversation
from bot.storage.release_marks import OURS, RightToWork
from bot.storage.rows import Params
from bot.storage.session import Session
from bot.storage.spelled import statements as sql
from bot.storage.store import Glance, SqlStore, nothing_else_waits, nothing_to_rewind
from bot.storage.unit import SqlUnit

T = TypeVar("T")
Rewinding = Callable[[], None]
log = logging.getLogger(__name__)

WRITERS = 8
MOST_CLASHES = 20
CLASH_PAUSE_S = 0.01
LOSS_PAUSE_S = 0.25
WRITER_PATIENCE_S = 90.0  # a server may start anew meanwhile; Discord takes an answer for a quarter of an hour
READER_PATIENCE_S = 10.0


class _Pulse:
    """Since when a worker has been at work of its own, and not waiting for the database."""

    def __init__(self) -> None:
        self.since_s: float | None = None

    def waits(self) -> None:
        """Note that it asks the database."""
        self.since_s = None

    def works(self) -> None:
        """Note that it has its answer."""
        self.since_s = time.monotonic()


class _Cursor:
    """Statements in a pipeline, of which the last is the one that is read."""

    def __init__(self, pipeline: Pipeline, pulse: _Pulse) -> None:
        self._pipeline = pipeline
        self._pulse = pulse
        self._last = Query()

    def execute(self, statement: str, params: Params | None = None) -> None:
        """See unit.Cursor."""
        self._last = self._pipeline.ask(statement, params)

    def executemany(self, statement: str, params: Sequence[Params]) -> None:
        """See unit.Cursor."""
        for each in params:
            self._pipeline.ask(statement, each)

    def fetchall(self) -> list[tuple[Any, ...]]:
        """See unit.Cursor."""
        return self.read(self._last)

    def asked(self, statement: str, params: Params) -> Query:
        """Return a statement that is read later."""
        return self._pipeline.ask(statement, params)

    def send(self) -> None:
        """Have what was said so far leave, so that the database is at work meanwhile."""
        self._pipeline.send()

    def read(self, asked: Query) -> list[tuple[Any, ...]]:
        """Return what a statement has found."""
        self._pulse.waits()
        found = self._pipeline.rows(asked)
        self._pulse.works()
        return found

    def check_committed(self) -> None:
        """Raise AssertionError where the last statement was a COMMIT of what had failed, which only rolls back."""
        ended = self._last.result.command_status if self._last.result else None
        if ended != b"COMMIT":
            raise AssertionError(f"a transaction ended with {ended!r}")


class _LookingUnit(SqlUnit):
    """A unit that only reads."""

    _spelled = staticmethod(attrgetter("postgresql"))


class _WritingUnit(_LookingUnit):
    """A unit that holds what it claims and each scene that it looks at against others, and all leases once it looks at
    them.

    Who holds a guild together with others is going to look at the scene of the channel that it claims something in, and
    at whether whoever asks was let into its GM's threads: so all is asked for at once, the latter behind the lock.
    """

    _scene_at = sql.HELD_SCENE_AT

    def __init__(self, cursor: _Cursor, world: RulesetCodecs, drafts: Drafts, rewind: Rewinding, hold: Hold) -> None:
        super().__init__(cursor, world, drafts, rewind, nothing_else_waits)
        self._asking = cursor
        self._foresees = bool(hold.guild_id) and not hold.alone

    def save(self, row: SceneRow, before: AnyScene | None, after: AnyScene) -> None:
        """See ports.Unit."""
        super().save(row, before, after)
        self._asking.send()

    def leases(self) -> list[LeaseRow]:
        """See ports.Unit."""
        self._run(sql.HOLD_LEASES, {})
        return super().leases()

    def processes(self) -> int:
        """See ports.Unit."""
        return int(self._one(sql.PROCESSES)["processes"])

    def tell_others(self, channel_id: int) -> None:
        """See ports.Unit."""
        self._run(sql.TELL_OTHERS, {"p_channel_id": str(channel_id)})

    def claim(self, interaction_id: int, at_ms: int, asked: AskedFrom = NOWHERE) -> bytes | None:
        """See ports.Unit."""
        guild_id, channel_id, user_id, thread_id = asked
        here = {"p_channel_id": channel_id}
        of = {"id": interaction_id, "at_ms": at_ms, "p_guild_id": guild_id, **here}
        asking, beside = self._asking, list[Query]()
        claiming = asking.asked(sql.CLAIM.postgresql, of)
        home = self._asked_home(guild_id, thread_id) if thread_id else None
        if self._foresees:
            beside.append(asking.asked(self._scene_at.postgresql, here))
            beside.append(asking.asked(sql.LAST_LET_IN_AT.postgresql, {**here, "p_user_id": user_id}))
        claimed = asking.read(claiming)
        if not claimed:
            answer: bytes = self._one(sql.FIRST_ANSWER, id=interaction_id)["answer"]
            return answer
        self._claimed = interaction_id
        self._note_campaign(guild_id, channel_id, claimed[0])
        if beside:
            scene, let_in = map(asking.read, beside)
            self._beside[channel_id] = scene[0] if scene else ()
            self._let_in[channel_id, user_id] = let_in[0][0] if let_in else 0
        if home is not None:
            known = asking.read(home)
            self._homes[guild_id, thread_id] = known[0][0] if known else 0
        return None

    def _asked_home(self, guild_id: int, thread_id: int) -> Query:
        return self._asking.asked(sql.HOME_OF.postgresql, {"p_guild_id": guild_id, "p_thread_id": thread_id})

    def answered(self, interaction_id: int, answer: bytes) -> None:
        """See ports.Unit."""
        self._run(sql.ANSWER, {"p_id": interaction_id, "answer": answer})


class PostgresStore(SqlStore):
    """A PostgreSQL database at an address such as ``postgresql://name:word@host/database``."""

    shared = True

    def __init__(self, address: str, world: RulesetCodecs, ours: str = OURS) -> None:
        super().__init__(world, ours)
        self._address = address
        self._for_writing = Connections(address, FOUND_OUT, FOR_WRITING, BOUNDED, DURABLE)
        self._for_reading = Connections(address, FOUND_OUT, FOR_READING)
        self._pulses: set[_Pulse] = set()
        self._closing = threading.Event()
        self._writers = ThreadPoolExecutor(WRITERS, "writer")
        try:
            with self._for_writing.one():  # here: a database that is not reached is known at once
                pass
        except psycopg.OperationalError as error:
            raise UnreachedError(str(error)) from error

    async def appear(self, heard: Callable[[int], None]) -> Presence:
        """Show that this process is there, by a session of its own, over which ``heard`` is told of channels.

        Raises:
            UnreachedError: there is no way to the database.
        """
        return await Session.begin(self._address, heard)

    async def unposted_channels(self) -> list[tuple[int, int]]:
        """See ports.Store."""
        async with await psycopg.AsyncConnection.connect(
            self._address, autocommit=True, connect_timeout=CONNECT_TIMEOUT_S
        ) as connection:
            found = await connection.execute(sql.UNPOSTED_CHANNELS.postgresql)
            return [(row[0], row[1]) for row in await found.fetchall()]

    def writer_busy_s(self) -> float:
        """Return for how many seconds one writer has not asked the database anything; 0 while all rest or wait."""
        since = [pulse.since_s for pulse in self._pulses.copy()]
        return max((time.monotonic() - each for each in since if each is not None), default=0.0)

    def _take(self, job: Job) -> None:
        self._writers.submit(job.context.run, self._carry_out, job)

    def _stop_writing(self) -> None:
        self._closing.set()
        self._writers.shutdown()

    def _let_go(self) -> None:
        self._for_writing.close()
        self._for_reading.close()

    def _carry_out(self, job: Job) -> None:
        pulse = _Pulse()
        self._pulses.add(pulse)
        try:
            job.result, job.error, job.touched = self._persistently(
                partial(self._transaction, job, pulse), WRITER_PATIENCE_S
            )
        except Exception as error:
            job.error = error
        finally:
            self._pulses.discard(pulse)
        in_loop(job.loop, job.deliver)

    def _persistently(self, attempt: Callable[[], T], patience_s: float) -> T:
        """Try until nobody was in the way and the database was there.

        Raises:
            UnreachedError: it was away for too long, or takes nothing.
        """
        until_s = time.monotonic() + patience_s
        for tries in count(1):
            try:
                return attempt()
            except psycopg.Error as error:
                if is_clash(error) and tries < MOST_CLASHES:
                    self._closing.wait(random.uniform(0, CLASH_PAUSE_S) * tries)  # noqa: S311  nothing secret
                elif is_loss(error):
                    if tries == 1:
                        log.warning("the connection to the database was lost: %s", error)
                    if time.monotonic() >= until_s or self._closing.wait(LOSS_PAUSE_S if tries > 1 else 0):
                        raise UnreachedError("the database is away") from error
                elif is_hindered(error):
                    log.warning("the database is out of reach: %s", error)
                    raise UnreachedError(str(error)) from error
                else:
                    raise
        raise AssertionError("there is always another try")

    def _transaction(self, job: Job, pulse: _Pulse) -> tuple[Any, Exception | None, frozenset[int]]:
        """Return what came of one try at a job: its answer, what finishing that raised, and the channels it touched."""
        drafts = Drafts(self._cache)
        pulse.waits()
        with self._for_writing.one() as link:
            with conversation(link) as pipeline:
                cursor = _Cursor(pipeline, pulse)
                ground = _Ground(cursor, self._standing, job.hold)
                pulse.works()

                def rewind() -> None:
                    cursor.execute("ROLLBACK")
                    drafts.drop_job()
                    ground.take()

                with ground.held():
                    outcome = job.work(_WritingUnit(cursor, self._world, drafts, rewind, job.hold))
                cursor.execute("COMMIT")
                cursor.send()
                answer, error = job.finished(outcome)
                pulse.waits()
            cursor.check_committed()
        drafts.keep_job()
        return answer, error, drafts.commit()

    def _looked(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        return self._persistently(partial(self._glanced, work, breathe), READER_PATIENCE_S)

    def _glanced(self, work: Callable[[Unit], T], breathe: Callable[[], None]) -> T:
        with self._for_reading.one() as link, conversation(link) as pipeline:
            cursor = _Cursor(pipeline, _Pulse())
            with _Ground(cursor, self._standing).held():
                found = work(_LookingUnit(cursor, self._world, Glance(self._cache), nothing_to_rewind, breathe))
            cursor.execute("COMMIT")
            return found


class _Ground:
    """What a transaction stands on: the locks that it holds from its beginning if it is to write, and that this release
    may work on the database.

    That is asked at the beginning, behind the lock that a migration waits for, and its answer read at the end, with
    others, so that nobody waits for it alone.
    """

    def __init__(self, cursor: _Cursor, standing: RightToWork, hold: Hold | None = None) -> None:
        self._cursor = cursor
        self._standing = standing
        self._hold = hold
        self._asked = Query()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Begin, do what is inside, and believe it only if this release may work on the database.

        What went wrong inside may be due to tables that this release does not know.

        Raises:
            OutdatedError: this release may not work on the database any longer.
        """
        self.take()
        try:
            yield
        except Exception:
            with suppress(psycopg.Error):
                self._check()
            raise
        self._check()

    def take(self) -> None:
        """Begin, also anew, once all that was held is let go of."""
        self._cursor.execute("BEGIN")
        if self._hold is not None:
            _take_hold(self._cursor, self._hold)
        self._asked = self._cursor.asked(sql.FORBIDDING.postgresql, {"p_ours": self._standing.ours})

    def _check(self) -> None:
        self._standing.check(self._cursor.read(self._asked))


def _take_hold(cursor: _Cursor, hold: Hold) -> None:
    """Take the locks of a transaction in the one order there is, first that of the tables: they stay as they are until
    it ends, and a migration waits for that."""
    if not hold.guild_id:
        cursor.execute(sql.HOLD_SCHEMA_TOGETHER.postgresql)
    else:
        how = sql.HOLD_ALONE if hold.alone else sql.HOLD_TOGETHER
        cursor.execute(how.postgresql, {"p_guild_id": hold.guild_id})
    if hold.scene_id:
        cursor.execute(sql.HOLD_SCENE.postgresql, {"p_id": hold.scene_id})
