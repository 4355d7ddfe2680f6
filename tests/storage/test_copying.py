"""A database that was carried to the other kind and back is the same, and every fight in it goes on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, inspect, select, text
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import OperationalError

from bot import app
from bot.__main__ import main
from bot.service.orders.audit import audit
from bot.settings import Database, Settings
from bot.storage import copying
from bot.storage.copying import CopyError, copy
from bot.storage.migrate import migrate, unpooled
from bot.storage.tables import METADATA
from tests import postgres
from tests.service.table import ANN, CHANNEL, GM, Table, agreed, ask

DATABASES = Path(__file__).parents[1] / "databases"
RECORDED = sorted((DATABASES / "before_fair").glob("*.sqlite"))
LATER = sorted((DATABASES / "before_never_freezes").glob("*.sqlite"))


@pytest.fixture
def server(postgres_server: postgres.Server) -> str:
    """A database of a server without any row."""
    return postgres_server.swept("swept")


def kept(database: Database) -> Mapping[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    with unpooled(database).connect() as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }


async def gone_on(database: Database) -> list[str]:
    """Go on in every scene of a database; what the audits found afterwards."""
    bot = app.make_bot(Settings(database=database))
    rows = bot.store.look(lambda unit: [unit.scene_row(each) for each in unit.scene_ids()])
    for row in rows:
        place = {"guild_id": row.guild_id, "channel_id": row.channel_id}
        agreed(await bot.referee.init_next(ask(GM, **place)))
    house = app.house()
    found = [bot.store.look(partial(audit, house=house, scene_id=row.id)) for row in rows]
    assert bot.store.look(lambda unit: [unit.scene_row(row.id).head - row.head for row in rows]) == [1] * len(rows)
    await bot.store.close()
    return [what for findings in found for _, what in findings.problems]


@pytest.mark.one_system
@pytest.mark.parametrize("recorded", [*RECORDED, *LATER], ids=lambda path: f"{path.parent.name} {path.stem}")
async def test_fights_are_carried_over_and_back(recorded: Path, server: str, tmp_path: Path) -> None:
    first, back = tmp_path / "first.db", tmp_path / "back.db"
    shutil.copy(recorded, first)
    migrate(first)
    rows = copy(first, server)
    assert rows["orders"] > 10
    assert rows["events"] > 10
    assert copy(server, back) == rows
    assert kept(server) == kept(first) == kept(back)
    for database in (first, server, back):
        assert await gone_on(database) == []


def test_five_systems_are_carried_over() -> None:
    for recorded in (RECORDED, LATER):
        assert {path.stem for path in recorded} >= set(app.SYSTEMS)


async def fights_of_all_systems(database: Database) -> None:
    """A fight of each system under way in one database, with a sheet of a player's in it."""
    bot = app.make_bot(Settings(database=database))
    for at, (key, system) in enumerate(app.house().systems.items()):
        place = {"channel_id": CHANNEL + at}
        agreed(await bot.referee.campaign_setup(ask(GM, **place), key))
        sheet = json.dumps(dict(system.templates[system.starter])).encode()
        agreed(await bot.referee.sheet_import(ask(ANN, **place), sheet, "Ann Reyes"))
        agreed(await bot.referee.npc_add(ask(GM, **place), system.starter, count=2))
        agreed(await bot.referee.init_start(ask(GM, **place), f"The {key} bridge", now=True))
        agreed(await bot.referee.init_join(ask(ANN, **place)))
        agreed(await bot.referee.init_next(ask(GM, **place)))
    await bot.store.close()


async def test_one_database_of_all_systems_is_carried_over_and_back(server: str, tmp_path: Path) -> None:
    first, back = tmp_path / "first.db", tmp_path / "back.db"
    await fights_of_all_systems(first)
    assert copy(first, server)["scenes"] == len(app.SYSTEMS)
    copy(server, back)
    assert kept(server) == kept(first) == kept(back)
    for database in (first, server, back):
        assert await gone_on(database) == []


def rows_of_each(database: Database) -> dict[str, int]:
    """How many rows each table has, of all that there are, whether the code knows them or not."""
    with unpooled(database).connect() as connection:
        names = set(inspect(connection).get_table_names()) - {"alembic_version"}
        return {name: connection.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in names}  # noqa: S608


def test_no_table_is_forgotten(server: str, tmp_path: Path) -> None:
    """Every table has rows, and all rows refer to each other, since all their numbers are the same."""
    first, back = tmp_path / "first.db", tmp_path / "back.db"
    migrate(first)
    with unpooled(first).begin() as connection:
        for table in METADATA.sorted_tables:
            values = {int: 7, str: "seven", bytes: b"seven"}
            connection.execute(table.insert(), {each.name: values[each.type.python_type] for each in table.columns})
    wanted = rows_of_each(first)
    assert min(wanted.values()) > 0
    copy(first, server)
    copy(server, back)
    assert rows_of_each(server) == rows_of_each(back) == wanted
    assert kept(server) == kept(first) == kept(back)


async def test_ids_go_on_behind_those_that_are_gone(tmp_path: Path, server: str) -> None:
    table = Table(tmp_path / "first.db")
    await table.fight()
    letters = await table.letters()
    newest = max(each.id for each in letters)
    table.tamper("DELETE FROM letter_parts")
    table.tamper("DELETE FROM letters")
    await table.store.close()
    copy(tmp_path / "first.db", server)
    copy(server, tmp_path / "back.db")
    for database in (server, tmp_path / "back.db"):
        again = Table(database)
        assert min(each.id for each in await again.letters()) > newest
        await again.sheet(ANN, "Spare")
        agreed(await again.referee.npc_add(ask(channel_id=CHANNEL + 50), "thug"))
        assert again.audit().problems == []
        await again.store.close()


async def test_a_database_in_use_is_copied_as_it_was_at_one_moment(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two tables somebody writes to both: neither the copy nor the comparison has anything of it."""
    table, carried = Table(tmp_path / "first.db"), copying._carried
    await table.fight()
    before = kept(tmp_path / "first.db")

    def carried_while_others_write(*tables: Any) -> int:
        copied = carried(*tables)
        table.tamper("UPDATE sheets SET name = name || '!'")
        table.tamper("UPDATE orders SET at_ms = at_ms + 1")
        return copied

    monkeypatch.setattr(copying, "_carried", carried_while_others_write)
    copy(tmp_path / "first.db", server)
    assert kept(server) == before != kept(tmp_path / "first.db")
    await table.store.close()


def test_a_copy_that_reads_otherwise_is_not_kept(tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    carried = copying._carried

    def spoiled(reading: Connection, writing: Connection, table: SqlTable) -> int:
        copied = carried(reading, writing, table)
        if table.name == "keys":
            writing.execute(table.update().values(secret=b"another"))
        return copied

    migrate(tmp_path / "first.db")
    migrate(server)
    before = kept(server)
    monkeypatch.setattr(copying, "_carried", spoiled)
    with pytest.raises(CopyError, match="keys reads otherwise"):
        copy(tmp_path / "first.db", server)
    assert kept(server) == before


def test_only_an_empty_database_is_written_to(tmp_path: Path, server: str) -> None:
    migrate(tmp_path / "first.db")
    with unpooled(server).begin() as connection:
        connection.execute(METADATA.tables["campaigns"].insert(), {"guild_id": 1, "channel_id": 0, "settings": b"{}"})
    with pytest.raises(CopyError, match="campaigns is not empty"):
        copy(tmp_path / "first.db", server)
    with pytest.raises(CopyError, match="nothing to copy"):
        copy(tmp_path / "missing.db", tmp_path / "second.db")
    assert not (tmp_path / "second.db").exists()


def test_an_older_database_is_brought_up_to_date_first(tmp_path: Path, server: str) -> None:
    shutil.copy(RECORDED[0], tmp_path / "older.db")
    with pytest.raises(CopyError, match="python -m bot migrate"):
        copy(tmp_path / "older.db", server)


async def test_what_the_other_cannot_hold_is_named_and_nothing_is_kept(tmp_path: Path, server: str) -> None:
    table = Table(tmp_path / "first.db")
    await table.sheet(ANN, "Axel")
    assert table.tamper("UPDATE sheets SET name = :name", name="A\x00B") == 1
    await table.store.close()
    with pytest.raises(CopyError, match="sheets"):
        copy(tmp_path / "first.db", server)
    with unpooled(server).connect() as connection:
        assert connection.scalar(select(func.count()).select_from(METADATA.tables["sheets"])) == 0
        assert connection.execute(select(METADATA.tables["keys"])).all()


def test_what_is_in_its_way_is_one_line_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> int:
        raise OperationalError("INSERT", (), sqlite3.OperationalError("database or disk is full"))

    migrate(tmp_path / "one.db")
    monkeypatch.setattr("bot.storage.copying._carried", full)
    assert main(["copy", str(tmp_path / "one.db"), str(tmp_path / "other.db")]) == 2
    assert capsys.readouterr().err == "The database cannot be reached: database or disk is full\n"
    assert not any(kept(tmp_path / "other.db")["chapters"])


def test_the_command_copies_and_audits(tmp_path: Path, server: str, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(RECORDED[0], tmp_path / "first.db")
    migrate(tmp_path / "first.db")
    assert main(["copy", str(tmp_path / "first.db"), server]) == 0
    assert "The audit of 1 scene found 0 problems" in capsys.readouterr().out
    assert main(["copy", str(tmp_path / "first.db"), server]) == 2
    assert "Name a new one" in capsys.readouterr().err
