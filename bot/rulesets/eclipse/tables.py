"""What Eclipse Phase's tables hold beside what every system's do: modifiers that are terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.core import tables
from bot.core.tables import Row
from bot.core.terms import Term


@dataclass(frozen=True, slots=True, eq=False)
class Tables(tables.Tables):
    """The tables, of which a campaign may replace the numbers."""

    def modifier(self, key: str, times: int = 1) -> tuple[Term, ...]:
        """A row of the modifiers as a term, so many times; nothing where it comes to zero."""
        value = self.number("modifiers", key, "value") * times
        return (Term(key, value, self.source("modifiers", key)),) if value else ()

    def numbers(self) -> Iterator[tuple[str, int, Row]]:
        """Every number that a campaign may replace: its dotted path, the number, and its row."""
        return ((path, value, row) for path, value, row in self.cells() if type(value) is int)
