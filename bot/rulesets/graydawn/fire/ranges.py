"""How far a shot is: in brackets of the weapon's own range, which bracing and a scope bring nearer."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation
from bot.core.wording import metres
from bot.rulesets.graydawn.tables import GrayTables, WeaponRow

EXTREME = 3
_BRACED = (
    (" without bracing", " Brace, or use a scope while bracing, to reach farther."),
    (" while bracing", " A scope reaches farther."),
    (" while bracing, through the scope", ""),
)
"""How somebody fires by the brackets that it brings a shot nearer, and what reaches farther than that."""


class Brackets(msgspec.Struct, frozen=True):
    """The bracket of the distance, and the one that counts, each a row of the brackets table."""

    true: str
    counts: str
    point_blank: bool


def reach(tables: GrayTables, weapon: WeaponRow, range_m: float, *, braced: bool, scoped: bool) -> Brackets:
    """Return the brackets of a distance (text 004, lines 236 and 262-267; 004-7; 004-33; GD-21; GD-22).

    Bracing brings a shot one bracket nearer and a scope, used only while bracing, another; neither does for a shotgun.

    Raises:
        RuleViolation: it is too far.
    """
    keys = list(tables.brackets)
    spread = spreads(tables, weapon)
    index = _bracket(tables, weapon.range_m, range_m)
    nearer = 0 if spread or not braced else 2 if scoped else 1
    most = keys.index("long") if spread else EXTREME + nearer
    if index > most:
        farthest_m = weapon.range_m * tables.brackets[keys[most]].quarters / 4
        how, advice = ("", "") if spread else _BRACED[nearer]
        raise RuleViolation(f"{metres(range_m)} is too far.", f"It reaches {farthest_m:g} m{how}.{advice}")
    near = range_m <= tables.limits.point_blank.value
    return Brackets(keys[index], keys[max(0, index - nearer)], near)


def number_at(tables: GrayTables, far: Brackets) -> int:
    """Return the number to reach at a distance where nobody dodges (B2; 004-21)."""
    return tables.limits.point_blank_number.value if far.point_blank else tables.brackets[far.counts].number


def _bracket(tables: GrayTables, listed_m: int, range_m: float) -> int:
    """Return the first bracket that reaches so far, or one beyond the last."""
    rows = list(tables.brackets.values())
    return next((index for index, row in enumerate(rows) if 4 * range_m <= listed_m * row.quarters), len(rows))


def spreads(tables: GrayTables, weapon: WeaponRow) -> bool:
    """Tell whether a weapon is a shotgun."""
    return tables.classes[weapon.category].spread
