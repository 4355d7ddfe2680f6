"""A campaign may add rows to some tables: each begins as a copy of one that is there, under a name of its own.

They stand among the campaign's options, as ``weapons.crossbow`` with the value "like carbine".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from bot.core.rows import Rows

LIKE = "like "
GONE = "-"
MOST_OWN_ROWS = 40
_PATH = re.compile(r"([a-z_]{1,30})\.([a-z][a-z0-9_]{0,29})")


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
