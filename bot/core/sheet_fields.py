"""The places of a sheet are written down in one line each: a short word for every shape that a place can have."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.options import FieldKind, SheetField

LONGEST_NAME = 40


def number(key: str, about: str, lo: int, hi: int, default: int | None = None, *, required: bool = False) -> SheetField:
    """A whole number from ``lo`` to ``hi``."""
    return SheetField(key, FieldKind.INT, about, required, default, lo, hi)


def flag(key: str, about: str, *, default: bool | None = None) -> SheetField:
    """Yes or no."""
    return SheetField(key, FieldKind.FLAG, about, default=default)


def text(key: str, about: str, *, required: bool = False) -> SheetField:
    """A name or a few words, at most forty characters."""
    return SheetField(key, FieldKind.TEXT, about, required=required, longest=LONGEST_NAME)


def choice(
    key: str, about: str, choices: Iterable[str], default: str | None = None, *, required: bool = False
) -> SheetField:
    """One of some words."""
    words = tuple(map(str, choices))
    return SheetField(key, FieldKind.CHOICE, about, required, None if default is None else str(default), choices=words)


def record(key: str, about: str, fields: Iterable[SheetField]) -> SheetField:
    """A table of places that are known by name."""
    return SheetField(key, FieldKind.RECORD, about, fields=tuple(fields))


def several(key: str, about: str, item: SheetField, most: int = 20) -> SheetField:
    """A list of at most ``most`` places of one shape."""
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
    """At most ``most`` places of one shape, under any name of at most ``longest`` characters or one of ``choices``."""
    return SheetField(key, FieldKind.MAP, about, item=item, choices=tuple(choices), most=most, longest=longest)
