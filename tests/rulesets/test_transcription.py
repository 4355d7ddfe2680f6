"""Every number of the tables that has a source stands as it was written down a second time, from the texts alone.

`tests/transcription/<key>.toml` was made by somebody who had not seen the tables. What it cannot say, since the texts
that we have do not say it, is named there under `elsewhere`, with the reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from bot.core.tables import leaves
from tests.rulesets.registry import ROOT, entry

Numbers = dict[str, float]

SYSTEMS = ("eclipse", "graydawn", "horizons", "nighttripper", "reflex")
LEFT_OUT = ("source", "house", "title")

every_system = pytest.mark.parametrize("key", SYSTEMS)


def numbers(tables: Mapping[str, Mapping[str, Any]]) -> Numbers:
    """Return every number under its dotted path."""
    return {
        path: value
        for table, rows in tables.items()
        for key, row in rows.items()
        for path, value in leaves(f"{table}.{key}", row, LEFT_OUT)
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


def transcribed(key: str) -> tuple[Numbers, set[str]]:
    """Return what was written down, and the paths that the texts are silent on."""
    written = tomllib.loads((ROOT / "tests" / "transcription" / f"{key}.toml").read_text("utf-8"))
    elsewhere = {path for paths in written.pop("elsewhere", {}).values() for path in paths}
    return numbers(written), elsewhere


def sourced(key: str) -> Numbers:
    """Return the numbers of the tables whose rows do not say that they are ours."""
    tables = entry(key).tables
    return numbers({name: {k: row for k, row in rows.items() if not row.get("house")} for name, rows in tables.items()})


def is_under(path: str, above: set[str]) -> bool:
    """Tell whether a path is one of some or leads on from one."""
    return any(path == each or path.startswith(f"{each}.") for each in above)


@every_system
def test_every_number_with_a_source_is_the_one_that_was_read_in_the_texts(key: str) -> None:
    written, elsewhere = transcribed(key)
    assert {path: value for path, value in sourced(key).items() if not is_under(path, elsewhere)} == written


@every_system
def test_what_is_said_to_stand_elsewhere_is_in_the_tables(key: str) -> None:
    _, elsewhere = transcribed(key)
    assert {path for path in elsewhere if not any(is_under(each, {path}) for each in sourced(key))} == set()
