"""What is PostgreSQL's alone: a job is run until it is committed, over connections that come and go."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

import msgspec
import psycopg
import pytest
from psycopg.errors import (
    AdminShutdown,
    CannotConnectNow,
    CrashShutdown,
    DeadlockDetected,
    DiskFull,
    IdleInTransactionSessionTimeout,
    IdleSessionTimeout,
    LockNotAvailable,
    SerializationFailure,
    TooManyConnections,
    UniqueViolation,
)
from sqlalchemy import Executable, inspect

from bot.service.ports import AskedFrom, Unit, UnreachedError
from bot.service.requests import Choosing
from bot.service.rows import Hold, SceneRow
from bot.storage import postgres as store_module
from bot.storage import statements as sql
from bot.storage.codec import with_codecs
from bot.storage.migrate import migrate, unpooled, version
from bot.storage.pipeline import Pipeline
from bot.storage.postgres import PostgresStore
from bot.storage.release_marks import newest
from bot.storage.tables import METADATA
from bot.storage.unit import SqlUnit
from tests import postgres
from tests.service.table import ANN, BRAWLER, CHANNEL, GM, GUILD, Table, agreed, ask, refused
from tests.storage.test_migrations import differences
from tests.storage.test_writer import claim

END = "SELECT pg_terminate_backend(pg_backend_pid())"
OPENED: Final = 555
THREAD: Final = {"channel_id": OPENED, "parent_id": CHANNEL, "own_thread": True}


@pytest.fixture
async def table(postgres_server: postgres.Server) -> AsyncIterator[Table]:
    made = Table(postgres_server.swept("swept"))
    yield made
    await made.store.close()


def failing(times: int, fail: Callable[[Unit], None]) -> Callable[[Unit], bytes]:
    """Work that claims an interaction and fails a few times before it answers."""
    tries: list[None] = []

    def work(unit: Unit) -> bytes:
        claim(1)(unit)
        tries.append(None)
        if len(tries) <= times:
            fail(unit)
        return f"try {len(tries)}".encode()

    return work


def cut_off(unit: Unit) -> None:
    """Have the server end the connection in the middle of a job."""
    assert isinstance(unit, SqlUnit)
    unit._cursor.execute(END, {})
    unit._cursor.fetchall()


@pytest.mark.parametrize("error", [DeadlockDetected, LockNotAvailable, SerializationFailure, UniqueViolation])
async def test_what_was_in_anothers_way_is_run_again(table: Table, error: type[psycopg.Error]) -> None:
    def fail(_: Unit) -> None:
        raise error

    assert await table.store.write(failing(2, fail)) == b"try 3"


@pytest.mark.parametrize(
    "error",
    [
        *(AdminShutdown, CrashShutdown, CannotConnectNow, IdleSessionTimeout, IdleInTransactionSessionTimeout),
        TooManyConnections,
    ],
)
async def test_what_a_server_says_that_takes_it_again_later_is_a_loss(table: Table, error: type[psycopg.Error]) -> None:
    def fail(_: Unit) -> None:
        raise error

    assert await table.store.write(failing(1, fail)) == b"try 2"


async def test_whoever_writes_waits_and_stands_still_for_so_long_alone(table: Table) -> None:
    """That a whole transaction takes too long, servers before version 17 cannot tell."""

    def settings(unit: Unit) -> list[tuple[Any, ...]]:
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute(
            "SELECT current_setting('lock_timeout'), current_setting('transaction_isolation'),"
            " coalesce(current_setting('transaction_timeout', true), '90s')",
            {},
        )
        return unit._cursor.fetchall()

    assert await table.store.write(settings) == [("20s", "read committed", "90s")]


async def test_a_lasting_failure_is_told(table: Table) -> None:
    def fail(_: Unit) -> None:
        raise UniqueViolation

    with pytest.raises(UniqueViolation):
        await table.store.write(failing(99, fail))
    assert await table.store.write(claim(1, b"again")) == b"again"


async def test_a_server_whose_disk_is_full_is_out_of_reach(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    def fail(_: Unit) -> None:
        raise DiskFull("no space left on device")

    with pytest.raises(UnreachedError):
        await table.store.write(failing(1, fail))
    assert "the database is out of reach: no space left on device" in caplog.text


async def test_a_job_whose_connection_is_lost_is_run_again_on_another(table: Table) -> None:
    assert await table.store.write(failing(2, cut_off)) == b"try 3"
    assert await table.store.write(claim(1, b"again")) == b"done"


async def test_one_lost_at_its_commit_has_acted_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await table.fight()
    head, lost = table.row().head, [psycopg.OperationalError("the connection is lost")]
    check = store_module._Cursor.check_committed

    def committed_and_lost(cursor: store_module._Cursor) -> None:
        check(cursor)
        if lost:
            raise lost.pop()

    monkeypatch.setattr(store_module._Cursor, "check_committed", committed_and_lost)
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    assert lost == []
    assert table.row().head == head + 1
    assert table.audit().problems == []


async def test_a_look_whose_connection_is_lost_is_taken_again(table: Table) -> None:
    assert await table.store.read(failing_look(1)) == 2
    assert table.look(lambda unit: unit.scene_ids()) == []


def failing_look(times: int) -> Callable[[Unit], int]:
    """A look that loses its connection a few times; how often it was tried."""
    tries: list[None] = []

    def look(unit: Unit) -> int:
        tries.append(None)
        if len(tries) <= times:
            cut_off(unit)
        return len(tries)

    return look


async def test_a_server_that_throws_everybody_out_is_not_noticed(
    table: Table, postgres_server: postgres.Server
) -> None:
    await table.fight()
    head = table.row().head
    postgres_server.run(
        "postgres", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'swept' AND pid <> 0"
    )
    hurting = (table.referee.act(ask(), "Axel", "hurt", {"points": 1}) for _ in range(8))
    for reply in await asyncio.gather(*hurting):
        agreed(reply)
    assert table.row().head == head + 8
    assert await table.postbox.channels() == (CHANNEL,)


async def test_what_is_asked_while_the_server_is_away_is_answered_when_it_is_back(
    table: Table, postgres_server: postgres.Server
) -> None:
    await table.fight()
    head = table.row().head
    with postgres_server.away():
        hurting = [asyncio.ensure_future(table.referee.act(ask(), "Axel", "hurt", {"points": 1})) for _ in range(5)]
        looking = asyncio.ensure_future(table.referee.init_status(ask()))
        await asyncio.to_thread(lambda: None)
    for reply in await asyncio.gather(*hurting, looking):
        agreed(reply)
    assert table.row().head == head + 5
    assert table.audit().problems == []


async def test_who_asks_for_too_long_of_a_server_that_is_away_is_told_so(
    table: Table, postgres_server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.fight()
    monkeypatch.setattr(store_module, "WRITER_PATIENCE_S", 0.0)
    monkeypatch.setattr(store_module, "READER_PATIENCE_S", 0.0)
    with postgres_server.away():
        asked = (table.referee.init_end(ask()), table.referee.init_status(ask()), table.referee.log_verify(ask()))
        for reply in await asyncio.gather(*asked):
            assert "cannot reach" in refused(reply)
        assert "cannot reach" in refused(await table.referee.sheet_import(ask(ANN), BRAWLER, "New"))
        assert await table.referee.complete(ask(), Choosing.ACTOR, "") == []
    assert table.audit().problems == []
    assert table.scene().fight is not None


async def test_a_failed_statement_that_nobody_noticed_commits_nothing(table: Table) -> None:
    def unnoticed(unit: Unit) -> None:
        unit.claim(5, 0)
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute("SELECT 1 / 0", {})

    with pytest.raises(psycopg.errors.DivisionByZero):
        await table.store.write(unnoticed)
    assert await table.store.write(claim(5, b"again")) == b"again"


async def test_an_order_of_many_events_is_kept_whole(table: Table) -> None:
    """They are sent by handfuls, of which the last is not full."""
    agreed(await table.referee.npc_add(ask(), "thug", 11))
    agreed(await table.referee.npc_add(ask(), "thug", 8))
    assert table.row().seq >= 19
    assert table.audit().problems == []


async def test_what_a_refusal_takes_back_leaves_a_connection_that_works(table: Table) -> None:
    def rewound(unit: Unit) -> bytes:
        for number in range(100, 110):
            unit.claim(number, 0)
        unit.rewind()
        return claim(100, b"second")(unit)

    assert await table.store.write(rewound) == b"second"
    for number in range(101, 110):
        assert await table.store.write(claim(number)) == b"done"


@pytest.mark.parametrize("foreseen", [True, False])
async def test_a_scene_is_as_it_stands_when_it_is_looked_at(table: Table, foreseen: bool) -> None:
    """Whoever holds a guild together with others has it asked for with the claim."""
    await table.fight()
    was = table.row()

    def work(unit: Unit) -> list[SceneRow | None]:
        unit.claim(5, 0, AskedFrom(GUILD, CHANNEL))
        unit.save(msgspec.structs.replace(was, numbered=77), None, unit.state(was))
        found = [unit.scene_at(CHANNEL)]
        unit.rewind()
        unit.claim(5, 0, AskedFrom(GUILD, CHANNEL))
        return [*found, unit.scene_at(CHANNEL), unit.scene_at(CHANNEL), unit.scene_at(CHANNEL + 1)]

    hold = Hold(guild_id=GUILD, alone=not foreseen)
    changed, *unchanged, nowhere = await table.store.write(work, hold)
    assert changed == msgspec.structs.replace(was, numbered=77)
    assert unchanged == [was, was]
    assert nowhere is None


@pytest.mark.parametrize("asker", [ANN, GM])
@pytest.mark.parametrize("place", [{}, THREAD, {**THREAD, "channel_id": 557}], ids=["channel", "thread", "forgotten"])
async def test_an_order_waits_for_the_server_once_before_it_is_committed(
    table: Table, monkeypatch: pytest.MonkeyPatch, asker: int, place: dict[str, Any]
) -> None:
    await table.fight()
    log = (await table.letters())[0].log
    await table.postbox.log_opened(msgspec.structs.replace(log, starter_id=5, thread_id=OPENED))
    agreed(await table.referee.init_show(ask(), "Lurker"))  # behind whom a round waits unseen, which is looked for
    await table.turn_of("Axel")
    waits: list[None] = []
    send = Pipeline._send

    def sent(pipeline: Pipeline) -> None:
        waits.append(None)
        send(pipeline)

    monkeypatch.setattr(Pipeline, "_send", sent)
    agreed(await table.referee.act(ask(asker, **place), "Axel", "rest"))
    assert len(waits) == 2


async def test_a_thread_that_is_opened_meanwhile_is_known_at_once(table: Table) -> None:
    await table.fight()
    log = (await table.letters())[0].log

    def work(unit: Unit) -> list[int]:
        unit.claim(5, 0, AskedFrom(GUILD, CHANNEL, ANN, OPENED))
        found = [unit.home_of(GUILD, OPENED), unit.home_of(GUILD, OPENED)]
        unit.save_log_thread(msgspec.structs.replace(log, starter_id=5, thread_id=OPENED))
        return [*found, unit.home_of(GUILD, OPENED)]

    assert await table.store.write(work, Hold(guild_id=GUILD)) == [0, 0, CHANNEL]


async def test_a_number_over_64_bits_is_refused_before_it_gets_there(table: Table) -> None:
    with pytest.raises((OverflowError, psycopg.DataError)):
        await table.store.write(claim(2**64))
    assert await table.store.write(claim(2**63 - 1)) == b"done"


async def test_a_server_that_is_not_there_is_known_at_once(postgres_server: postgres.Server) -> None:
    away = postgres_server.address("nothing_here")
    with pytest.raises(UnreachedError):
        migrate(away)
    with pytest.raises(UnreachedError):
        PostgresStore(away, with_codecs({}))


async def test_the_writer_rests_while_the_database_works(table: Table) -> None:
    busy: list[float] = []

    def work(unit: Unit) -> None:
        busy.append(table.store.writer_busy_s())

    assert table.store.writer_busy_s() == 0
    await table.store.write(work)
    assert busy[0] > 0
    assert table.store.writer_busy_s() == 0


async def test_it_is_durable_where_the_server_would_not_be(postgres_server: postgres.Server) -> None:
    hasty = postgres_server.address("swept") + "&options=-csynchronous_commit%3Doff"
    postgres_server.swept("swept")
    made = Table(hasty)
    found: list[object] = []

    def look(unit: Unit) -> None:
        assert isinstance(unit, SqlUnit)
        unit._cursor.execute("SHOW synchronous_commit", {})
        found.extend(unit._cursor.fetchall())

    await made.store.write(look)
    await made.store.close()
    assert found == [("on",)]


# --- the tables


async def test_two_that_start_at_once_make_the_tables_once(postgres_server: postgres.Server) -> None:
    postgres_server.run("postgres", "DROP DATABASE IF EXISTS fresh")
    address = postgres_server.create("fresh")
    await asyncio.gather(*(asyncio.to_thread(migrate, address) for _ in range(3)))
    assert version(address) == newest()
    engine = unpooled(address)
    with engine.connect() as connection:
        assert differences(connection) == []
        assert set(inspect(connection).get_table_names()) == {*METADATA.tables, "alembic_version"}


def test_names_have_one_order_whatever_the_language_of_the_database() -> None:
    assert 'ORDER BY sheets.name_key COLLATE "C"' in sql.for_postgresql(sql.SHEETS)
    assert "COLLATE" not in sql.for_sqlite(sql.SHEETS)


async def test_sheets_come_in_the_order_of_their_letters(table: Table) -> None:
    for name in ("Zoe", "Änne", "axel", "Bea", "a b", "aa"):
        await table.sheet(ANN, name)
    names = [row.name for row in table.look(lambda unit: unit.sheets(10, ANN, "toy"))]
    assert names == sorted(names, key=str.casefold)


def test_every_statement_can_be_spelled_for_either() -> None:
    named = [each for each in vars(sql).values() if isinstance(each, Executable)]
    assert len(named) > 50
    for statement in named:
        assert "%(" in sql.for_postgresql(statement) or ":" not in sql.for_sqlite(statement)
