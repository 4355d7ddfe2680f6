"""What is built to stop vehicles is hard to aim at people, and some weapons are of no use at arm's reach."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.rulesets.reflex.state import Band, Weapon
from bot.rulesets.reflex.tables import ReflexTables

CAR = -1


def check_target(tables: ReflexTables, weapon: Weapon, size: str, band: Band) -> None:
    """Check that a weapon can be aimed at something of a size in a band (text 003, lines 713, 730, 883).

    Raises:
        RuleViolation: it cannot be aimed at somebody, or not be wielded so close.
    """
    if weapon.model.unwieldy and band is Band.PERSONAL:
        raise RuleViolation(f"There is no room to use the {weapon.name} at arm's reach.", "Get farther away.")
    if weapon.model.heavy and not tables.heavy_weapons[weapon.model.heavy].at_people and _is_small(tables, size):
        remedy = "Use it for indirect fire, or against something bigger than a car."
        raise RuleViolation(f"The {weapon.name} is too coarse to aim at that.", remedy)


def _is_small(tables: ReflexTables, size: str) -> bool:
    """Tell whether something is at most as big as a small vehicle."""
    return tables.sizes[size].bands_farther >= CAR


def heavy_terms(tables: ReflexTables, weapon: Weapon, size: str) -> tuple[Term, ...]:
    """Return the penalty of a heavy weapon against what is smaller than it was built for (text 003, lines 715-728)."""
    if not (weapon.model.heavy and _is_small(tables, size)):
        return ()
    row = tables.heavy_weapons[weapon.model.heavy]
    penalty = row.person_penalty if tables.sizes[size].bands_farther > CAR else row.car_penalty
    return (Term("heavy_weapon", penalty, row.cited, weapon.model.heavy),) if penalty else ()


def fails_at_reach(weapon: Weapon, band: Band) -> bool:
    """Tell whether an attack fails whatever the dice say: heavy weapons at arm's reach (text 003, line 884)."""
    return bool(weapon.model.heavy) and band is Band.PERSONAL
