"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.eclipse.equipment.weapons import find
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import State

rules = Rules()


FIELDS = ("prone", "unconscious", "dead", "broken", "dazed", "surprised", "out_turns")


@rules("correct")
def correct(play: EclipsePlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was said.
    """
    state = play.scene.combatants[order.actor].state
    changes = [(key, int(order.inputs[key]), "") for key in FIELDS if key in order.inputs]
    if "rounds" in order.inputs:
        changes.append(("loaded", order.inputs["rounds"], _weapon(state, order.inputs.get("item"))))
    if not changes:
        raise RuleViolation("Nothing to correct.", f"Say one of: {', '.join(FIELDS)}, rounds.")
    for field, value, weapon in changes:
        play.tell(Corrected(actor=order.actor, field=field, value=value, weapon=weapon))


def _weapon(state: State, wanted: str | None) -> str:
    return find(state.weapons, wanted) if wanted else next(iter(state.weapons))
