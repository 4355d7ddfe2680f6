"""Who is still in the fight and awake, and who may act, is read off one state alone."""

from __future__ import annotations

from bot.core.scene import Combatant
from bot.rulesets.reflex.state import State


def is_down(state: State) -> bool:
    """Tell whether somebody lies there out of it, which shows nobody whether it is dead."""
    return state.body.dead or state.body.unconscious


def known_dead(combatant: Combatant[State]) -> bool:
    """Tell whether everybody can tell that somebody is dead: of the GM's people others only see that they are down."""
    return combatant.state.body.dead and not combatant.guarded


def conscious(state: State) -> bool:
    """Tell whether somebody is still in the fight and awake; a vehicle never is."""
    return not (state.body.dead or state.body.unconscious or state.turn.withdrawn or state.body.vehicle)


def able(state: State) -> bool:
    """Tell whether somebody may take tactical actions in this exchange."""
    return conscious(state) and not (state.turn.out or state.turn.dazed or state.turn.surrendered)
