"""What a GM sets right by hand: luck, armour, life, and what is in hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.nighttripper.person.events import Corrected
from bot.rulesets.nighttripper.person.sheet import FISTS
from bot.rulesets.nighttripper.play import NightPlay

rules = Rules()

NONE = "none"


@rules("correct")
def correct(play: NightPlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    changes = dict(order.inputs)
    if not changes:
        raise RuleViolation("Nothing was named to set right.", "Say luck=, luck_max=, armor=, dead= or item=.")
    item, armor = changes.pop("item", None), changes.pop("armor", None)
    weapons = {name.casefold(): name for name in (FISTS, *play.scene.combatants[order.actor].state.weapons)}
    if item is not None and item.casefold() not in weapons:
        raise RuleViolation(f"{shown(order.actor)} has no {item[:40]}.", f"There is: {', '.join(weapons.values())}.")
    wields = None if item is None else weapons[item.casefold()]
    worn = "" if armor == NONE else armor
    play.tell(Corrected(actor=order.actor, armor=worn, wields=wields, **changes))
