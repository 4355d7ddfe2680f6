"""Numbers are data: rows of tables that the app hands in, with a campaign's own rows and values laid over them.

A row of a campaign's own begins as a copy of one that is there, under a name of its own. Among the campaign's options
it stands as ``weapons.crossbow`` with the value "like carbine", and each of its values as for any other row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, TypeVar

from bot.core.options import Kind, OptionSpec
from bot.core.rows import Cell, Rows, cell_at, declared, decoded, kinds_of_rows, replaced

T = TypeVar("T", bound="Tables")

Row = Mapping[str, Any]
Overrides = tuple[tuple[str, Any], ...]
_KINDS = {bool: Kind.FLAG, int: Kind.INT, float: Kind.NUMBER, str: Kind.TEXT}
LIKE = "like "
GONE = "-"
MOST_OWN_ROWS = 40
_PATH = re.compile(r"([a-z_]{1,30})\.([a-z][a-z0-9_]{0,29})")


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """Every table by its name, every row by its key; ``given`` are the values as they were shipped.

    A system's own kind of tables declares those whose rows are structs: ``weapons: Mapping[str, WeaponRow]``.
    ``NOT_PLAYED`` are tables and fields whose values no campaign may replace, since the rules do not read them.
    ``OPEN`` are tables to which a campaign may add rows of its own, since the rules know none of theirs by name.
    """

    NOT_PLAYED: ClassVar[tuple[str, ...]] = ("source", "house", "title", "npcs", "body_places")
    OPEN: ClassVar[tuple[str, ...]] = ()

    given: Mapping[str, Rows]

    def __post_init__(self) -> None:
        """Decode the tables that are declared.

        Raises:
            AssemblyError: one is not as declared; the words name its table, row and field.
        """
        for name, table in decoded(type(self), self.given).items():
            object.__setattr__(self, name, table)

    def rows(self, table: str) -> Mapping[str, Row]:
        """Return all rows of a table in the order of the file, or nothing where there is no such table."""
        return self.given.get(table, {})

    def under(self: T, options: Mapping[str, Any]) -> T:
        """Return the tables with a campaign's own rows and values, which stand in ``options`` under dotted paths."""
        own = tuple(sorted((path, value) for path, value in options.items() if "." in path))
        return _overridden(self, own) if own else self

    def own_values(self) -> Iterator[OptionSpec]:
        """Yield the switch for every value of the tables that are declared, with the bounds and words of its type."""
        known: dict[tuple[Any, str], Cell] = {}  # of rows of one kind the same may stand in the same place
        tables = declared(type(self))
        for table in (name for name in self.given if name in tables and name not in self.NOT_PLAYED):
            kinds = dict(kinds_of_rows(table, tables[table], self.given))
            for key, row in self.given[table].items():
                for path, value in leaves("", row, self.NOT_PLAYED):
                    at, places = (kinds[key], path), path.split(".")
                    cell = known[at] = known.get(at) or cell_at(kinds[key], places, self.given)
                    yield _own_value((table, key, *places), value, row, cell)


def _own_value(places: tuple[str, ...], value: Any, row: Row, cell: Cell) -> OptionSpec:
    """Return the switch by which a campaign lays a value of its own over one of a row."""
    _, key, *within = places
    return OptionSpec(
        key=".".join(places),
        about=f"{row.get('title', key)}: {'.'.join(within)}",
        kind=Kind.CHOICE if cell.choices else _KINDS[type(value)],
        default=value,
        choices=cell.choices,
        lo=cell.lo,
        hi=cell.hi,
        source=str(row["source"]),
        house=bool(row.get("house", False)),
        places=places,
    )


def leaves(path: str, value: Any, left_out: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield every single value inside ``value`` under its dotted path, but for the fields that are ``left_out``."""
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
    more = own_rows(tables.given, tables.OPEN, dict(own))
    if more:
        tables = type(tables)(with_rows(tables.given, more))
    given: Any = tables.given
    structs = {name: getattr(tables, name) for name in declared(type(tables))}
    for path, value in own:
        places = _places(given, path)
        if places:
            given = replaced(given, places, value)
            structs = replaced(structs, places, value) if places[0] in structs else structs
    laid = object.__new__(type(tables))
    for name, table in {"given": given, **structs}.items():
        object.__setattr__(laid, name, table)
    return laid


def _places(place: Any, path: str) -> list[str] | None:
    """Return the keys by which a dotted path leads to a value, None where it leads to none; a key may hold dots."""
    if isinstance(place, list | tuple):
        place = {str(at): value for at, value in enumerate(place)}
    if not isinstance(place, Mapping):
        return None if path else []
    for key in place:
        if f"{path}.".startswith(f"{key}."):
            rest = _places(place[key], path[len(key) + 1 :])
            if rest is not None:
                return [key, *rest]
    return None


class OwnRow(NamedTuple):
    """A row of a table under its key, and the key of the row that it begins as."""

    table: str
    key: str
    like: str


def row_at(path: str) -> tuple[str, str] | None:
    """Return the table and the key of a row that an option may name, None where it names none."""
    found = _PATH.fullmatch(path)
    return (found[1], found[2]) if found else None


def own_rows(given: Mapping[str, Rows], tables: Iterable[str], options: Mapping[str, Any]) -> tuple[OwnRow, ...]:
    """Return the rows that options add to ``tables`` of those ``given``; of what does not fit there nothing.

    Whatever is shipped comes first: neither does another row stand in its place, nor is there one like what is not.
    """
    found = []
    for path, value in sorted(options.items()):
        at = row_at(path) if isinstance(value, str) and value.startswith(LIKE) else None
        like = str(value).removeprefix(LIKE)
        if at and at[0] in tables and at[1] not in given[at[0]] and like in given[at[0]]:
            found.append(OwnRow(*at, like))
    return tuple(found[:MOST_OWN_ROWS])


def with_rows(given: Mapping[str, Rows], rows: Iterable[OwnRow]) -> dict[str, Rows]:
    """Return the tables with more rows in them, behind those that were there."""
    tables = dict(given)
    for table, key, like in rows:
        base, title = given[table][like], key.replace("_", " ")
        title = title.capitalize() if str(base.get("title", ""))[:1].isupper() else title
        copied = {**base, "title": title, "source": f"{LIKE}{like}", "house": True}
        tables[table] = {**tables[table], key: copied}
    return tables
