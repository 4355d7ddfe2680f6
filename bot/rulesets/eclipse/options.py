"""The campaign's switches: those of the whole system, and every number of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.options import Kind, OptionSpec
from bot.core.tables import Row, own_value
from bot.rulesets.eclipse.tables import Tables

OPTIONS: Mapping[str, OptionSpec] = {
    "later_printing": OptionSpec(
        "later_printing",
        "bursts give +10 to hit or +1d10 damage, full automatic fire +30 or +3d10",
        Kind.FLAG,
        default=False,
        source="001-9; C3",
    ),
    "wounds_slow_at_once": OptionSpec(
        "wounds_slow_at_once",
        "a wound or trauma moves the rest of the turn back at once; the order then shows players who is wounded",
        Kind.FLAG,
        default=False,
        source="EPL 7",
    ),
}


def laid_over(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with the campaign's value, or its default."""
    return {key: options.get(key, spec.default) for key, spec in OPTIONS.items()}


_SIGNED = ("value", "ap", "flat")
_MOST = {"dice": 20}
LEAST, MOST = -1000, 100_000


def option_specs(tables: Tables) -> dict[str, OptionSpec]:
    """The switches by name, and one option for each number of each table under its dotted path."""
    return {**OPTIONS, **{path: _cell(path, value, row) for path, value, row in tables.numbers()}}


def _cell(path: str, value: int, row: Row) -> OptionSpec:
    field = path.split(".")[2]
    least = LEAST if field in _SIGNED else int(field == "wound_threshold")
    return own_value(path, value, row, lo=least, hi=_MOST.get(field, MOST))
