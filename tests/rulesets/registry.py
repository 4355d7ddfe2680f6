"""Every ruleset that the contract holds for, in one place, with what only the tests know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

from bot import app
from bot.core.rows import KeyOf, declared, types_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Sheet
from bot.storage.codec import Codec
from tests.rulesets import toy

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One ruleset with its tables, its ready-made sheets and its package."""

    ruleset: Ruleset[Any, Any]
    tables: Mapping[str, Mapping[str, Any]]
    templates: Mapping[str, Sheet] = field(default_factory=dict)
    package: str

    @property
    def key(self) -> str:
        return self.ruleset.key

    @property
    def folder(self) -> Path:
        return ROOT / self.package.replace(".", "/")

    @property
    def references(self) -> dict[str, str]:
        """The tables whose rows are named by fields of its own, by ``table.field``."""
        kinds = declared(type(getattr(self.ruleset, "tables", None)))
        return {f"{table}.{key}": mark.table for table, hint in kinds.items() for key, mark in _keys_in(hint)}


def _keys_in(hint: Any) -> Iterator[tuple[str, KeyOf]]:
    """The fields that name rows, in all rows of a table of that type."""
    for row in get_args(hint)[1:] if get_origin(hint) is Mapping else types_of(hint).values():
        written = dict(zip(row.__struct_fields__, row.__struct_encode_fields__, strict=True))
        for name, of in types_of(row).items():
            yield from ((written[name], mark) for mark in getattr(of, "__metadata__", ()) if isinstance(mark, KeyOf))


def _toy() -> Entry:
    tables = toy.tables()
    sheets = {key: row["sheet"] for key, row in tables["npcs"].items()}
    return Entry(ruleset=toy.create(tables), tables=tables, templates=sheets, package="tests.rulesets.toy")


def _composed(key: str) -> Entry:
    tables = app.tables_of(key)
    system = app.SYSTEMS[key].create(tables)
    return Entry(ruleset=system.ruleset, tables=tables, templates=system.templates, package=f"bot.rulesets.{key}")


KEYS = ("toy", *app.SYSTEMS)


@cache
def entry(key: str) -> Entry:
    """The toy, or a ruleset as the app composes it."""
    return _toy() if key == "toy" else _composed(key)


@cache
def codec(key: str) -> Codec:
    """The bytes of a ruleset's world."""
    return Codec(entry(key).ruleset)
