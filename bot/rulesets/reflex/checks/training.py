"""What somebody has learned within a skill: a check that asks for it and does not find it falls by levels."""

from __future__ import annotations

from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

UNTAUGHT_LEVELS = 3


def missing_levels(tables: ReflexTables, state: State, skill: str, word: str) -> int:
    """Return the skill levels that a missing qualification takes off (text 003, line 816)."""
    key = f"{skill}/{word}"
    if key in state.person.qualifications:
        return 0
    row = tables.qualifications.get(key)
    return row.levels if row else UNTAUGHT_LEVELS
