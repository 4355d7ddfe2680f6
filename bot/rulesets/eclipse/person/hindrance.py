"""Who is in no condition to act, and for what."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.wording import counted, shown
from bot.rulesets.eclipse.state import BodyKind, State
from bot.rulesets.eclipse.time.actions import Pass
from bot.rulesets.eclipse.wounds.actions import RegainWits


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not do something: who is out of action only passes, who is dazed regains its wits."""
    if action == Pass.offer.name:
        return None
    if not state.able:
        for_good = state.dead or state.kind is BodyKind.OBJECT
        by_gm = "" if for_good else ", or have a GM bring it round: /damage heal with:awake=yes"
        return RuleViolation(f"{shown(actor)} {kept_by(state)}.", f"Let somebody else act{by_gm}.")
    if state.dazed and action != RegainWits.offer.name:
        regain = "Regain them with /act action:recover, the complex action of a phase."
        return RuleViolation(f"{shown(actor)} is out of its wits.", regain)
    return None


def kept_by(state: State) -> str:
    """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
    reasons = {
        "is a thing": state.kind is BodyKind.OBJECT,
        "is dead": state.dead,
        "is out cold": state.unconscious,
        "has broken down": state.broken,
        f"can do nothing for {counted(state.out_turns, 'turn')}": state.out_turns > 0,
        "is out of its wits": state.dazed,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
