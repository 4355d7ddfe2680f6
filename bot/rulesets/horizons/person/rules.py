"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.horizons.equipment.rules import weapon_of
from bot.rulesets.horizons.person.events import Corrected
from bot.rulesets.horizons.play import HorizonsPlay, someone
from bot.rulesets.horizons.state import BODY

rules = Rules()


@rules("correct")
def correct(play: HorizonsPlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing is said, or there is no such weapon.
    """
    given = {key: value for key, value in order.inputs.items() if key not in ("item", "target")}
    if not given:
        raise RuleViolation("What is to be set right?", "Say for example posture=prone.")
    if given.get("fault") == "none":
        given["fault"] = ""
    actor = someone(play.scene, order)
    weapon, zone = "", given.pop("place", BODY if "wounds" in given else "")
    if "rounds" in given or "fault" in given:
        weapon, found = weapon_of(play.scene.combatants[actor].state, order.inputs.get("item"))
        given = {**given, **({"rounds": min(given["rounds"], found.capacity)} if "rounds" in given else {})}
    play.tell(Corrected(actor=actor, weapon=weapon, zone=zone, **given))
