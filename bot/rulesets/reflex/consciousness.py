"""Who is still in the fight and awake, and who may act, is read off one state alone."""

from __future__ import annotations

from bot.rulesets.reflex.state import State


def conscious(state: State) -> bool:
    """Whether somebody is still in the fight and awake; a vehicle never is."""
    return not (state.dead or state.unconscious or state.withdrawn or state.vehicle)


def able(state: State) -> bool:
    """Whether somebody may take tactical actions in this exchange."""
    return conscious(state) and not (state.out or state.dazed or state.surrendered)
