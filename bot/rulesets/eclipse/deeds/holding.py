"""Who holds whom in a grapple, and what that takes from all else that the two do."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.errors import RuleViolation
from bot.core.renaming import sign_of
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene


class Grappling(NamedTuple):
    """With whom somebody is in a grapple, and whether it ``holds`` or is held."""

    other: str
    holds: bool


def hold_of(scene: EclipseScene, actor: str) -> Grappling | None:
    """Return the grapple that somebody is in, which is over when either has left or is out of action."""
    state = scene.combatants[actor].state
    if state.grip is None or not state.able:
        return None
    other = next((one for one in scene.combatants if sign_of(one) == state.grip.sign), None)
    found = scene.combatants[other].state if other else None
    mutual = found is not None and found.able and found.grip is not None and found.grip.sign == sign_of(actor)
    return Grappling(other, state.grip.holds) if other and mutual else None


def hold_terms(reading: EclipseReading, actor: str) -> tuple[Term, ...]:
    """Return what a grapple takes from all else that either does (001-31)."""
    return reading.tables.modifiers.grappled.terms() if hold_of(reading.scene, actor) else ()


def check_free(scene: EclipseScene, actor: str) -> None:
    """Raise RuleViolation where somebody is held, and may not move."""
    hold = hold_of(scene, actor)
    if hold and not hold.holds:
        by = shown(hold.other) if scene.sees(actor, hold.other) else "Somebody"
        raise RuleViolation(f"{by} holds {shown(actor)}.", "Break free first: /act action:wrestle with:to=free.")
