"""What somebody brings to a roll: stats as wounds and armour leave them, skills, and what was agreed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.terms import Term
from bot.rulesets.graydawn.state import AVERAGE, FISTS, State, Weapon
from bot.rulesets.graydawn.tables import GrayTables

CLOUDED = ("int", "ref", "cl")


def condition(tables: GrayTables, boxes: int) -> str:
    """Return the wound state of so many boxes; empty where there are none."""
    found = [key for key, row in tables.wounds.items() if boxes >= row.least]
    return found[-1] if found else ""


def mortal_number(tables: GrayTables, boxes: int) -> int | None:
    """Return the step of the mortal state, from 0 to the last; None short of it (B5; 004-55)."""
    least, limits = tables.wounds["mortal"].least, tables.limits
    return None if boxes < least else min(limits.mortal_last.value, (boxes - least) // limits.mortal_step.value)


def stat(tables: GrayTables, state: State, key: str) -> int:
    """Return a stat as wounds and armour leave it: serious wounds take from REF, worse ones divide, rounded up (B5)."""
    value = state.stats.get(key, AVERAGE)
    wounds = condition(tables, state.boxes)
    if key == "ref":
        worn = sum(tables.armor[piece.kind].encumbrance for piece in state.armor)
        value += (tables.wounds[wounds].ref if wounds else 0) - worn
    divisor = tables.wounds[wounds].divisor if wounds and key in CLOUDED else 1
    return max(0, -(-value // divisor))


def blend(tables: GrayTables, state: State, one: str, other: str, source: str, *, rounded_up: bool = True) -> Term:
    """Return the average of two stats as a term that shows both."""
    first, second = stat(tables, state, one), stat(tables, state, other)
    value = (first + second + int(rounded_up)) // 2
    return Term("blend", value, source, detail=f"{one.upper()} {first}, {other.upper()} {second}")


def skill_term(state: State, skill: str, source: str = "") -> Term:
    """Return the level of a skill, 0 without it."""
    return Term("skill", state.skills.get(skill, 0), source, detail=skill)


def build(tables: GrayTables, state: State) -> int:
    """Return what the body takes off the damage that comes through (B5)."""
    body = state.stats.get("body", AVERAGE)
    rows = [*tables.builds.values()]
    return next((row.value for row in rows if body <= row.body), rows[-1].value)


def has_hands_for(tables: GrayTables, state: State, weapon: Weapon) -> bool:
    """Tell whether somebody has the hands for a weapon: a crippled arm holds nothing (ours)."""
    free = 2 - sum(tables.locations[place].kind == "arm" for place in state.crippled)
    return tables.classes[tables.weapons[weapon.kind].category].hands <= free


def held_kind(tables: GrayTables, state: State) -> str:
    """Return the row of the weapon that somebody holds: of bare hands where no hands are left for what it had there."""
    held = state.weapons.get(state.wields)
    return held.kind if held and has_hands_for(tables, state, held) else FISTS


def is_lame(tables: GrayTables, state: State) -> bool:
    """Tell whether a leg is crippled."""
    return any(tables.locations[place].kind == "leg" for place in state.crippled)


def told_terms(modifier: int) -> Iterator[Term]:
    """Yield what was agreed at the table."""
    if modifier:
        yield Term("told", modifier)
