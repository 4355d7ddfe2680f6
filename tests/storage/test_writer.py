"""The writer commits what waits together, and one job's failure is nobody else's."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from psycopg.errors import ReadOnlySqlTransaction

from bot.service.ports import Unit
from bot.settings import Database, SettingsError
from bot.storage.codec import with_codecs
from bot.storage.migrate import backup
from bot.storage.sqlite import SqliteStore
from bot.storage.store import SqlStore, StoreClosedError
from bot.storage.unit import SqlUnit
from tests.service.table import ANN, CHANNEL, Table, agreed, ask, refused

FULL = 2  # what SQLite says for synchronous=FULL


def claim(number: int, answer: bytes = b"done") -> Callable[[Unit], bytes]:
    """Work that claims an interaction and answers it."""

    def work(unit: Unit) -> bytes:
        first = unit.claim(number, 0)
        if first is not None:
            return first
        unit.answered(number, answer)
        return answer

    return work


class Boom(Exception):  # noqa: N818
    """What a broken job raises."""


def broken(number: int) -> Callable[[Unit], None]:
    """Work that writes and then fails."""

    def work(unit: Unit) -> None:
        unit.claim(number, 0)
        raise Boom

    return work


async def in_one_group(store: SqlStore, *jobs: Callable[[Unit], object]) -> list[object]:
    """The outcomes of jobs that the writer finds waiting together."""
    gate = threading.Event()
    holding = asyncio.ensure_future(store.write(lambda _: gate.wait(5)))
    await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(store.write(job)) for job in jobs]
    await asyncio.sleep(0)
    gate.set()
    await holding
    return await asyncio.gather(*waiting, return_exceptions=True)


async def test_a_failing_job_takes_only_itself_back(table: Table) -> None:
    outcomes = await in_one_group(table.store, claim(1), broken(2), claim(3))
    assert [type(each) for each in outcomes] == [bytes, Boom, bytes]
    assert await table.store.write(claim(1, b"again")) == b"done"
    assert await table.store.write(claim(2, b"again")) == b"again"
    assert await table.store.write(claim(3, b"again")) == b"done"


def half_done(number: int) -> Callable[[Unit], None]:
    """Work that answers an interaction and then fails."""

    def work(unit: Unit) -> None:
        claim(number)(unit)
        raise Boom

    return work


async def test_what_a_failed_job_wrote_is_gone_wherever_it_stood(table: Table) -> None:
    """The first of a group is taken back with its transaction, the others each to where it began."""
    with pytest.raises(Boom):
        await table.store.write(half_done(1))
    await in_one_group(table.store, claim(2), half_done(3), claim(4))
    found = [await table.store.write(claim(number, b"anew")) for number in range(1, 5)]
    assert found == [b"anew", b"done", b"anew", b"done"]


async def test_a_group_that_cannot_commit_runs_its_jobs_singly(file_table: Table) -> None:
    runs: list[int] = []

    def poison(unit: Unit) -> None:
        runs.append(1)
        unit.save_campaign(1, 1, b"")
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute("COMMIT", {})
        raise Boom

    outcomes = await in_one_group(file_table.store, claim(1), poison, claim(3))
    assert [type(each) for each in outcomes] == [bytes, Boom, bytes]
    assert len(runs) == 2
    assert await file_table.store.write(claim(3, b"again")) == b"done"


async def test_folds_of_a_failed_group_are_forgotten(table: Table) -> None:
    await table.fight()
    before = table.scene()
    scene_row = table.row()

    def spoil(unit: Unit) -> None:
        unit.save(scene_row, None, unit.checkpoint(unit.chapter(scene_row.id, 1)))
        raise Boom

    with pytest.raises(Boom):
        await table.store.write(spoil)
    assert await table.store.write(lambda unit: unit.state(unit.scene_row(scene_row.id))) == before


async def test_nobody_is_answered_before_the_commit(table: Table) -> None:
    await table.store.write(claim(7))
    assert table.tamper("update interactions set at_ms = 1 where id = 7 and answer = :answer", answer=b"done") == 1


async def test_what_is_committed_is_on_the_disk(file_table: Table) -> None:
    def look(unit: Unit) -> Any:
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute("PRAGMA synchronous", {})
        return unit._cursor.fetchall()

    assert await file_table.store.write(look) == [(FULL,)]


async def test_work_goes_on_when_its_caller_is_cancelled(table: Table) -> None:
    started, gate = threading.Event(), threading.Event()
    heard: asyncio.Queue[int] = asyncio.Queue()
    table.postbox.subscribe(heard.put_nowait)

    def slow(unit: Unit) -> bytes:
        answer = claim(9)(unit)
        unit.touch(CHANNEL)
        started.set()
        gate.wait(5)
        return answer

    task = asyncio.ensure_future(table.store.write(slow))
    await asyncio.to_thread(started.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    assert await table.store.write(claim(9, b"again")) == b"done"
    assert await asyncio.wait_for(heard.get(), 5) == CHANNEL  # over PostgreSQL another thread may be told first
    assert heard.empty()


async def test_listeners_hear_of_committed_changes_alone(table: Table) -> None:
    heard: list[int] = []
    table.postbox.subscribe(heard.append)

    def touch_and_fail(unit: Unit) -> None:
        unit.touch(999)
        raise Boom

    with pytest.raises(Boom):
        await table.store.write(touch_and_fail)
    agreed(await table.referee.init_start(ask(), now=True))
    await asyncio.sleep(0)
    assert heard == [CHANNEL]


async def test_a_closed_store_finishes_what_waits_and_takes_no_more(database: Database) -> None:
    table = Table(database)
    waiting = [asyncio.ensure_future(table.store.write(claim(number))) for number in range(20)]
    await asyncio.sleep(0)
    await table.store.close()
    assert await asyncio.gather(*waiting) == [b"done"] * 20
    with pytest.raises(StoreClosedError):
        await table.store.write(claim(99))


async def test_readers_cannot_write(table: Table) -> None:
    with pytest.raises((sqlite3.OperationalError, ReadOnlySqlTransaction), match=r"read-?only"):
        await table.store.read(claim(1))


async def test_a_backup_under_load_is_a_whole_database(file_table: Table, tmp_path: Path) -> None:
    table = file_table
    await table.fight()
    copy = tmp_path / "copy.db"
    hurting = [table.referee.act(ask(), "Axel", "hurt", {"points": 1}) for _ in range(40)]
    saving = asyncio.ensure_future(asyncio.to_thread(backup, tmp_path / "file.db", copy))
    for reply in await asyncio.gather(*hurting):
        agreed(reply)
    await saving
    saved = Table(copy)
    assert saved.audit().problems == []
    assert 0 < saved.row().head <= table.row().head
    await saved.store.close()


async def test_a_backup_overwrites_nothing(file_table: Table, tmp_path: Path) -> None:
    assert isinstance(file_table.database, Path)
    (tmp_path / "there.db").write_bytes(b"mine")
    with pytest.raises(FileExistsError):
        backup(file_table.database, tmp_path / "there.db")
    with pytest.raises(SettingsError, match="There is no database"):
        backup(tmp_path / "missing.db", tmp_path / "new.db")


async def test_a_file_that_another_program_holds_is_told_of_and_takes_the_next_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.storage.sqlite.PRAGMAS", ("busy_timeout=1", "journal_mode=WAL"))
    table = Table(tmp_path / "held.db")
    agreed(await table.referee.npc_add(ask(), "thug"))
    with closing(sqlite3.connect(tmp_path / "held.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "cannot reach my database" in refused(await table.referee.npc_add(ask(), "thug"))
    assert "the database is out of reach: database is locked" in caplog.text
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert table.row().numbered == 2
    await table.store.close()


async def test_a_file_that_cannot_be_opened_to_read_is_told_of_and_answers_the_next_question(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Too many open files look the same to SQLite as a file that is away for a moment."""
    table = Table(tmp_path / "here.db")
    agreed(await table.referee.npc_add(ask(), "thug"))
    (tmp_path / "here.db").rename(tmp_path / "away.db")
    (tmp_path / "here.db").mkdir()
    assert "cannot reach my database" in refused(await table.referee.init_status(ask()))
    assert "the database is out of reach: unable to open database file" in caplog.text
    (tmp_path / "here.db").rmdir()
    (tmp_path / "away.db").rename(tmp_path / "here.db")
    agreed(await table.referee.init_status(ask()))
    await table.store.close()


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_file_that_is_moved_away_takes_nothing_until_it_is_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, replaced: bool
) -> None:
    here, away = tmp_path / "here.db", tmp_path / "away.db"
    table = Table(here)
    agreed(await table.referee.npc_add(ask(), "thug"))
    here.rename(away)
    if replaced:
        shutil.copy(away, here)
    assert "cannot reach my database" in refused(await table.referee.npc_add(ask(), "thug"))
    assert "cannot reach my database" in refused(await table.referee.init_status(ask()))
    assert f"{here} was moved away or replaced" in caplog.text
    assert here.exists() is replaced
    away.rename(here)
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert table.row().head == 2
    await table.store.close()


async def test_a_mistake_of_ours_is_no_database_out_of_reach(table: Table) -> None:
    def wrong(_: Unit) -> None:
        raise sqlite3.OperationalError("no such column")

    for asked in (table.store.write, table.store.read):
        with pytest.raises(sqlite3.OperationalError):
            await asked(wrong)


async def test_channels_play_side_by_side(table: Table) -> None:
    async def play(channel: int) -> None:
        agreed(await table.referee.init_start(ask(channel_id=channel), now=True))
        for _ in range(5):
            agreed(await table.referee.npc_add(ask(channel_id=channel), "thug"))

    await asyncio.gather(*(play(channel) for channel in range(200, 210)))
    heads = {channel: table.row(channel).head for channel in range(200, 210)}
    assert set(heads.values()) == {6}
    assert ANN not in heads


def test_a_file_that_cannot_be_opened_is_known_at_once(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        SqliteStore(tmp_path / "missing" / "table.db", with_codecs({}))
