"""What a GM decides by hand: damage, healing, and what has to be set right."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.horizons.events import Corrected, Healed
from bot.rulesets.horizons.handling import weapon_of
from bot.rulesets.horizons.injury import hurt
from bot.rulesets.horizons.referee import HorizonsScene, Referee, RuleOf, Ruling, someone


def damage(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Hit points are lost, with all that follows from it; neither zone nor armour changes the number.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = someone(scene, order)
    if scene.combatants[actor].state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    return (yield from hurt(referee, scene, actor, order.inputs["damage"], order.inputs.get("place", "")))


def heal(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Points come back, a zone loses its wounds, or somebody wakes.

    Raises:
        RuleViolation: that would change nothing.
    """
    actor = someone(scene, order)
    state = scene.combatants[actor].state
    points = min(order.inputs.get("points", 0), state.damage)
    zone = order.inputs.get("place", "")
    woke = state.unconscious and bool(order.inputs.get("awake"))
    if not (points or zone in state.wounds or woke):
        raise RuleViolation("That changes nothing.", "Say points=10, place=arms or awake=yes.")
    return (yield Healed(actor=actor, points=points, zone=zone, woke=woke))


def correct(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing is said, or there is no such weapon.
    """
    given = {key: value for key, value in order.inputs.items() if key not in ("item", "target")}
    if not given:
        raise RuleViolation("What is to be set right?", "Say for example posture=prone.")
    if given.get("fault") == "none":
        given["fault"] = ""
    actor = someone(scene, order)
    weapon = ""
    if "rounds" in given or "fault" in given:
        weapon, found = weapon_of(scene.combatants[actor].state, order.inputs.get("item"))
        given = {**given, **({"rounds": min(given["rounds"], found.capacity)} if "rounds" in given else {})}
    return (yield Corrected(actor=actor, weapon=weapon, **given))


RULES: dict[str, RuleOf] = {"damage": damage, "heal": heal, "correct": correct}
