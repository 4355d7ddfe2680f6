"""The folded scenes of a database as the bot keeps them and as their events lead to them, down to the last field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.service.orders.history import state_after
from bot.service.ports import Unit
from bot.service.systems import House
from tests.databases.looking import looked

Plain = dict[str, Any]


async def folds(database: Path) -> tuple[Plain, Plain]:
    """Return every scene by its id as plain data: as it is kept, and folded anew."""

    def look(unit: Unit, house: House) -> tuple[Plain, Plain]:
        kept, anew = {}, {}
        for scene_id in unit.scene_ids():
            row = unit.scene_row(scene_id)
            ruleset, chapter = house.system(row.ruleset).ruleset, unit.chapter(row.id, row.chapter)
            kept[str(scene_id)] = unit.state(row, stored=True)
            anew[str(scene_id)] = state_after(unit, ruleset, chapter, row.head)
        return plain(kept), plain(anew)

    return await looked(database, look)


def plain(value: Any) -> Any:
    """What a value is once it has been written as JSON and read again."""
    return msgspec.json.decode(msgspec.json.encode(value))


def as_recorded(found: Any, recorded: Any) -> Any:
    """What was found with the fields that there were when it was recorded.

    Those that there were none of are left out where nothing is in them. Those that stand together in a part since
    stand where they stood.
    """
    if isinstance(found, dict) and isinstance(recorded, dict):
        kept = {key: value for key, value in _spread(found, recorded) if value or key in recorded}
        return {key: as_recorded(value, recorded.get(key)) for key, value in kept.items()}
    if isinstance(found, list) and isinstance(recorded, list) and len(found) == len(recorded):
        return [as_recorded(*pair) for pair in zip(found, recorded, strict=True)]
    return found


def _spread(found: Plain, recorded: Plain) -> Iterator[tuple[str, Any]]:
    for key, value in found.items():
        if isinstance(value, dict) and key not in recorded:
            yield from _spread(value, recorded)
        else:
            yield key, value


def filled(found: Any) -> set[str]:
    """The names of all fields, however deep, in which something stands."""
    match found:
        case dict():
            inside = (filled(value) for value in found.values())
            return set().union({str(key) for key, value in found.items() if value}, *inside)
        case list():
            return set().union(*map(filled, found))
        case _:
            return set()
