"""Which store a database has, by what it is called: a file has SQLite, an address PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.service.systems import PlayableSystem
from bot.settings import Database
from bot.storage.codec import with_codecs
from bot.storage.migrate import migrate, reaching
from bot.storage.sqlite import SqliteStore
from bot.storage.store import SqlStore


def opened(database: Database, systems: Mapping[str, PlayableSystem]) -> SqlStore:
    """Return the store of a database, which is brought up to date first.

    Raises:
        SettingsError: it is a PostgreSQL database, and there is no driver for it here.
        UnreachedError: there is no way to it.
    """
    world = with_codecs(systems)
    migrate(database)
    if isinstance(database, Path):
        with reaching(database):
            return SqliteStore(database, world)
    from bot.storage.postgres import PostgresStore  # its driver is not installed where only files are wanted

    return PostgresStore(database, world)
