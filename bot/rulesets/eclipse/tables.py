"""Numbers are data: rows of tables that the app reads and hands in, with a campaign's own numbers laid over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.core.terms import Term

Row = Mapping[str, Any]
Own = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every table by its name, every row by its key."""

    given: Mapping[str, Mapping[str, Row]]

    def rows(self, table: str) -> Mapping[str, Row]:
        """All rows of a table in the order of the file."""
        return self.given[table]

    def row(self, table: str, key: str) -> Row:
        """One row; the key is known to exist."""
        return self.given[table][key]

    def number(self, table: str, key: str, field: str) -> int:
        """A whole number from a row."""
        return int(self.given[table][key][field])

    def source(self, table: str, key: str) -> str:
        """Where the values of a row come from, marked where they are ours."""
        row = self.given[table][key]
        return f"{row['source']} (house table)" if row.get("house") else str(row["source"])

    def modifier(self, key: str, times: int = 1) -> tuple[Term, ...]:
        """A row of the modifiers as a term, so many times; nothing where it comes to zero."""
        value = self.number("modifiers", key, "value") * times
        return (Term(key, value, self.source("modifiers", key)),) if value else ()

    def under(self, options: Mapping[str, Any]) -> Tables:
        """The tables with a campaign's own numbers, which stand in ``options`` under dotted paths."""
        own = tuple(sorted((path, value) for path, value in options.items() if "." in path))
        return _overridden(self, own) if own else self

    def numbers(self) -> Iterator[tuple[str, int, Row]]:
        """Every number that a campaign may replace: its dotted path, the number, and its row."""
        played = ((table, rows) for table, rows in self.given.items() if table != "npcs")
        for table, rows in played:
            for key, row in rows.items():
                for path, value in _numbers(row):
                    yield f"{table}.{key}.{path}", value, row


def _numbers(row: Row) -> Iterator[tuple[str, int]]:
    for field, value in row.items():
        parts = [(f"{field}.{index}", one) for index, one in enumerate(value)] if isinstance(value, list) else []
        yield from ((path, one) for path, one in (*parts, (field, value)) if type(one) is int)


@lru_cache(maxsize=256)
def _overridden(tables: Tables, own: Own) -> Tables:
    laid = {table: {key: dict(row) for key, row in rows.items()} for table, rows in tables.given.items()}
    known = {path for path, _, _ in tables.numbers()}
    for path, value in own:
        if path in known:
            table, key, field, *index = path.split(".")
            was = laid[table][key][field]
            laid[table][key][field] = _with_item(was, int(index[0]), value) if index else value
    return Tables(laid)


def _with_item(values: list[Any], index: int, value: int) -> list[Any]:
    return [*values[:index], value, *values[index + 1 :]]
