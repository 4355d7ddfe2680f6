"""What somebody wears: what it stops, and what it costs to wear."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.tables import EclipseTables


def armor_penalty(tables: EclipseTables, state: State) -> tuple[Term, ...]:
    """Return what wearing more than one layer costs physical actions (C1)."""
    layers = sum(not armor.addition for armor in state.armor)
    return tables.modifiers.layer.terms(max(0, layers - 1))


def armor_worn(state: State, *, energy: bool) -> tuple[Term, ...]:
    """Return the highest layer against a kind of damage, and all that counts together with it (C1)."""
    values = [(armor, armor.energy if energy else armor.kinetic) for armor in state.armor]
    layers = sorted((value, armor.name) for armor, value in values if not armor.addition)[-1:]
    additions = [(value, armor.name) for armor, value in values if armor.addition]
    return tuple(Term(name, value, "sheet") for value, name in (*layers, *additions) if value)
