"""The campaign's switches: those of the whole system, and every number of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.options import Kind, OptionSpec
from bot.rulesets.eclipse.tables import EclipseTables

SWITCHES = (
    OptionSpec(
        "later_printing",
        "bursts give +10 to hit or +1d10 damage, full automatic fire +30 or +3d10",
        Kind.FLAG,
        default=False,
        source="001-9; C3",
    ),
    OptionSpec(
        "wounds_slow_at_once",
        "a wound or trauma moves the rest of the turn back at once; the order then shows players who is wounded",
        Kind.FLAG,
        default=False,
        source="EPL 7",
    ),
)


def own_values(tables: EclipseTables) -> Iterator[OptionSpec]:
    """Return an option for each number of each table, under its dotted path."""
    return (spec for spec in tables.own_values() if spec.kind is Kind.INT)
