"""The migrations make exactly the tables that the code knows, at every start."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.dialects.postgresql import dialect

from bot.storage.migrate import migrate
from bot.storage.release_marks import SCRIPTS, newest
from bot.storage.tables import METADATA

COMPARE = {"compare_type": True, "compare_server_default": True}


def test_migrations_and_models_agree(tmp_path: Path) -> None:
    path = tmp_path / "new" / "fresh.db"
    migrate(path)
    with create_engine(f"sqlite:///{path}").connect() as connection:
        assert differences(connection) == []


def differences(connection: Connection) -> list[object]:
    """What the tables of a database have otherwise than the code."""
    return list(compare_metadata(MigrationContext.configure(connection, opts=COMPARE), METADATA))


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fresh.db"
    migrate(path)
    before = path.read_bytes()
    migrate(path)
    assert path.read_bytes() == before


def test_the_newest_version_is_the_one_that_alembic_would_come_to() -> None:
    assert newest() == ScriptDirectory(str(SCRIPTS)).get_current_head()


def test_an_empty_file_gets_its_tables(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    migrate(path)
    assert tables(path) == {*METADATA.tables, "alembic_version"}


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    migrate(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("".join(f"DROP TABLE {name};" for name in METADATA.tables))
        connection.execute("DELETE FROM alembic_version")
    migrate(path)
    assert tables(path) == {*METADATA.tables, "alembic_version"}


def tables(path: Path) -> set[str]:
    """The tables of a database, but for those that SQLite makes for itself."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return {name for (name,) in rows}


def test_ids_are_wide_enough_for_discord_everywhere() -> None:
    spelled = {str(column.type.compile(dialect())) for table in METADATA.tables.values() for column in table.columns}  # type: ignore[no-untyped-call]
    assert spelled == {"BIGINT", "TEXT", "BYTEA"}
