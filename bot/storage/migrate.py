"""How a database comes to have the tables of this version: by alembic, at each start that finds it to have others."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from bot.service.ports import UnreachedError
from bot.settings import Database, SettingsError
from bot.storage.private import close_to_others, lay_private

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
MIGRATING = 0x46495245  # the lock of whoever brings a PostgreSQL database up to date, and no guild's


def migrate(database: Database) -> None:
    """Bring a database to the newest version; a file is made if there is none, closed to others.

    Raises:
        UnreachedError: there is no way to the server.
    """
    if isinstance(database, Path):
        _migrate_file(database)
    else:
        try:
            _upgrade_server(database)
        except OperationalError as error:
            raise UnreachedError(str(error.orig)) from error


def _migrate_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        lay_private(path)
    close_to_others(path)
    if _version_of_file(path) != newest():
        _upgrade_file(path)


def newest() -> str:
    """The newest version there is: each is a file whose name begins with it."""
    return max(SCRIPTS.glob("versions/*.py")).stem.partition("_")[0]


def version(database: Database) -> str | None:
    """The version of a database, None where it has none of our tables."""
    if isinstance(database, Path):
        return _version_of_file(database) if database.exists() else None
    with unpooled(database).connect() as connection:
        return _version(connection)


def unpooled(database: Database) -> Engine:
    """The way to a database for what is done once, in a transaction that begins with its first statement.

    Raises:
        SettingsError: it is a PostgreSQL database, and there is no driver for it here.
    """
    if isinstance(database, Path):
        return create_engine(f"sqlite:///{database}", poolclass=NullPool)
    address = "postgresql+psycopg://" + database.partition("://")[2]
    try:
        return create_engine(address, poolclass=NullPool)
    except ImportError as error:  # the driver is not installed where only files are wanted
        raise SettingsError("PostgreSQL needs its driver: install the extra postgresql, or name a file.") from error


def _version_of_file(path: Path) -> str | None:
    with closing(sqlite3.connect(path)) as connection:
        known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone()
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if known else None
    return found[0] if found else None


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _upgrade_file(path: Path) -> None:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"isolation_level": None})
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        _upgrade(connection)
        connection.commit()


def _upgrade_server(address: str) -> None:
    """The same for a server, of which others may ask it at the same time; the first does it, and the others wait."""
    with unpooled(address).begin() as connection:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key, 0)"), {"key": MIGRATING})
        if _version(connection) != newest():
            _upgrade(connection)


def _upgrade(connection: Connection) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # first, for its plugins are told of as they are imported
    from alembic import command  # a seventh of the start: only for a database that is not at the newest version
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


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
