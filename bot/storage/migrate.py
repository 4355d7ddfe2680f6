"""How a database comes to have the tables of this version: by alembic, at each start that finds it to have older ones.

One that has newer ones is left as it is, and may be worked on where the marks in it say so. What only an upgrade needs,
which is a fifth of the bot's memory, is loaded where there is one.
"""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from bot import __version__
from bot.service.ports import UnreachedError
from bot.settings import MISTYPED, Database, SettingsError, check_there
from bot.storage.private import close_to_others, lay_private
from bot.storage.release_marks import OURS, SCRIPTS, outdated
from bot.storage.spelled import statements as sql

GIVES_WAY_S = 2  # everybody waits for a migration that waits for one long look: it lets them through, and tries again
PAUSE_S = 1.0
CONNECT_TIMEOUT_S = 5
PATIENCE_S = 900.0
BUSY = frozenset({"55P03", "40P01"})  # a lock that was not to be had in time, and a deadlock

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from sqlalchemy import Connection, Engine

log = logging.getLogger(__name__)


def migrate(database: Database) -> None:
    """Bring a database to the newest version; a file is made if there is none, closed to others.

    Raises:
        OutdatedError: it is of a newer version, beside which this one may not work.
        UnreachedError: there is no way to the server, or the file is none that can be worked on.
        SettingsError: the address is one that PostgreSQL does not understand.
    """
    if isinstance(database, Path):
        with reaching(database):
            _migrate_file(database)
    elif not _is_newest(database):
        _reach_and_migrate(database)


def migrate_aside(database: Database) -> None:
    """Bring the database of the settings up to date in a process of its own, which gives back all that this takes.

    What goes wrong there comes up again where `migrate` is asked for the same.
    """
    if not (_is_newest_file(database) if isinstance(database, Path) else _is_newest(database)):
        subprocess.run([sys.executable, "-m", "bot", "migrate"], check=False)


@contextmanager
def reaching(path: Path) -> Iterator[None]:
    """Tell of a file that cannot be worked on as of a server that there is no way to.

    Raises:
        UnreachedError: it cannot be opened, read or written; the error says why.
    """
    try:
        yield
    except Exception as error:
        cause = getattr(error, "orig", error)  # of what SQLAlchemy raises in an upgrade, what the driver did
        if not isinstance(cause, sqlite3.Error | OSError):
            raise
        why = cause.strerror if isinstance(cause, OSError) else cause
        raise UnreachedError(f"{path}: {why}.") from error


def _is_newest_file(path: Path) -> bool:
    with reaching(path):
        return path.exists() and _version_of_file(path) == OURS


def _is_newest(address: str) -> bool:
    """Tell whether a server can be asked and has the tables of this version; where it cannot, the upgrade says why."""
    try:
        import psycopg
    except ImportError:
        return False
    try:
        psycopg.conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError:  # whose words may hold a piece of the password
        raise SettingsError(MISTYPED) from None
    try:
        with psycopg.connect(address, connect_timeout=CONNECT_TIMEOUT_S) as connection:
            return connection.execute("SELECT version_num FROM alembic_version").fetchone() == (OURS,)
    except psycopg.Error:
        return False


def _reach_and_migrate(address: str) -> None:
    from sqlalchemy.exc import OperationalError

    try:
        _migrate_server(address)
    except OperationalError as error:
        raise UnreachedError(str(error.orig)) from error


def _migrate_file(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        lay_private(path)
    close_to_others(path)
    found = _version_of_file(path)
    if found is None or found < OURS:
        _upgrade_file(path)
    elif found > OURS:
        with closing(sqlite3.connect(path)) as connection:
            _check_standing(connection.execute(sql.FORBIDDING.sqlite, {"p_ours": OURS}).fetchone())


def version(database: Database) -> str | None:
    """Return the version of a database, None where it has none of our tables."""
    if isinstance(database, Path):
        with reaching(database):
            return _version_of_file(database) if database.exists() else None
    with unpooled(database).connect() as connection:
        return _version(connection)


def unpooled(database: Database) -> Engine:
    """Return the way to a database for what is done once, in a transaction that begins with its first statement.

    Raises:
        SettingsError: it is a PostgreSQL database, and there is no driver for it here.
    """
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

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
    from sqlalchemy import inspect, text

    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _upgrade_file(path: Path) -> None:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool, connect_args={"isolation_level": None})
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        _upgrade(connection)
        connection.commit()


def _migrate_server(address: str) -> None:
    """Migrate a server that others may be working on; what they are at is waited for, a short time each try."""
    from sqlalchemy.exc import OperationalError

    until_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _try_server(address)
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) not in BUSY or time.monotonic() >= until_s:
                raise
            log.warning("the database is in use: it is brought up to date as soon as nobody is in the way")
        time.sleep(PAUSE_S)


def _try_server(address: str) -> None:
    """Try once; where several want to at the same time, the first does it, and the others wait."""
    from sqlalchemy import text

    with unpooled(address).begin() as connection:
        connection.exec_driver_sql(sql.HOLD_MIGRATIONS.postgresql)
        found = _version(connection)
        if found is None or found < OURS:
            connection.execute(text(f"SET LOCAL lock_timeout = '{GIVES_WAY_S}s'"))
            connection.exec_driver_sql(sql.HOLD_SCHEMA_ALONE.postgresql)
            _upgrade(connection)
        elif found > OURS:
            _check_standing(connection.exec_driver_sql(sql.FORBIDDING.postgresql, {"p_ours": OURS}).first())


def _check_standing(forbidding: Sequence[str] | None) -> None:
    """Raise OutdatedError where a newer version has forbidden this one to work on its database."""
    if forbidding is not None:
        raise outdated(OURS, *forbidding)


def _upgrade(connection: Connection) -> None:
    logging.getLogger("alembic").setLevel(logging.WARNING)  # first, for its plugins are told of as they are imported
    from alembic import command  # a seventh of the start: only for a database that is not at the newest version
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    _mark(connection, ScriptDirectory.from_config(config))


def _mark(connection: Connection, scripts: ScriptDirectory) -> None:
    """Write down for older releases what each migration says of them."""
    from sqlalchemy import select

    from bot.storage import tables as t

    known = set(connection.scalars(select(t.upgrades.c.revision)))
    marks = [
        {"revision": each.revision, "oldest": each.module.oldest_beside, "version": __version__}
        for each in scripts.walk_revisions()
        if each.revision not in known
    ]
    if marks:
        connection.execute(t.upgrades.insert(), marks)


def backup(path: Path, target: Path) -> None:
    """Copy the database at ``path``, which may be in use, to a new file that only its owner may read.

    Raises:
        FileExistsError: there is something at ``target`` already.
        SettingsError: there is no file at ``path``.
        UnreachedError: that is no database, or there is no room or no leave to write; nothing is left at ``target``.
    """
    check_there(path)
    if target.exists():
        raise FileExistsError(target)
    with reaching(target):
        lay_private(target)
    try:
        with reaching(path), closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(target)) as copy:
            # All at once: a copy in steps begins anew whenever somebody writes between two of them.
            source.backup(copy)
    except UnreachedError:
        target.unlink()
        raise
