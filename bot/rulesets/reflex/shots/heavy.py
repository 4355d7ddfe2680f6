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
    if weapon.unwieldy and band is Band.PERSONAL:
        raise RuleViolation(f"There is no room to use the {weapon.name} at arm's reach.", "Get farther away.")
    if weapon.heavy and not tables.heavy_weapons[weapon.heavy].at_people and _penalized(tables, size):
        remedy = "Use it for indirect fire, or against something bigger than a car."
        raise RuleViolation(f"The {weapon.name} is too coarse to aim at that.", remedy)


def _penalized(tables: ReflexTables, size: str) -> str:
    """The field of the penalty against something of a size: people and what is smaller, small vehicles, or none."""
    farther = tables.sizes[size].bands_farther
    return "person_penalty" if farther > CAR else "car_penalty" if farther == CAR else ""


def heavy_terms(tables: ReflexTables, weapon: Weapon, size: str) -> tuple[Term, ...]:
    """The penalty of a heavy weapon against something smaller than it was built for (text 003, lines 715-728)."""
    field = _penalized(tables, size) if weapon.heavy else ""
    penalty = tables.number("heavy_weapons", weapon.heavy, field) if field else 0
    source = tables.heavy_weapons[weapon.heavy].cited if field else ""
    return (Term("heavy_weapon", penalty, source, weapon.heavy),) if penalty else ()


def fails_at_reach(weapon: Weapon, band: Band) -> bool:
    """Tell whether an attack fails whatever the dice say: heavy weapons at arm's reach (text 003, line 884)."""
    return bool(weapon.heavy) and band is Band.PERSONAL
