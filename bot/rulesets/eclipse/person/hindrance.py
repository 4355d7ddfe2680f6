"""Who is in no condition to act, and for what."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.eclipse.state import BodyKind, State
from bot.rulesets.eclipse.time.actions import Pass
from bot.rulesets.eclipse.wounds.actions import RegainWits


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not do something: who is out of action only passes, who is dazed regains its wits."""
    if action == Pass.offer.name:
        return None
    if not state.able:
        return RuleViolation(f"{shown(actor)} cannot act now: {_condition(state)}.", "Pass, where it is its phase.")
    if state.dazed and action != RegainWits.offer.name:
        return RuleViolation(
            f"{shown(actor)} is out of its wits.", "Regain them with /act action:recover, a complex action."
        )
    return None


def _condition(state: State) -> str:
    """Return what keeps somebody from acting."""
    if state.kind is BodyKind.OBJECT:
        return "it is a thing"
    if state.dead:
        return "dead"
    if state.unconscious:
        return "out cold"
    if state.broken:
        return "broken in mind"
    return f"incapacitated, this turn included for {state.out_turns}"
