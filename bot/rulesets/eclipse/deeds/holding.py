"""Who holds whom in a grapple, and what that takes from all else that the two do."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.errors import RuleViolation
from bot.core.renaming import sign_of
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipseReading, EclipseScene
from bot.rulesets.eclipse.state import Grip


class Grappling(NamedTuple):
    """With whom somebody is in a grapple, and whether it ``holds`` or is held."""

    other: str
    holds: bool


def hold_of(scene: EclipseScene, actor: str) -> Grappling | None:
    """Return the grapple that somebody is in, which is over when either has left or is out of action.

    Whom a shock keeps from acting for some turns is held on.
    """
    own = _grip(scene, actor)
    other = next((one for one in scene.combatants if own and sign_of(one) == own.sign), None)
    others = _grip(scene, other) if other else None
    return Grappling(other, own.holds) if own and other and others and others.sign == sign_of(actor) else None


def _grip(scene: EclipseScene, actor: str) -> Grip | None:
    """Return the grip that somebody is in for as long as its state lets it be."""
    state = scene.combatants[actor].state
    lasts = state.grip and (state.able if state.grip.holds else state.awake)
    return state.grip if lasts else None


def carried(scene: EclipseScene, actor: str) -> tuple[str, ...]:
    """Return whom somebody holds, who comes along wherever it goes (001-31; ours)."""
    hold = hold_of(scene, actor)
    return (hold.other,) if hold and hold.holds else ()


def coming(scene: EclipseScene, actor: str, watcher: str) -> tuple[str, ...]:
    """Return who comes where ``watcher`` may fire as somebody goes there: that one, and whom it holds.

    Nobody fires by itself at a captive whom one of its own side drags along (ours).
    """
    people = scene.combatants
    own = watcher in people and people[watcher].side == people[actor].side
    return () if own else (actor, *carried(scene, actor))


def hold_terms(reading: EclipseReading, actor: str) -> tuple[Term, ...]:
    """Return what a grapple takes from all else that either does (001-31)."""
    return reading.tables.modifiers.grappled.terms() if hold_of(reading.scene, actor) else ()


def check_free(scene: EclipseScene, actor: str) -> None:
    """Raise RuleViolation where somebody is held, and may not move."""
    hold = hold_of(scene, actor)
    if hold and not hold.holds:
        by = shown(hold.other) if scene.sees(actor, hold.other) else "Somebody"
        raise RuleViolation(f"{by} holds {shown(actor)}.", "Break free first: /act action:wrestle with:to=free.")
