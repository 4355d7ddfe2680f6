"""Whose body an order is about is asked in one way: the target's, or else the actor's own."""

from __future__ import annotations

from bot.core.errors import RuleViolation, absent
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.referee import ReflexScene
from bot.rulesets.reflex.state import State


def present(scene: ReflexScene, order: Act) -> tuple[str, State]:
    """Whose belongings an order is about, alive or dead.

    Raises:
        RuleViolation: it is not here.
    """
    actor = str(order.inputs.get("target", order.actor))
    found = scene.combatants.get(actor)
    if found is None:
        raise absent(actor)
    return actor, found.state


def body(scene: ReflexScene, order: Act) -> tuple[str, State]:
    """Whose living body an order is about.

    Raises:
        RuleViolation: it is not here, dead, or a vehicle.
    """
    actor, state = present(scene, order)
    if state.vehicle:
        raise RuleViolation(f"{shown(actor)} is a vehicle.", "Name somebody with a body; wreck damages a vehicle.")
    if state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    return actor, state


def body_in_sight(scene: ReflexScene, order: Act) -> tuple[str, State]:
    """The same for whoever may not know of the hidden: to a player's combatant they are not here.

    Raises:
        RuleViolation: it is not here, or dead.
    """
    actor = str(order.inputs.get("target", order.actor))
    if actor in scene.combatants and not scene.sees(order.actor, actor):
        raise absent(actor)
    return body(scene, order)
