"""Who is in no condition to act, or for something, and what keeps them from it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.actions import Pass
from bot.rulesets.graydawn.time.settled import settled, used_up


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not do something: who is out of it lets its moment pass, nerve may have failed for it, or
    what was declared is used up."""
    if action == Pass.offer.name:
        return None
    if state.able:
        return (settled(state, action) or used_up(state, actor, action)) if action else None
    saves = "" if state.dead else "The stunned save at every turn; the dying need /treat. "
    return RuleViolation(
        f"{shown(actor)} {kept_by(state)}.", f"{saves}In a fight it can pass, in its turn: /act action:pass."
    )


def kept_by(state: State) -> str:
    """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
    reasons = {"is dead": state.dead, "is dying": state.dying, "is stunned": state.stunned}
    return next((reason for reason, holds in reasons.items() if holds), "")
