"""Old and new work side by side on one database where the marks in it allow that, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, func, inspect, select, text

from bot.__main__ import main
from bot.monitoring.health import HealthCollector
from bot.processes.watchdog import Pulse
from bot.service.ports import OutdatedError, Unit
from bot.service.requests import Choosing
from bot.settings import Database
from bot.storage import migrate as module
from bot.storage.copying import CopyError, copy
from bot.storage.migrate import migrate, unpooled, version
from bot.storage.release_marks import MIGRATING, OURS, SCRIPTS
from bot.storage.tables import METADATA
from tests import postgres
from tests.monitoring.test_health import Bot
from tests.service.table import ANN, BRAWLER, OTHER_CHANNEL, Table, agreed, ask, refused
from tests.storage.additions import stumbled_over

NEXT, RELEASE = "9999", "7.0.0"
MIGRATIONS = list(ScriptDirectory(str(SCRIPTS)).walk_revisions())
_MARK = "INSERT INTO upgrades (revision, oldest, version) VALUES ('9999', '{}', '7.0.0')"
FORBIDS, ALLOWS = _MARK.format(NEXT), _MARK.format(OURS)
RENEWED = "UPDATE alembic_version SET version_num = '9999'"


def upgraded(database: Database, mark: str) -> None:
    """Have a newer release bring a database up to date, with a column that this one does not know."""
    with unpooled(database).begin() as connection:
        for statement in (mark, RENEWED, "ALTER TABLE orders ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'"):
            connection.exec_driver_sql(statement)


@pytest.fixture
def fresh(database: Database, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A database that other tests do not meet again."""
    if isinstance(database, Path):
        migrate(database)
        yield database
        return
    server: postgres.Server = request.getfixturevalue("postgres_server")
    address = server.create("upgraded")
    migrate(address)
    yield address
    server.run("postgres", "DROP DATABASE upgraded WITH (FORCE)")


# --- what migrations say


@pytest.mark.parametrize("script", MIGRATIONS, ids=lambda script: script.revision)
def test_every_migration_says_which_release_may_go_on_beside_it(script: object) -> None:
    oldest = getattr(script.module, "oldest_beside", None)  # type: ignore[attr-defined]
    assert oldest in {each.revision for each in MIGRATIONS}, "it says nothing: see CONTRIBUTING"
    assert oldest <= script.revision  # type: ignore[attr-defined]


def test_what_it_says_is_kept_where_older_releases_read_it(fresh: Database) -> None:
    with unpooled(fresh).connect() as connection:
        kept = {row.revision: row.oldest for row in connection.execute(text("SELECT * FROM upgrades"))}
    assert kept == {script.revision: script.module.oldest_beside for script in MIGRATIONS}


def test_one_that_lets_a_release_go_on_only_adds(tmp_path: Path) -> None:
    for script in MIGRATIONS:
        oldest = script.module.oldest_beside
        if oldest != script.revision:
            with tables_at(tmp_path, oldest) as before, tables_at(tmp_path, script.revision) as after:
                assert stumbled_over(inspect(before), inspect(after)) == [], script.revision


def tables_at(folder: Path, revision: str) -> Connection:
    """A database as the migrations up to one of them leave it."""
    path = folder / f"{revision}.db"
    engine = create_engine(f"sqlite:///{path}")
    if not path.exists():
        config = Config()
        config.set_main_option("script_location", str(SCRIPTS))
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    return engine.connect()


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("ALTER TABLE logs ADD COLUMN more BIGINT NOT NULL DEFAULT 0", []),
        ("ALTER TABLE logs ADD COLUMN more BIGINT", []),
        ("CREATE TABLE more (id BIGINT)", []),
        ("CREATE INDEX more ON logs (lost)", []),
        ("ALTER TABLE logs DROP COLUMN lost", ["the column logs.lost is gone"]),
        ("DROP TABLE rolls", ["the table rolls is gone"]),
        ("CREATE UNIQUE INDEX more ON logs (lost)", ["logs has a new bound: unique ['lost']"]),
    ],
)
def test_what_is_no_addition_is_seen(tmp_path: Path, statement: str, found: list[str]) -> None:
    before = tables_at(tmp_path, OURS)
    (tmp_path / "other").mkdir()
    with tables_at(tmp_path / "other", OURS) as after:
        after.exec_driver_sql(statement)
        assert stumbled_over(inspect(before), inspect(after)) == found
    before.close()


# --- a process that starts


def test_one_that_may_go_on_starts_and_changes_nothing(fresh: Database) -> None:
    upgraded(fresh, ALLOWS)
    migrate(fresh)
    assert version(fresh) == NEXT


def test_one_that_may_not_refuses_in_one_line(
    fresh: Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    upgraded(fresh, FORBIDS)
    monkeypatch.setenv("FIRETEAM_DATABASE", str(fresh))
    monkeypatch.setenv("FIRETEAM_TOKEN", "none")
    monkeypatch.setattr("bot.command_line.commands.configure_logging", lambda *_: None)
    for command_line in (["run"], ["audit"], ["migrate"]):
        assert main(command_line) == 2
        said = capsys.readouterr().err.strip()
        assert len(said.splitlines()) == 1
        assert f"Fireteam {RELEASE} ({NEXT})" in said
        assert "start that version, or restore the backup" in said


def test_nothing_is_copied_that_only_a_newer_release_knows(fresh: Database, tmp_path: Path) -> None:
    upgraded(fresh, ALLOWS)
    with pytest.raises(CopyError, match="newer version"):
        copy(fresh, tmp_path / "copy.db")


# --- a process that runs


async def test_one_that_may_go_on_does(fresh: Database) -> None:
    table = Table(fresh)
    await table.fight()
    upgraded(fresh, ALLOWS)
    agreed(await table.referee.init_next(ask()))
    assert table.audit().problems == []
    assert moods(fresh) == {"calm"}
    await table.store.close()


async def test_one_that_may_not_does_nothing_more_and_says_so(
    fresh: Database, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(fresh)
    await table.fight()
    before = counts(fresh)
    upgraded(fresh, FORBIDS)
    for _ in range(2):
        reply = await table.referee.init_next(ask())
        assert "old version" in refused(reply)
        assert reply.gives_way
    assert "old version" in refused(await table.referee.init_status(ask()))
    assert "old version" in refused(await table.referee.log_verify(ask()))
    assert "old version" in refused(await table.referee.sheet_import(ask(ANN), BRAWLER, "New"))
    assert await table.referee.complete(ask(), Choosing.ACTOR, "") == []
    assert counts(fresh) == before
    (told,) = [each for each in caplog.records if each.levelno == logging.CRITICAL]
    assert f"Fireteam {RELEASE} ({NEXT})" in told.getMessage()
    await table.store.close()


async def test_whoever_looks_after_it_is_told(fresh: Database) -> None:
    table = Table(fresh)
    upgraded(fresh, FORBIDS)
    look = HealthCollector(Bot(table.store), Pulse(lambda: 0.0)).look()
    assert [each for each in look.wrong() if "too old for its database" in each]
    assert "The database does not answer." not in look.wrong()
    assert list(HealthCollector(Bot(table.store), Pulse(lambda: 0.0)).collect())
    await table.store.close()


def moods(database: Database) -> set[str]:
    """What stands in the column that this release does not know."""
    with unpooled(database).connect() as connection:
        return set(connection.scalars(text("SELECT mood FROM orders")))


def counts(database: Database) -> list[int | None]:
    """How much there is of what people do."""
    names = ("interactions", "orders", "events", "outbox", "sheets")
    with unpooled(database).connect() as connection:
        return [connection.scalar(select(func.count()).select_from(METADATA.tables[name])) for name in names]


# --- both at the same moment


async def test_an_order_that_waits_for_a_migration_is_not_written(postgres_server: postgres.Server) -> None:
    address = postgres_server.create("migrating")
    table = Table(address)
    await table.fight()
    before = counts(address)
    with psycopg.connect(address) as migrating:
        migrating.execute("SELECT pg_advisory_xact_lock(%s, 1)", (MIGRATING,))
        migrating.execute(FORBIDS.encode())
        asked = asyncio.ensure_future(table.referee.init_next(ask()))
        done, _ = await asyncio.wait({asked}, timeout=0.3)
        assert not done
        migrating.commit()
    assert "old version" in refused(await asked)
    assert counts(address) == before
    await table.store.close()
    postgres_server.run("postgres", "DROP DATABASE migrating WITH (FORCE)")


async def test_a_migration_waits_for_an_order_and_lets_others_through(
    postgres_server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = postgres_server.swept("swept")
    monkeypatch.setattr(module, "GIVES_WAY_S", 0.1)
    begun, gave_way, go_on = threading.Event(), asyncio.Event(), threading.Event()
    upgrades = list[str]()
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(module.log, "warning", lambda _: loop.call_soon_threadsafe(gave_way.set))
    monkeypatch.setattr(module, "_upgrade", lambda _: upgrades.append("done"))
    table = Table(address)
    monkeypatch.setattr(module, "OURS", NEXT)

    def long(unit: Unit) -> int:
        unit.claim(1, 1)
        begun.set()
        go_on.wait(20)
        return len(upgrades)

    writing = asyncio.ensure_future(table.store.write(long))
    await asyncio.to_thread(begun.wait, 20)
    migrating = asyncio.ensure_future(asyncio.to_thread(migrate, address))
    await gave_way.wait()
    agreed(await table.referee.init_start(ask(channel_id=OTHER_CHANNEL), "Meanwhile", now=True))
    go_on.set()
    assert await writing == 0
    await migrating
    assert upgrades == ["done"]
    await table.store.close()


async def test_what_goes_wrong_on_tables_that_are_not_known_is_told_as_such(fresh: Database) -> None:
    """An order that reads what is gone has met a newer schema, and no mishap of ours."""
    table = Table(fresh)
    await table.sheet(ANN, "Axel")
    with unpooled(fresh).begin() as connection:
        connection.exec_driver_sql(FORBIDS)
        connection.exec_driver_sql("ALTER TABLE campaigns RENAME COLUMN settings TO chosen")
    assert "old version" in refused(await table.referee.init_start(ask(), "Yard", now=True))
    with pytest.raises(OutdatedError):
        table.look(lambda unit: unit.campaign(1, 1))
    await table.store.close()
