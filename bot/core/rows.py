"""A row of a table is a struct: which values it has, within which bounds, and which of them name rows of others."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from inspect import get_annotations
from types import NoneType
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_origin

import msgspec
from msgspec.structs import replace

from bot.core.errors import AssemblyError

HOUSE = "(house table)"

Rows: TypeAlias = Mapping[str, Mapping[str, Any]]
"""A table as it was read: by row, by field."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every row says: where its values come from, whether they are ours, and what it is called.

    ``key`` is what the row is found under, and no value of it.
    A kind of row names its values, each with its type, which has bounds as ``Annotated[int, msgspec.Meta(ge=1)]``.
    """

    source: str
    house: bool = False
    title: str = ""
    key: str = ""

    @property
    def cited(self) -> str:
        """Return where the values come from, marked where they are ours."""
        return f"{self.source} {HOUSE}" if self.house else self.source


class PersonRow(TableRow, frozen=True, kw_only=True):
    """Somebody ready-made: exactly the sheet that an import would take."""

    sheet: dict[str, Any]


class KeyOf(msgspec.Struct, frozen=True):
    """The value is the key of a row of this table, or holds several; an empty one is none.

    Where they are not ``offered``, a campaign that replaces the value may write anything.
    """

    table: str
    offered: bool = True


class OneOf(msgspec.Struct, frozen=True):
    """The value is one of these words, or holds several."""

    words: tuple[str, ...]


class ColumnsOf(msgspec.Struct, frozen=True):
    """The value gathers those columns of the row that are called like the rows of this table."""

    table: str


class Cell(msgspec.Struct, frozen=True):
    """What may stand in one place of a table: a number within bounds, or one of some words where there are any."""

    lo: float = 0
    hi: float = 100_000
    choices: tuple[str, ...] = ()


ANYTHING = Cell()  # where nothing narrower is said


def decoded(kind: type, given: Mapping[str, Rows]) -> dict[str, Any]:
    """Return the tables that a kind of tables declares, with their rows as structs.

    A table is declared as ``Mapping[str, SomeRow]``, or as a struct of rows where the rules know each by its key.

    Raises:
        AssemblyError: a table or a row is missing, or is unknown; a value is not as declared, or names no row.
    """
    found: dict[str, Any] = {}
    for name, hint in declared(kind).items():
        if name not in given:
            raise AssemblyError(f"there is no table {name}")
        rows = {key: _row(name, key, of, given) for key, of in kinds_of_rows(name, hint, given)}
        found[name] = rows if get_origin(hint) is Mapping else hint(**rows)
    return found


@cache
def types_of(kind: type) -> dict[str, Any]:
    """Return the types of the fields of a class as they are written, marks and all: those of what it is of first."""
    return {name: held for part in reversed(kind.__mro__) for name, held in own_types(part).items()}


@cache
def own_types(kind: type) -> Mapping[str, Any]:
    """Return the types of the fields that a class itself names; many kinds have some in common."""
    return get_annotations(kind, locals={}, eval_str=True)  # a field may be called like something of its module


def declared(kind: type) -> dict[str, Any]:
    """Return the types of the tables that a kind of tables declares."""
    return {name: hint for name, hint in types_of(kind).items() if _is_struct(get_args(hint)[-1:], hint)}


def _is_struct(held: tuple[Any, ...], hint: Any) -> bool:
    return all(isinstance(each, type) and issubclass(each, msgspec.Struct) for each in held or (hint,))


def kinds_of_rows(table: str, hint: Any, given: Mapping[str, Rows]) -> Iterator[tuple[str, Any]]:
    """Yield the rows of a table with their kinds."""
    if get_origin(hint) is Mapping:
        yield from ((key, get_args(hint)[1]) for key in given[table])
        return
    kinds = types_of(hint)
    for key in set(kinds) ^ set(given[table]):
        raise AssemblyError(f"{table}.{key} is {'missing' if key in kinds else 'unknown'}")
    yield from kinds.items()


def _row(table: str, key: str, kind: Any, given: Mapping[str, Rows]) -> Any:
    where, raw = f"{table}.{key}", {**given[table][key], "key": key}
    if "key" in given[table][key]:
        raise AssemblyError(f"{where}.key: what a row is found under is no value of it")
    gathering = _gathering(kind)
    if gathering:
        columns = given.get(gathering.table, {})
        gathered = {key: value for key, value in raw.items() if key in columns}
        raw = {key: value for key, value in raw.items() if key not in columns} | {gathering.field.name: gathered}
    try:
        row = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, _, at = str(error).partition(" - at `$")
        raise AssemblyError(f"{where}{at.rstrip('`')}: {what}") from error
    for place, field in _fields(kind).items():
        for mark in _marks(field.of):
            if isinstance(mark, KeyOf | OneOf):
                _check_words(f"{where}.{place}", getattr(row, field.name), mark, given)
    return row


def _check_words(where: str, value: Any, mark: KeyOf | OneOf, given: Mapping[str, Rows]) -> None:
    known: Container[str] = given.get(mark.table, {}) if isinstance(mark, KeyOf) else mark.words
    place = f"in {mark.table}" if isinstance(mark, KeyOf) else "to choose"
    for word in [value] if isinstance(value, str) else value or ():
        if word and word not in known:
            raise AssemblyError(f"{where}: there is no {word} {place}")


class _Field(NamedTuple):
    """A field of a struct: what it is called there, and its type."""

    name: str
    of: Any


class _Gathering(NamedTuple):
    """A field that gathers columns, and the table that they are called after."""

    field: _Field
    table: str


@cache
def _fields(kind: type[msgspec.Struct]) -> dict[str, _Field]:
    """Return the fields of a struct by what they are called where it is written."""
    hints = types_of(kind)
    names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
    return {written: _Field(name, hints[name]) for written, name in names}


@cache
def _gathering(kind: type[msgspec.Struct]) -> _Gathering | None:
    marks = ((field, mark) for field in _fields(kind).values() for mark in _marks(field.of))
    return next((_Gathering(field, mark.table) for field, mark in marks if isinstance(mark, ColumnsOf)), None)


def _marks(hint: Any) -> tuple[Any, ...]:
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def _stepped(kind: type[msgspec.Struct], path: Sequence[str]) -> tuple[_Field, Sequence[str]]:
    """Return the field that a path leads into, and the path from there: a gathered column lies within its field."""
    gathering = _gathering(kind)
    if gathering and path[0] not in _fields(kind):
        return gathering.field, path
    return _fields(kind)[path[0]], path[1:]


def replaced(thing: Any, path: Sequence[str], value: Any) -> Any:
    """Return a copy of tables, or of a part of them, with ``value`` at ``path``, which leads to a value.

    Bounds are not looked at: they hold where a campaign sets the value, and may have been others when it did.
    """
    if not path:
        return type(thing)(value) if isinstance(thing, StrEnum) else value
    if isinstance(thing, Mapping):
        return {**thing, path[0]: replaced(thing[path[0]], path[1:], value)}
    if isinstance(thing, Sequence):
        at = int(path[0])
        return type(thing)([*thing[:at], replaced(thing[at], path[1:], value), *thing[at + 1 :]])  # type: ignore[call-arg]
    field, rest = _stepped(type(thing), path)
    return replace(thing, **{field.name: replaced(getattr(thing, field.name), rest, value)})


def cell_at(hint: Any, path: Sequence[str], given: Mapping[str, Rows], found: Cell = ANYTHING) -> Cell:
    """Return what may stand at ``path`` in something of a type, given what is ``found`` of it on the way there."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return cell_at(parts[0], path, given, _narrowed(found, parts[1:], given))
    held = [each for each in parts if each is not NoneType]
    if len(held) < len(parts):
        return cell_at(held[0], path, given, found)
    if not path:
        is_word = isinstance(hint, type) and issubclass(hint, StrEnum)
        return replace(found, choices=tuple(hint)) if is_word else found
    if not held:
        field, rest = _stepped(hint, path)
        return cell_at(field.of, rest, given, found)
    if origin is tuple and Ellipsis not in held:
        return cell_at(held[int(path[0])], path[1:], given, found)
    if origin is tuple:
        return cell_at(held[0], path[1:], given, found)
    return cell_at(held[1], path[1:], given, Cell(found.lo, found.hi))  # words of a mapping are those of its keys


def _narrowed(cell: Cell, marks: tuple[Any, ...], given: Mapping[str, Rows]) -> Cell:
    for mark in marks:
        if isinstance(mark, msgspec.Meta):
            lo, hi = cell.lo if mark.ge is None else mark.ge, cell.hi if mark.le is None else mark.le
            cell = Cell(lo, hi, cell.choices)
        elif isinstance(mark, KeyOf) and mark.offered:
            cell = replace(cell, choices=tuple(given[mark.table]))
        elif isinstance(mark, OneOf):
            cell = replace(cell, choices=mark.words)
    return cell
