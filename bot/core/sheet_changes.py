"""What an edit of a sheet changed is told place by place, from what to what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bot.core.scene import Sheet

NOTHING = "none"


class SheetChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One place of a sheet: what stood there, and what stands there."""

    path: str
    was: str
    now: str


def changes(before: Sheet, after: Sheet) -> tuple[SheetChange, ...]:
    """Return every place in which two sheets differ, in the order in which they are read."""
    return tuple(_changes(before, after, ""))


def _changes(before: Any, after: Any, path: str) -> Iterator[SheetChange]:
    if before == after:
        return
    inner = [*_parts(before), *(key for key in _parts(after) if key not in _parts(before))]
    was, now = _spelled(before), _spelled(after)
    if not inner and was != now:
        yield SheetChange(path, was, now)
    for key in inner:
        yield from _changes(_parts(before).get(key), _parts(after).get(key), f"{path}.{key}" if path else key)


def _parts(value: Any) -> dict[str, Any]:
    """Return what a table or a list holds, by the words that name the places in it."""
    match value:
        case dict():
            return value
        case list():
            return {str(at): each for at, each in enumerate(value)}
        case _:
            return {}


def _spelled(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case None | {} | []:
            return NOTHING
        case _:
            return str(value)
