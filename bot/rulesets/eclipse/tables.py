"""Numbers are data: rows of tables that the app reads and hands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.core.terms import Term

Row = Mapping[str, Any]


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
