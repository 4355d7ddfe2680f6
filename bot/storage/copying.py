"""How a whole database becomes one of the other kind: row by row, at one moment, and believed only once it is equal.

Both must be of the newest version, and the new one must be empty. Everything is written in one transaction, so that a
copy that fails leaves nothing behind.
"""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import Connection, Table, func, select, text
from sqlalchemy.exc import DataError, OperationalError

from bot.service.ports import UnreachedError
from bot.settings import Database
from bot.storage.migrate import migrate, unpooled, version
from bot.storage.release_marks import OURS
from bot.storage.tables import METADATA

BATCH = 500
MADE_BY_MIGRATIONS = ("keys", "upgrades")
OF_PROCESSES = ("leases", "identifies")  # a process that only looked in has left its mark there


class CopyError(Exception):
    """A database cannot be copied, or not there; the message says why and what would work."""


def copy(source: Database, target: Database) -> dict[str, int]:
    """Carry everything from one database to another, which is made if there is none, and return how many rows each
    table has.

    Raises:
        CopyError: they are not fit for it, or what was written reads otherwise; nothing was kept then.
        UnreachedError: there is no way to one of them, or it takes nothing.
    """
    try:
        return _copied(source, target)
    except OperationalError as error:
        raise UnreachedError(str(error.orig)) from error


def _copied(source: Database, target: Database) -> dict[str, int]:
    found = version(source)
    if found is None:
        raise CopyError("There is nothing to copy: the first database has no tables.")
    if found > OURS:
        raise CopyError("The first database is of a newer version: copy it with that version of the bot.")
    if found < OURS:
        raise CopyError("The first database is of an older version: bring it up to date with `python -m bot migrate`.")
    migrate(target)
    with unpooled(source).connect() as reading, unpooled(target).begin() as writing:
        _at_one_moment(reading)
        _check_empty(writing)
        rows = {table.name: _carried(reading, writing, table) for table in METADATA.sorted_tables}
        _set_sequences(reading, writing)
        for table in METADATA.sorted_tables:
            if _digest(reading, table) != _digest(writing, table):
                raise CopyError(f"The table {table.name} reads otherwise in the copy: nothing was kept.")
    return rows


def _at_one_moment(connection: Connection) -> None:
    """Have all that is read be as it was at one moment, though the database may be in use."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
    else:
        connection.exec_driver_sql("BEGIN")


def _check_empty(connection: Connection) -> None:
    """Raise CopyError where anything is kept already; what came about by itself gives way."""
    for table in METADATA.sorted_tables:
        if table.name in MADE_BY_MIGRATIONS + OF_PROCESSES:
            connection.execute(table.delete())
        elif connection.execute(select(table).limit(1)).first():
            raise CopyError(f"The second database is in use: its table {table.name} is not empty. Name a new one.")


def _carried(reading: Connection, writing: Connection, table: Table) -> int:
    """Copy a table, and return how many rows it has."""
    names, copied = table.columns.keys(), 0
    found = reading.execution_options(yield_per=BATCH).execute(select(table).order_by(*table.primary_key))
    for batch in found.partitions():
        try:
            writing.execute(table.insert(), [dict(zip(names, row, strict=True)) for row in batch])
        except DataError as error:
            raise CopyError(f"The table {table.name} holds what the second database cannot: {error.orig}") from error
        copied += len(batch)
    return copied


def _digest(connection: Connection, table: Table) -> int:
    """Return a number that two tables share if they hold the same rows, in whatever order a database gives them."""
    total = 0
    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
        total += int.from_bytes(hashlib.sha256(msgspec.msgpack.encode(tuple(row))).digest())
    return total


def _set_sequences(reading: Connection, writing: Connection) -> None:
    """Have ids go on where they were: also those whose rows are gone must not come again."""
    for table in METADATA.sorted_tables:
        if table.autoincrement_column is not None:
            last = max(writing.scalar(select(func.max(table.c.id))) or 0, _last_given(reading, table))
            if last:
                _go_on_behind(writing, table, last)


def _last_given(connection: Connection, table: Table) -> int:
    """Return the last id that a table is known to have given."""
    if connection.dialect.name == "postgresql":
        query = f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table.name}_id_seq"  # noqa: S608
    else:
        query = f"SELECT seq FROM sqlite_sequence WHERE name = '{table.name}'"  # noqa: S608
    return connection.scalar(text(query)) or 0


def _go_on_behind(connection: Connection, table: Table, last: int) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT setval(:sequence, :last)"), {"sequence": f"{table.name}_id_seq", "last": last})
    elif table.dialect_options["sqlite"]["autoincrement"]:
        connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
        values = {"name": table.name, "last": last}
        connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), values)
