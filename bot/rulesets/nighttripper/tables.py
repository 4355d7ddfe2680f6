"""Numbers are data: rows of tables that the app reads and hands in, with a campaign's own numbers laid over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

Row = Mapping[str, Any]
Given = Mapping[str, Mapping[str, Row]]


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every table by its name, every row by its key; ``given`` are the values as they were shipped."""

    given: Given

    def rows(self, table: str) -> Mapping[str, Row]:
        """All rows of a table in the order of the file."""
        return self.given[table]

    def row(self, table: str, key: str) -> Row:
        """One row; the key is known to exist."""
        return self.given[table][key]

    def number(self, table: str, key: str, field: str) -> int:
        """A whole number from a row."""
        return int(self.given[table][key][field])

    def title(self, table: str, key: str) -> str:
        """What a row is called."""
        return str(self.given[table][key]["title"])

    def source(self, table: str, key: str) -> str:
        """Where the values of a row come from, marked where they are ours."""
        row = self.given[table][key]
        return f"{row['source']} (house table)" if row.get("house") else str(row["source"])

    def under(self, options: Mapping[str, Any]) -> Tables:
        """The tables with a campaign's own numbers, which stand in ``options`` under dotted paths."""
        own = tuple(sorted((path, value) for path, value in options.items() if "." in path))
        return _overridden(self, own) if own else self

    def cells(self) -> Iterator[tuple[str, int, Row]]:
        """Every number that a campaign may replace: its dotted path, the number, and its row."""
        for table, rows in self.given.items():
            for key, row in rows.items():
                for field, value in row.items():
                    if type(value) is int:
                        yield f"{table}.{key}.{field}", value, row


@lru_cache(maxsize=256)
def _overridden(tables: Tables, own: tuple[tuple[str, int], ...]) -> Tables:
    laid = dict(own)
    return Tables(
        {
            table: {key: _row(f"{table}.{key}", row, laid) for key, row in rows.items()}
            for table, rows in tables.given.items()
        }
    )


def _row(path: str, row: Row, laid: Mapping[str, int]) -> Row:
    return {field: laid.get(f"{path}.{field}", value) for field, value in row.items()}
