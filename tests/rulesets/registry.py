"""Every ruleset that the contract holds for, in one place, with what only the tests know of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.core.ruleset import Ruleset

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Entry:
    """One ruleset: the package that has its ``create``, and which fields of its tables name rows of other tables."""

    package: str
    references: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return self.package.rpartition(".")[2]

    @property
    def folder(self) -> Path:
        return ROOT / self.package.replace(".", "/")

    @cached_property
    def tables(self) -> dict[str, dict[str, Any]]:
        """Every table by its name, as the app reads them."""
        paths = sorted((self.folder / "tables").glob("*.toml"))
        return {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}

    @cached_property
    def ruleset(self) -> Ruleset[Any, Any]:
        ruleset: Ruleset[Any, Any] = import_module(self.package).create(self.tables)
        return ruleset


_ENTRIES = (
    Entry("tests.rulesets.toy", {"weapons.style": "styles"}),
    Entry(
        "bot.rulesets.reflex",
        {
            "weapons.skill": "skills",
            "weapons.optimum": "bands",
            "weapons.maximum": "bands",
            "weapons.feed": "feeds",
            "encumbrance.fastest": "paces",
            "leg_wounds.fastest": "paces",
            "stances.fastest": "paces",
            "armor.covers": "locations",
            "parts.covers": "locations",
            "locations.place": "aims",
        },
    ),
)

ENTRIES: Mapping[str, Entry] = {entry.key: entry for entry in _ENTRIES}
