"""What Eclipse Phase's tables hold beside what every system's do: modifiers that are terms."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.tables import Tables
from bot.core.terms import Term


@dataclass(frozen=True, slots=True, eq=False)
class EclipseTables(Tables):
    """The tables, whose modifiers are terms."""

    def modifier(self, key: str, times: int = 1) -> tuple[Term, ...]:
        """Return a row of the modifiers as a term, so many times; nothing where it comes to zero."""
        value = self.number("modifiers", key, "value") * times
        return (Term(key, value, self.source("modifiers", key)),) if value else ()
