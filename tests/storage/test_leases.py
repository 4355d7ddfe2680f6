"""One process posts for a server: leases are taken, renewed, given back and lost, on either database, by the clock."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.processes.shard_leases import BELIEVED_S, LOOK_S, SILENT_S, Tenure
from bot.render.press import MarkdownPress
from bot.service.outbox import Letter, Stream
from bot.service.ports import Unit
from bot.service.posting.leases import LostLeaseError
from bot.service.posting.postbox import Postbox
from bot.service.rows import LeaseRow
from bot.settings import Database, Shards
from bot.storage.lockfile import Lockfile
from bot.storage.session import Session
from bot.storage.unit import SqlUnit
from tests import postgres
from tests.service.table import CHANNEL, GUILD, Table, agreed, ask

ALL_OF_TWO = Shards(2, (0, 1))
GAINED, LOOKED = -1, -2


@dataclass
class Process:
    """A table with a tenure of its own, as far as the database is concerned in another process."""

    table: Table
    tenure: Tenure
    postbox: Postbox
    clock: list[float]
    known: list[int]

    @classmethod
    def on(cls, database: Database, shards: Shards | None = None) -> Process:
        """A process that was given these shards."""
        table, clock = Table(database), [1000.0]
        known: list[int] = []
        tenure = Tenure(table.store, shards, lambda: clock[0], known.append)
        return cls(table, tenure, Postbox(table.store, table.house, MarkdownPress(), tenure), clock, known)

    async def tends(self, after_s: float = 0.0) -> tuple[int, ...]:
        """The shards that it holds after it has looked, so many seconds later by its own clock."""
        self.clock[0] += after_s
        await self.tenure.tend()
        return self.tenure.held

    async def letters(self) -> tuple[Letter, ...]:
        """What it may post in the channel, written down."""
        found = (await self.postbox.mail(CHANNEL, tuple(Stream), with_tracker=False)).letters
        written = await self.postbox.write_down([each for each in found if not each.id])
        return (*(each for each in found if each.id), *written)

    def disappears(self) -> None:
        """Lose what shows that it is there, as at a kill; it has not noticed."""
        match self.tenure._presence:
            case Lockfile() as locked:
                locked._let_go()
            case Session() as session:
                session._connection.pgconn.finish()
            case _:
                raise AssertionError("it never was there")


@dataclass
class Processes:
    """All of a test."""

    database: Database
    started: list[Process] = field(default_factory=list)

    def start(self, shards: Shards | None = None) -> Process:
        """Another one."""
        self.started.append(Process.on(self.database, shards))
        return self.started[-1]


@pytest.fixture
async def processes(database: Database) -> AsyncIterator[Processes]:
    made = Processes(database)
    yield made
    for each in made.started:
        with suppress(Exception):
            await each.tenure.end()
        await each.table.store.close()


async def test_a_process_that_is_alone_holds_everything(processes: Processes) -> None:
    one = processes.start()
    assert await one.tends() == (0,)
    assert {one.tenure.lease_of(guild << 22) for guild in range(9)} == {1}


async def test_each_holds_the_shards_that_it_was_given_and_no_others(processes: Processes) -> None:
    low, high = processes.start(Shards(4, (0, 1))), processes.start(Shards(4, (3,)))
    assert (await low.tends(), await high.tends()) == ((0, 1), (3,))
    holds = [[each.tenure.lease_of(shard << 22) is not None for shard in range(8)] for each in (low, high)]
    assert holds == [[True, True, False, False] * 2, [False, False, False, True] * 2]
    high.disappears()
    assert await low.tends(SILENT_S) == (0, 1)


async def test_of_two_with_the_same_shards_the_first_holds_them_until_it_gives_them_back(processes: Processes) -> None:
    first, second = processes.start(ALL_OF_TWO), processes.start(ALL_OF_TWO)
    assert (await first.tends(), await second.tends()) == ((0, 1), ())
    assert [row.number for row in rows(first)] == [1, 2]
    await first.tenure.end()
    assert first.tenure.held == ()
    assert await second.tends() == (0, 1)
    assert [row.number for row in rows(second)] == [3, 4]


async def test_a_part_of_what_is_wanted_is_taken_while_another_holds_the_rest(processes: Processes) -> None:
    first, second = processes.start(Shards(4, (0, 1))), processes.start(Shards(4, (1, 2)))
    await first.tends()
    assert await second.tends() == (2,)


async def test_what_a_killed_process_held_is_taken_at_once(processes: Processes) -> None:
    first, second = processes.start(), processes.start()
    await first.tends()
    assert await second.tends() == ()
    first.disappears()
    assert await gone(second) == (0,)


async def test_what_an_outdated_process_held_is_taken_at_once(processes: Processes) -> None:
    """It does not count on it any longer, and takes nothing more."""
    first, second = processes.start(), processes.start()
    await first.tends()
    assert await second.tends() == ()
    first.table.store._standing.ours = "0001"
    keeping = asyncio.ensure_future(first.tenure.keep(Heard(asyncio.Queue())))
    await asyncio.sleep(0)
    first.clock[0] += LOOK_S
    first.tenure._stirred.set()
    async with asyncio.timeout(20):
        await keeping
    assert first.tenure.held == ()
    assert await gone(second) == (0,)


async def test_a_holder_that_is_heard_of_keeps_its_lease(processes: Processes) -> None:
    first, second = processes.start(), processes.start()
    await first.tends()
    for _ in range(9):
        assert await second.tends(SILENT_S / 3) == ()
        assert await first.tends(SILENT_S / 3) == (0,)


def rows(process: Process) -> list[LeaseRow]:
    """The leases as the database has them."""
    return process.table.look(lambda unit: unit.leases())


async def gone(process: Process) -> tuple[int, ...]:
    """What a process holds once the server has noticed that another's connection is gone, which it does by itself, and
    late where the machine is busy."""
    async with asyncio.timeout(20):
        while not (held := await process.tends()):
            pass
    return held


# --- where one half of a connection is dead, which only PostgreSQL knows


@pytest.fixture
async def apart(postgres_server: postgres.Server) -> AsyncIterator[Processes]:
    made = Processes(postgres_server.swept("swept"))
    yield made
    for each in made.started:
        await each.tenure.end()
        await each.table.store.close()


async def test_a_holder_that_is_silent_for_half_a_minute_loses_its_lease(apart: Processes) -> None:
    first, second = apart.start(), apart.start()
    await first.tends()
    assert await second.tends() == ()
    assert await second.tends(SILENT_S - 1) == ()
    assert await second.tends(1) == (0,)
    assert await first.tends() == ()


async def test_all_processes_are_counted_whatever_they_hold(apart: Processes) -> None:
    first, second, third = apart.start(), apart.start(), apart.start(Shards(2, (1,)))
    for each in (first, second, third):
        await each.tends()
    assert [each.known for each in (first, second, third)] == [[1], [2], [3]]
    await second.tenure.end()
    third.disappears()
    assert await counted(first) == 1


async def counted(process: Process) -> int:
    """How many a process counts once the server has noticed that another's connection is gone."""
    for _ in range(1000):
        await process.tends()
        if process.known[-1] == 1:
            break
    return process.known[-1]


async def test_a_holder_that_has_not_renewed_does_not_count_on_its_lease(apart: Processes) -> None:
    first = apart.start()
    await first.tends()
    assert first.tenure.lease_of(GUILD) == 1
    first.clock[0] += BELIEVED_S
    assert first.tenure.lease_of(GUILD) is None
    assert not first.tenure.stands(1)
    assert await first.tends() == (0,)
    assert first.tenure.lease_of(GUILD) == 1


async def test_one_whose_connection_broke_goes_on_under_the_same_lease(apart: Processes) -> None:
    first, second = apart.start(), apart.start()
    await first.tends()
    session = first.tenure._presence
    assert isinstance(session, Session)
    first.table.tamper("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2")
    await session._listening
    assert session.is_lost
    assert await first.tends() == (0,)
    assert first.tenure._presence is not session
    assert [(row.number, row.holder) for row in rows(first)] == [(1, first.tenure._presence.holder)]  # type: ignore[union-attr]
    assert await second.tends() == ()


# --- what is noted


@pytest.fixture
async def fought(processes: Processes) -> Process:
    """A process that has a fight's log to post."""
    made = processes.start()
    await made.table.fight()
    return made


async def test_what_was_read_under_a_lease_that_was_lost_is_not_noted(fought: Process, processes: Processes) -> None:
    await fought.tends()
    letter, *_ = await fought.letters()
    second = processes.start()
    await second.tends()
    fought.disappears()
    assert await gone(second) == (0,)
    with pytest.raises(LostLeaseError):
        await fought.postbox.posted(letter, 5, 6)
    assert fought.tenure.held == ()
    again, *_ = await second.letters()
    assert (again.id, again.nonce, again.lease) == (letter.id, letter.nonce, 2)
    await second.postbox.posted(again, 5, 7)
    assert letter.id not in [each.id for each in await second.letters()]


async def test_whoever_has_no_lease_reads_nothing_and_says_so(fought: Process) -> None:
    mail = await fought.postbox.mail(CHANNEL, tuple(Stream), with_tracker=True)
    assert (mail.letters, mail.tracker, mail.is_elsewhere) == ((), None, True)
    assert await fought.postbox.channels() == ()
    await fought.tends()
    assert await fought.postbox.channels() == (CHANNEL,)


NOTES: list[Callable[[Postbox, Letter], object]] = [
    lambda box, letter: box.posted(letter, 5, 6),
    lambda box, letter: box.write_down([letter]),
    lambda box, letter: box.log_opened(letter.log, letter.lease),
    lambda box, letter: box.gm_thread_opened(letter.log, letter.lease),
    lambda box, letter: box.thread_lost(letter),
    lambda box, letter: box.thread_left(letter),
    lambda box, letter: box.give_up(CHANNEL, letter.lease),
]


@pytest.mark.parametrize("note", NOTES)
async def test_nothing_at_all_is_noted_under_a_stale_number(
    fought: Process, note: Callable[[Postbox, Letter], asyncio.Future[None]]
) -> None:
    await fought.tends()
    letter, *_ = await fought.letters()
    owed = fought.table.look(lambda unit: unit.backlog())
    fought.table.tamper("UPDATE leases SET number = 7")
    with pytest.raises(LostLeaseError):
        await note(fought.postbox, letter)
    assert fought.table.look(lambda unit: unit.backlog()) == owed
    assert fought.table.look(lambda unit: unit.log_thread(letter.log.scene_id, letter.log.fight)) == letter.log


async def test_a_tracker_is_not_noted_under_a_stale_number(fought: Process) -> None:
    await fought.tends()
    post = (await fought.postbox.mail(CHANNEL, (), with_tracker=True)).tracker
    assert post is not None
    fought.table.tamper("UPDATE leases SET holder = 0")
    with pytest.raises(LostLeaseError):
        await fought.postbox.tracker_posted(post, 9)
    noted = fought.table.look(lambda unit: unit.tracker_post(post.scene_id))
    assert noted is not None
    assert noted.message_id == 0


async def test_a_lease_is_not_taken_in_the_middle_of_a_note_but_may_be_renewed(apart: Processes) -> None:
    first = apart.start()
    await first.tends()

    def note(unit: Unit) -> None:
        assert unit.lease_stands(1)
        first.table.tamper("SET lock_timeout = '50ms'; UPDATE leases SET beats = beats + 1")
        with pytest.raises(OperationalError, match="lock timeout"):
            first.table.tamper("SET lock_timeout = '50ms'; UPDATE leases SET number = number + 1")

    await first.table.store.write(note)
    assert [row.number for row in rows(first)] == [1]


# --- when there are to be more shards


COUNTS = [
    (Shards(1, (0,)), Shards(2, (0,)), ()),
    (Shards(2, (0,)), Shards(4, (0, 1, 2, 3)), (1, 3)),
    (Shards(8, (1, 3)), Shards(4, (0, 1, 2, 3)), (0, 2)),
    (Shards(2, (0,)), Shards(3, (0, 1, 2)), ()),
]


@pytest.mark.parametrize(("old", "new", "had"), COUNTS)
async def test_with_another_count_each_server_still_has_one_poster(
    processes: Processes, old: Shards, new: Shards, had: tuple[int, ...]
) -> None:
    before, after = processes.start(old), processes.start(new)
    await before.tends()
    assert await after.tends() == had
    for guild in range(24):
        holds = [each.tenure.lease_of(guild << 22) is not None for each in (before, after)]
        assert sum(holds) <= 1
    await before.tenure.end()
    assert await after.tends() == new.ids


async def test_what_was_held_of_another_count_stands_no_longer_once_it_is_taken(processes: Processes) -> None:
    before, after = processes.start(Shards(2, (0,))), processes.start(Shards(4, (2,)))
    await before.tends()
    before.disappears()
    assert await gone(after) == (2,)
    assert [row.holder for row in rows(before) if row.number == 1] == [0]


# --- what is ordered in one process for another


async def test_another_process_hears_of_a_channel(apart: Processes) -> None:
    first, second = apart.start(), apart.start()
    heard: asyncio.Queue[int] = asyncio.Queue()
    await first.tends()
    first.tenure._listener = Heard(heard)
    await second.postbox.pass_on(CHANNEL)
    async with asyncio.timeout(20):
        assert await heard.get() == CHANNEL


class Heard:
    """Notes what it is told."""

    def __init__(self, heard: asyncio.Queue[int]) -> None:
        self._heard = heard

    def heard(self, channel_id: int) -> None:
        """Note it."""
        self._heard.put_nowait(channel_id)

    async def gained(self) -> None:
        """Note it."""
        self._heard.put_nowait(GAINED)

    async def look(self) -> None:
        """Note it."""
        self._heard.put_nowait(LOOKED)


async def test_who_is_there_is_stirred_when_another_comes(apart: Processes) -> None:
    first, second = apart.start(), apart.start()
    await first.tends()
    async with asyncio.timeout(20):
        await first.tenure._stirred.wait()  # by its own coming
        first.tenure._stirred.clear()
        assert await second.tends() == ()
        await first.tenure._stirred.wait()
    assert await counted(first) == 2


async def test_who_waits_is_stirred_when_a_lease_is_given_back(apart: Processes) -> None:
    first, second = apart.start(), apart.start()
    await first.tends()
    await second.tends()
    async with asyncio.timeout(20):
        await second.tenure._stirred.wait()  # by its own coming
        second.tenure._stirred.clear()
        await first.tenure.end()
        await second.tenure._stirred.wait()
    assert await second.tends() == (0,)


# --- two processes in one scene


async def test_folds_at_hand_are_believed_only_at_the_stamp_of_their_row(processes: Processes) -> None:
    first, second = processes.start(), processes.start()
    await first.table.fight()
    for turn in range(6):
        each = (first, second)[turn % 2]
        agreed(await each.table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
        if turn % 3 == 2:
            agreed(await each.table.referee.undo(ask()))
    for table in (first.table, second.table):
        assert table.look(partial(SqlUnit.state, row=table.row())) == table.scene()
    assert not first.table.audit().problems


# --- files


@pytest.fixture
def left_behind(tmp_path: Path) -> Path:
    file = tmp_path / "fireteam.db"
    file.touch()
    return file


async def test_the_files_of_killed_processes_are_cleared_away(left_behind: Path) -> None:
    killed, living = Lockfile(left_behind), Lockfile(left_behind)
    killed._let_go()
    third = Lockfile(left_behind)
    found = {path.name for path in left_behind.parent.glob("*.holder")}
    assert found == {f"fireteam.db.{each.holder}.holder" for each in (living, third)}
    for each in (living, third):
        await each.leave()
    assert [path.name for path in left_behind.parent.iterdir()] == ["fireteam.db"]


# --- over time


async def test_who_keeps_its_leases_tells_what_changes(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TRY_S", "RENEW_S"):
        monkeypatch.setattr(f"bot.processes.shard_leases.{name}", 0.01)
    first, second, told = processes.start(), processes.start(), asyncio.Queue[int]()
    await first.tends()
    await second.tends()
    keeping = asyncio.create_task(second.tenure.keep(Heard(told)))
    await first.tenure.end()
    async with asyncio.timeout(20):
        assert await told.get() == GAINED
    assert second.tenure.leading.is_set()
    second.clock[0] += LOOK_S
    async with asyncio.timeout(20):
        while await told.get() != LOOKED:
            pass
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_what_breaks_while_leases_are_kept_is_tried_again(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRY_S", "RENEW_S"):
        monkeypatch.setattr(f"bot.processes.shard_leases.{name}", 0.01)
    first, told, broken = processes.start(), asyncio.Queue[int](), [OSError("cut off")]
    write = first.table.store.write

    async def breaking(*given: Any) -> Any:
        if broken:
            raise broken.pop()
        return await write(*given)

    monkeypatch.setattr(first.table.store, "write", breaking)
    keeping = asyncio.create_task(first.tenure.keep(Heard(told)))
    async with asyncio.timeout(20):
        assert await told.get() == GAINED
    keeping.cancel()
    await asyncio.wait({keeping})


async def test_only_the_holder_of_the_first_shard_leads(processes: Processes) -> None:
    low, high = processes.start(Shards(2, (0,))), processes.start(Shards(2, (1,)))
    await low.tends()
    await high.tends()
    assert (low.tenure.leading.is_set(), high.tenure.leading.is_set()) == (True, False)
