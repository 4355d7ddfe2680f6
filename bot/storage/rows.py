"""How statements run over a driver's cursor, and what their rows are as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, Protocol

import msgspec

from bot.service.rows import OrderRow, SheetRow
from bot.storage.spelled import Statement

Params = dict[str, Any] | Sequence[Any]
"""What a statement is run with: by name, or in order where it takes them by place."""

Row = dict[str, Any]

ROWS_AT_ONCE = 8  # one statement costs little more for this many than for one; each number is prepared by itself

_sheet = msgspec.json.Decoder(dict[str, Any])


class Cursor(Protocol):
    """What runs statements: a cursor of the database's own driver, which costs a tenth of the layers above it."""

    def execute(self, statement: str, params: Params) -> object:
        """Run a statement."""
        ...

    def executemany(self, statement: str, params: Sequence[Params]) -> object:
        """Run a statement once for each of several parameters."""
        ...

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Return the rows that were found."""
        ...


class Speaker:
    """Whoever asks a database, through a cursor."""

    _spelled: Callable[[Statement], str] = staticmethod(attrgetter("sqlite"))

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor

    def _run(self, statement: Statement, params: Params) -> Cursor:
        cursor = self._cursor
        cursor.execute(self._spelled(statement), params)
        return cursor

    def _returned(self, statement: Statement, params: Params) -> list[int]:
        """Return the ids of the rows that a statement changes, of which it returns them; drivers do not all count."""
        return [row[0] for row in self._run(statement, params).fetchall()]

    def _each(self, statement: Statement, params: Sequence[Params]) -> None:
        if params:
            self._cursor.executemany(self._spelled(statement), params)

    def _append(self, statement: Statement, rows: Sequence[Sequence[Any]]) -> None:
        """Insert rows, of which there may be none, with a statement that takes them by place."""
        for some in (rows[at : at + ROWS_AT_ONCE] for at in range(0, len(rows), ROWS_AT_ONCE)):
            self._cursor.execute(_of_rows(self._spelled(statement), len(some)), [*chain.from_iterable(some)])

    def _all(self, statement: Statement, **params: Any) -> list[Row]:
        found = self._run(statement, {f"p_{key}": value for key, value in params.items()}).fetchall()
        return [dict(zip(statement.columns, row, strict=True)) for row in found]

    def _first(self, statement: Statement, **params: Any) -> Row | None:
        found = self._all(statement, **params)
        return found[0] if found else None

    def _one(self, statement: Statement, **params: Any) -> Row:
        return self._all(statement, **params)[0]


@cache
def _of_rows(statement: str, rows: int) -> str:
    """Return a statement that inserts one row as one that inserts several."""
    head, row = statement.split(" VALUES ")
    return f"{head} VALUES {', '.join([row] * rows)}"


def with_flags(row: Row, *flags: str) -> Row:
    """Return the row with numbers that stand for yes and no as such."""
    return {**row, **{name: bool(row[name]) for name in flags}}


def order_row(row: Row) -> OrderRow:
    """Return an order."""
    return OrderRow(**with_flags(row, "gm_only", "rolled", "redo", "waits"))


def sheet_row(row: Row) -> SheetRow:
    """Return a sheet; which rules wrote it, the row alone knows."""
    known = {key: value for key, value in row.items() if key not in ("ruleset_version", "scene_id")}
    return SheetRow(**{**with_flags(known, "active"), "sheet": _sheet.decode(row["sheet"])})
