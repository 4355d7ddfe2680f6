"""The places of a sheet are written down in one line each: a short word for every shape that a place can have."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField

LONGEST_NAME = 40


def number(key: str, about: str, lo: int, hi: int, default: int | None = None, *, required: bool = False) -> SheetField:
    """Return a whole number from ``lo`` to ``hi``."""
    return SheetField(key, FieldKind.INT, about, required, default, lo, hi)


def flag(key: str, about: str, *, default: bool | None = None) -> SheetField:
    """Return a place for yes or no."""
    return SheetField(key, FieldKind.FLAG, about, default=default)


def text(key: str, about: str, *, required: bool = False) -> SheetField:
    """Return a name or a few words, at most forty characters."""
    return SheetField(key, FieldKind.TEXT, about, required=required, longest=LONGEST_NAME)


def choice(
    key: str, about: str, choices: Iterable[str], default: str | None = None, *, required: bool = False
) -> SheetField:
    """Return one of some words."""
    words = tuple(map(str, choices))
    return SheetField(key, FieldKind.CHOICE, about, required, None if default is None else str(default), choices=words)


def record(key: str, about: str, fields: Iterable[SheetField]) -> SheetField:
    """Return a table of places that are known by name."""
    return SheetField(key, FieldKind.RECORD, about, fields=tuple(fields))


def several(key: str, about: str, item: SheetField, most: int = 20) -> SheetField:
    """Return a list of at most ``most`` places of one shape."""
    return SheetField(key, FieldKind.LIST, about, item=item, most=most)


def by_name(
    key: str,
    about: str,
    item: SheetField,
    choices: Iterable[str] = (),
    *,
    longest: int = LONGEST_NAME,
    most: int = 100,
) -> SheetField:
    """Return at most ``most`` places of one shape, under names of at most ``longest`` characters or of ``choices``."""
    return SheetField(key, FieldKind.MAP, about, item=item, choices=tuple(choices), most=most, longest=longest)
