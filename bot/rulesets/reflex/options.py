"""The campaign's switches: those of the whole system, and every single value of the tables."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.options import OptionSpec
from bot.rulesets.reflex.options_combat import SWITCHES as SWITCHES_COMBAT
from bot.rulesets.reflex.options_morale import SWITCHES_MORALE
from bot.rulesets.reflex.tables import Tables

SWITCHES = (*SWITCHES_COMBAT, *SWITCHES_MORALE)


def own_values(tables: Tables) -> Iterator[OptionSpec]:
    """Return an option for each value of each table, under its dotted path."""
    return tables.own_values()
