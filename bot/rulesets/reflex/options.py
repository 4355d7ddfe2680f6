"""The campaign's switches: those of the whole system, and every single value of the tables."""

from __future__ import annotations

from typing import Any

from bot.core.options import Kind, OptionSpec
from bot.rulesets.reflex.options_combat import SWITCHES
from bot.rulesets.reflex.tables import Tables

_KINDS = {bool: Kind.FLAG, int: Kind.INT, float: Kind.NUMBER, str: Kind.TEXT}


def defaults() -> dict[str, Any]:
    """What each switch of the system is where a campaign does not say."""
    return {spec.key: spec.default for spec in SWITCHES}


def option_specs(tables: Tables) -> dict[str, OptionSpec]:
    """The switches by name, and one option for each value of each table under its dotted path."""
    cells = {path: _cell(path, value, row) for path, value, row in tables.cells()}
    return {**{spec.key: spec for spec in SWITCHES}, **cells}


def _cell(path: str, value: Any, row: Any) -> OptionSpec:
    return OptionSpec(
        key=path,
        about=f"{row['title'] if 'title' in row else path.split('.')[1]}: {path.split('.', 2)[2]}",
        kind=_KINDS[type(value)],
        default=value,
        lo=-1000,
        hi=100_000,
        source=str(row["source"]),
        house=bool(row.get("house", False)),
    )
