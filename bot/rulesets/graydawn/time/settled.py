"""What a suppression roll leaves of a turn: whose nerve has failed keeps wholly down, or runs for cover first."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.options import AIM, ATTACK, MOVE, TAKE_COVER
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.actions import Declare, Delay, Quick

AT_ANY_NERVE = ("nerve", "brave", Declare.offer.name, Delay.offer.name, Quick.offer.name)
"""What no nerve is needed for, or what has a roll of its own, or what goes by how it is said."""


def settled(state: State, action: str) -> RuleViolation | None:
    """Return what a suppression roll has settled against an action (text 004, lines 158, 230; 004-19)."""
    if action in AT_ANY_NERVE:
        return None
    if state.turn.pinned and action in (AIM, ATTACK) and (state.shelter or state.turn.moved):
        return RuleViolation("Whose nerve has failed has only covering fire.", "Lay it with /act action:suppress.")
    return settled_for(state, moving=action in (MOVE, TAKE_COVER))


def settled_for(state: State, *, moving: bool) -> RuleViolation | None:
    """Return what the roll has settled against movement, or anything else: about cover, while there is some."""
    turn = state.turn
    if moving and (turn.bound or turn.pinned) and state.shelter:
        fight = "Lay covering fire: /act action:suppress" if turn.pinned else "Fight from behind it: /attack"
        return RuleViolation("There is too much fire to leave cover.", f"{fight}.")
    if turn.pinned and not moving and not state.shelter and not turn.moved:
        return RuleViolation(
            "Nerve has failed in the open: first comes a run for cover.",
            "Run for it: /act action:move, behind a wall that is reached with:cover=wall; then covering fire.",
        )
    if turn.leaving and state.shelter and not moving and not turn.moves:
        return RuleViolation("The nerve was for leaving cover.", "Move first: /act action:move.")
    return None
