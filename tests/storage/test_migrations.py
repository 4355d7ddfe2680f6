"""The migrations make exactly the tables that the code knows, at every start."""

from __future__ import annotations

from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine
from sqlalchemy.dialects.postgresql import dialect

from bot.storage.migrate import migrate
from bot.storage.tables import METADATA

COMPARE = {"compare_type": True, "compare_server_default": True}


def test_migrations_and_models_agree(tmp_path: Path) -> None:
    path = tmp_path / "new" / "fresh.db"
    migrate(path)
    with create_engine(f"sqlite:///{path}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts=COMPARE), METADATA) == []


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "fresh.db"
    migrate(path)
    before = path.read_bytes()
    migrate(path)
    assert path.read_bytes() == before


def test_ids_are_wide_enough_for_discord_everywhere() -> None:
    spelled = {str(column.type.compile(dialect())) for table in METADATA.tables.values() for column in table.columns}  # type: ignore[no-untyped-call]
    assert spelled == {"BIGINT", "TEXT", "BYTEA"}
