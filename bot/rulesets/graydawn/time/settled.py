"""What a suppression roll, and what was declared, have left of a turn."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.options import AIM, ATTACK, MOVE, RELOAD, SUPPRESS, TAKE_COVER, THROW
from bot.core.wording import counted, shown
from bot.rulesets.graydawn.state import State
from bot.rulesets.graydawn.time.actions import Declare, Delay, Quick

AT_ANY_NERVE = ("nerve", "brave", Declare.offer.name, Delay.offer.name, Quick.offer.name)
"""What no nerve is needed for, or what has a roll of its own, or what goes by how it is said."""

MOVEMENT = (MOVE, TAKE_COVER)
IN_STEPS = (ATTACK, AIM, THROW, SUPPRESS, RELOAD, "clear", "draw", "treat", "work")
"""What is counted as an action and has another five later; to chamber a shell has its own time."""


def settled(state: State, action: str) -> RuleViolation | None:
    """Return what a suppression roll has settled against an action (text 004, lines 158, 230; 004-19)."""
    if action in AT_ANY_NERVE:
        return None
    if state.turn.pinned and action in (AIM, ATTACK) and (state.shelter or state.turn.moved):
        return RuleViolation("Whose nerve has failed has only covering fire.", "Lay it with /act action:suppress.")
    return settled_for(state, moving=action in MOVEMENT)


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


def used_up(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return what speaks against an action by what was declared, of which nothing of its kind is left (004:240)."""
    turn = state.turn
    if not turn.actions:
        return None
    if action == Declare.offer.name:
        return RuleViolation(
            f"{shown(actor)} has declared already.", "Act, or let it go by with /act action:delay or /act action:pass."
        )
    if action in MOVEMENT and turn.moved >= turn.moves:
        had = f"the turn had {counted(turn.moves, 'movement action')}" if turn.moves else "no movement was declared"
        return RuleViolation(
            f"{shown(actor)} has no movement left: {had}.",
            "Movement is declared as a turn begins, with:moves=1. Do what is left, or let it go by: /act action:pass.",
        )
    if action in IN_STEPS and turn.done - turn.moved >= turn.actions - turn.moves:
        return RuleViolation(
            f"{shown(actor)} has only movement left.", "Move or pass: /act action:move, /act action:pass."
        )
    return None
