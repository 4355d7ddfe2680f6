"""What a GM decides by hand: damage, healing, and what has to be set right."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import Audience
from bot.core.orders import Act
from bot.core.sheets import named
from bot.core.wording import shown
from bot.rulesets.horizons.events import ConditionEnded, ConditionSet, Corrected, EffectTold, Healed, Rested
from bot.rulesets.horizons.evolve import rewounded
from bot.rulesets.horizons.handling import weapon_of
from bot.rulesets.horizons.injury import hurt
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsScene, RuleOf, someone
from bot.rulesets.horizons.state import BODY

MOST_CONDITIONS = 20


def damage(play: HorizonsPlay, order: Act) -> None:
    """Hit points are lost, with all that follows from it; neither zone nor armour changes the number.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor = someone(play.scene, order)
    if play.scene.combatants[actor].state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    hurt(play, actor, order.inputs["damage"], order.inputs.get("place", ""))


def heal(play: HorizonsPlay, order: Act) -> None:
    """Points come back, a zone loses its wounds, or somebody wakes.

    Raises:
        RuleViolation: that would change nothing.
    """
    actor = someone(play.scene, order)
    state = play.scene.combatants[actor].state
    zone = order.inputs.get("place", "")
    points = min(order.inputs.get("points", 0), rewounded(state, zone, 0).limit - state.points)
    woke = state.unconscious and bool(order.inputs.get("awake"))
    if not (points or zone in state.wounds or woke):
        raise RuleViolation("That changes nothing.", "Say points=10, place=arms or awake=yes.")
    play.tell(Healed(actor=actor, points=points, zone=zone, woke=woke))


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


def tell(play: HorizonsPlay, order: Act) -> None:
    """What comes of the oldest side effect that is open: words, and where one is named a condition.

    Raises:
        RuleViolation: none is open, or there is not one more condition to be had.
    """
    actor = someone(play.scene, order)
    effects = play.scene.combatants[actor].state.effects
    if not effects:
        remedy = "Name a condition without one by the action condition."
        raise RuleViolation(f"No side effect of {shown(actor)} is open.", remedy)
    left = _condition_set(play.scene, actor, order) if "condition" in order.inputs else None
    audience = Audience.GM if effects[0].secret else Audience.ALL
    told = EffectTold(actor=actor, degree=effects[0].degree, what=order.inputs.get("what", ""), audience=audience)
    play.tell(told)
    if left:
        play.tell(msgspec.structs.replace(left, audience=audience))


def condition(play: HorizonsPlay, order: Act) -> None:
    """Something that ails or helps somebody at checks, or its end.

    Raises:
        RuleViolation: it is to end and there is no such thing, or there is not one more to be had.
    """
    actor = someone(play.scene, order)
    if not order.inputs.get("over"):
        play.tell(_condition_set(play.scene, actor, order))
        return
    known = play.scene.combatants[actor].state.conditions
    name = _name(order, known)
    if name not in known:
        raise RuleViolation(f"{shown(actor)} is not {name}.", f"There is: {', '.join(known) or 'no condition'}.")
    play.tell(ConditionEnded(actor=actor, name=name))


def rest(play: HorizonsPlay, order: Act) -> None:
    """A full rest brings all effort back (ours, as the game was published).

    Raises:
        RuleViolation: no effort was spent.
    """
    actor = someone(play.scene, order)
    state = play.scene.combatants[actor].state
    if state.effort >= state.rested:
        raise RuleViolation(f"{shown(actor)} has all effort.", f"That is {state.effort}; action correct sets another.")
    play.tell(Rested(actor=actor, effort=state.rested))


def _name(order: Act, known: Iterable[str]) -> str:
    """What a condition is called, as it is on the sheet where it is known; small letters where it is new."""
    name = named(order.inputs["condition"]).casefold()
    return next((each for each in known if each.casefold() == name), name)


def _condition_set(scene: HorizonsScene, actor: str, order: Act) -> ConditionSet:
    """The condition of an order; its rounds count from the one being played on."""
    known = scene.combatants[actor].state.conditions
    name = _name(order, known)
    if name not in known and len(known) >= MOST_CONDITIONS:
        raise RuleViolation(f"{shown(actor)} has {MOST_CONDITIONS} conditions.", "End one first: over=yes.")
    rounds = order.inputs.get("rounds", 0)
    until = max(1, scene.ground.rounds) + rounds - 1 if rounds else 0
    given = {key: order.inputs[key] for key in ("modifier", "skill") if key in order.inputs}
    return ConditionSet(actor=actor, name=name, until=until, **given)


RULES: dict[str, RuleOf] = {
    "damage": damage,
    "heal": heal,
    "correct": correct,
    "rest": rest,
    "tell": tell,
    "condition": condition,
}
