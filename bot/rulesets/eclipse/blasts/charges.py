"""Which weapons explode."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from bot.core.actions import Given
from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.rulesets.eclipse.play import EclipseReading
from bot.rulesets.eclipse.state import Weapon
from bot.rulesets.eclipse.tables import EclipseTables


def explosive(reading: EclipseReading, given: Given) -> Iterator[Choice]:
    """Yield all weapons that explode."""
    return (Choice(key, row.title) for key, row in reading.tables.weapons.items() if row.explodes)


def charge_named(tables: EclipseTables, wanted: str) -> Weapon:
    """Return an explosive weapon by the key or the title of its row.

    Raises:
        RuleViolation: there is none; the remedy names those there are.
    """
    rows = {key: row for key, row in tables.weapons.items() if row.explodes}
    found = next((row for key, row in rows.items() if wanted.casefold() in (key, row.title)), None)
    if found is None:
        raise RuleViolation(f"{wanted[:40]!r} does not explode.", f"What does: {', '.join(rows)}.")
    fields = {key: value for key, value in asdict(found).items() if key in Weapon.__struct_fields__}
    return Weapon(**{**fields, "kind": wanted, "name": found.title, "modes": (), "ranges_m": ()})
