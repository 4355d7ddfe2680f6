"""Numbers are data: rows of tables that the app reads and hands in, with a campaign's own values laid over them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from bot.core.options import Kind, OptionSpec

T = TypeVar("T", bound="Tables")

Row = Mapping[str, Any]
Overrides = tuple[tuple[str, Any], ...]
HOUSE = "(house table)"
_KINDS = {bool: Kind.FLAG, int: Kind.INT, float: Kind.NUMBER, str: Kind.TEXT}


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every table by its name, every row by its key; ``given`` are the values as they were shipped.

    ``NOT_PLAYED`` are tables and fields whose values no campaign may replace, since the rules do not read them.
    """

    NOT_PLAYED: ClassVar[tuple[str, ...]] = ("source", "house", "title", "npcs")

    given: Mapping[str, Mapping[str, Row]]

    def rows(self, table: str) -> Mapping[str, Row]:
        """All rows of a table in the order of the file, or nothing where there is no such table."""
        return self.given.get(table, {})

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
        return f"{row['source']} {HOUSE}" if row.get("house") else str(row["source"])

    def under(self: T, options: Mapping[str, Any]) -> T:
        """The tables with a campaign's own values, which stand in ``options`` under dotted paths."""
        own = tuple(sorted((path, value) for path, value in options.items() if "." in path))
        return _overridden(self, own) if own else self

    def cells(self) -> Iterator[tuple[str, Any, Row]]:
        """Every single value that a campaign may replace: its dotted path, the value, and its row."""
        played = {table: rows for table, rows in self.given.items() if table not in self.NOT_PLAYED}
        for table, rows in played.items():
            for key, row in rows.items():
                for path, value in leaves(f"{table}.{key}", row, self.NOT_PLAYED):
                    yield path, value, row


def own_value(path: str, value: Any, row: Row, *, lo: float, hi: float, choices: tuple[str, ...] = ()) -> OptionSpec:
    """The switch by which a campaign lays a value of its own over one of a row, found at ``path``."""
    _, key, place = path.split(".", 2)
    return OptionSpec(
        key=path,
        about=f"{row.get('title', key)}: {place}",
        kind=Kind.CHOICE if choices else _KINDS[type(value)],
        default=value,
        choices=choices,
        lo=lo,
        hi=hi,
        source=str(row["source"]),
        house=bool(row.get("house", False)),
    )


def leaves(path: str, value: Any, left_out: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every single value inside ``value`` under its dotted path, but for the fields that are ``left_out``."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in left_out:
                yield from leaves(f"{path}.{key}" if path else key, inner, left_out)
    elif isinstance(value, (list, tuple)):
        for index, inner in enumerate(value):
            yield from leaves(f"{path}.{index}", inner, left_out)
    else:
        yield path, value


@lru_cache(maxsize=64)
def _overridden(tables: T, own: Overrides) -> T:
    laid: Any = tables.given
    for path, value in own:
        laid = _laid(laid, path.split("."), value)
    return type(tables)(laid)


def _laid(place: Any, path: list[str], value: Any) -> Any:
    """A copy of ``place`` with ``value`` at ``path``; a path that leads nowhere changes nothing."""
    if not path:
        return value
    head, *rest = path
    if isinstance(place, Mapping):
        return {**place, head: _laid(place[head], rest, value)} if head in place else place
    if isinstance(place, (list, tuple)) and head.isdecimal() and int(head) < len(place):
        return [_laid(item, rest, value) if index == int(head) else item for index, item in enumerate(place)]
    return place
