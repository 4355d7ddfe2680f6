"""What a GM sets right by hand."""

from __future__ import annotations

from typing import Any

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.graydawn.equipment.held import in_hand
from bot.rulesets.graydawn.person.events import Corrected
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import Stance

rules = Rules()


@rules("correct")
def correct(play: DawnPlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    changes: dict[str, Any] = dict(order.inputs)
    if not changes:
        raise RuleViolation("Nothing was named to set right.", "Say luck=, boxes=, stance=, loaded= or item=.")
    if "item" in changes:
        changes["wields"] = in_hand(play.scene.combatants[order.actor].state, changes.pop("item"))[0]
    if "stance" in changes:
        changes["stance"] = Stance(changes["stance"])
    play.tell(Corrected(actor=order.actor, **changes))
