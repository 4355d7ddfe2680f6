"""Every ruleset that the contract holds for, in one place, with what only the tests know of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bot import app
from bot.core.rows import references_of
from bot.core.ruleset import Ruleset
from bot.core.scene import Sheet
from bot.storage.codec import Codec
from tests.rulesets import toy

ROOT = Path(__file__).parent.parent.parent

References = Mapping[str, str]

REFERENCES: Mapping[str, References] = {}
"""By ruleset: the fields of its tables that name rows of other tables."""


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
    def references(self) -> References:
        declared = references_of(type(getattr(self.ruleset, "tables", None)))
        return REFERENCES.get(self.key) or {**getattr(self.ruleset, "references", {}), **declared}


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
