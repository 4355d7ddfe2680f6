"""Who is still in the fight and awake, and who may act, is read off one state alone."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.scene import Combatant
from bot.core.wording import shown
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

WAITING = frozenset({"wait", "finish", "press", "hold", "surrender", "rest"})
STILL_OPEN = WAITING | {"let_go", "check", "mine_cross", "mine_pass", "take_cover"}


def is_down(state: State) -> bool:
    """Tell whether somebody lies there out of it, which shows nobody whether it is dead."""
    return state.body.dead or state.body.unconscious


def known_dead(combatant: Combatant[State]) -> bool:
    """Tell whether everybody can tell that somebody is dead: of the GM's people others only see that they are down."""
    return combatant.state.body.dead and not combatant.guarded


def is_closed_to(scene: ReflexScene, looker: str, other: str) -> bool:
    """Tell whether somebody may not learn how another is: a player's of one of the GM's."""
    return scene.combatants[other].guarded and not scene.combatants[looker].guarded


def conscious(state: State) -> bool:
    """Tell whether somebody is still in the fight and awake; a vehicle never is."""
    return not (state.body.dead or state.body.unconscious or state.turn.withdrawn or state.body.vehicle)


def able(state: State) -> bool:
    """Tell whether somebody may take tactical actions in this exchange."""
    body, turn = state.body, state.turn
    out_of_it = body.dead or body.unconscious or body.vehicle
    return not (out_of_it or turn.withdrawn or turn.out or turn.dazed or turn.surrendered)


def kept_by(state: State) -> str:
    """Return what keeps somebody in a state from acting, as it is said behind the name; empty for nothing."""
    reasons = {
        "is a vehicle, and goes where it is driven": state.body.vehicle is not None,
        "is dead": state.body.dead,
        "is unconscious": state.body.unconscious,
        "is dazed until this exchange ends": state.turn.dazed,
        "is in shock until this exchange ends": state.turn.out,
        "has given up": state.turn.surrendered,
        "has withdrawn": state.turn.withdrawn,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not act: whoever is out of it can only wait, let go, resist and be carried.

    A vehicle takes no action, and goes on where it is driven.

    Shock bars from what is left of an exchange of fire, and from nothing in a pause.
    """
    effective = state if state.turn.initiative is not None else state.with_turn(out=False)
    goes_by_itself = state.body.vehicle and not action
    if able(effective) or action in STILL_OPEN or goes_by_itself:
        return None
    return cannot(actor, effective)


def cannot(actor: str, state: State) -> RuleViolation:
    """Return the refusal of an action of somebody who is out of it, and what would work."""
    body, turn = state.body, state.turn
    if body.vehicle:
        remedy = "Act with somebody who is aboard."
    elif body.dead or turn.surrendered or turn.withdrawn:
        remedy = "Let somebody else act."
    else:
        remedy = "Let somebody else act, or have a GM bring it round: /damage heal with:awake=yes."
    return RuleViolation(f"{shown(actor)} {kept_by(state)}.", remedy)
