"""Whom an order at somebody most likely means, as far as its asker knows: who stands comes before who lies there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bot.core.ruleset import Ruleset
from bot.core.scene import Scene

S = TypeVar("S")
G = TypeVar("G")


def by_nearness(seen: Scene[S, G], actor: str, found: Iterable[str]) -> list[str]:
    """Return people by how far they are from somebody, the nearest first; behind them those of whom it is not known."""
    far = {one: seen.range_m(actor, one) for one in found}
    return sorted(far, key=lambda one: (far[one] is None, far[one] or 0))


def standing_first(ruleset: Ruleset[S, G], seen: Scene[S, G], found: Iterable[str]) -> list[str]:
    """Return people in the same order, but behind the others who looks as if they could do nothing more."""
    return sorted(found, key=lambda one: ruleset.is_down(seen.combatants[one].state))


def meant_at(ruleset: Ruleset[S, G], seen: Scene[S, G], actor: str, found: Iterable[str]) -> list[str]:
    """Return at whom an attack is most likely meant: enemies who stand, then those who are down, then all others."""
    side = seen.combatants[actor].side
    return sorted(
        standing_first(ruleset, seen, by_nearness(seen, actor, found)),
        key=lambda one: seen.combatants[one].side == side,
    )
