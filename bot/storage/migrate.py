"""How a database comes to have the tables of this version: by alembic, at each start that finds it to have others."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from bot.storage.private import close_to_others, lay_private

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"


def migrate(path: Path) -> None:
    """Bring the database at ``path`` to the newest version, making it if there is none, closed to others."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        lay_private(path)
    close_to_others(path)
    if _version(path) != newest():
        _upgrade(path)


def newest() -> str:
    """The newest version there is: each is a file whose name begins with it."""
    return max(SCRIPTS.glob("versions/*.py")).stem.partition("_")[0]


def _version(path: Path) -> str | None:
    with closing(sqlite3.connect(path)) as connection:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    return found[0] if found else None


def _upgrade(path: Path) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # first, for its plugins are told of as they are imported
    from alembic import command  # a seventh of the start: only for a database that is not at the newest version
    from alembic.config import Config

    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"isolation_level": None})
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config = Config()
        config.set_main_option("script_location", str(SCRIPTS))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.commit()


def backup(path: Path, target: Path) -> None:
    """Copy the database at ``path``, which may be in use, to a new file that only its owner may read.

    Raises:
        FileExistsError: there is something at ``target`` already.
        FileNotFoundError: there is no database at ``path``.
    """
    if not path.exists():
        raise FileNotFoundError(path)
    try:
        lay_private(target)
    except FileExistsError:
        raise FileExistsError(target) from None  # with the path alone, as its reader is told
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
        # All at once: a copy in steps begins anew whenever somebody writes between two of them.
        source.backup(copy)
