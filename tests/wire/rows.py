"""What a bot's database holds, by plain SQL and behind its back, so that a mistake in its own reading cannot hide."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg

from bot.settings import Database


def rows(database: Database, *queries: str) -> list[list[tuple[Any, ...]]]:
    """What each query finds, all at one moment, in a database that may be in use."""
    if isinstance(database, Path):
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
            connection.execute("BEGIN")
            return [list(connection.execute(query)) for query in queries]
    with psycopg.connect(database) as reading:
        reading.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        return [reading.execute(query.encode()).fetchall() for query in queries]
