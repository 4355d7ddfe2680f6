"""Whose body an order is about is asked in one way: the target's, or else the actor's own."""

from __future__ import annotations

from typing import Protocol

from bot.core.errors import RuleViolation, absent, already_dead
from bot.core.ground.lost import check_in_sight, knows_of
from bot.core.wording import shown
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State


class Targeted(Protocol):
    """An action with a target, which is empty where it is about the actor."""

    @property
    def actor(self) -> str: ...

    @property
    def target(self) -> str: ...


def about(order: Targeted) -> str:
    """Return whom an order is about: its target, or else the actor."""
    return order.target or order.actor


def present(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    """Return whose belongings an order is about, alive or dead.

    Raises:
        RuleViolation: it is not here.
    """
    actor = about(order)
    return actor, scene.present(actor).state


def body(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    """Return whose living body an order is about.

    Raises:
        RuleViolation: it is not here, dead, or a vehicle.
    """
    actor, state = _embodied(scene, order)
    if state.body.dead:
        raise already_dead(actor)
    return actor, state


def _embodied(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    actor, state = present(scene, order)
    if state.body.vehicle:
        raise RuleViolation(f"{shown(actor)} is a vehicle.", "Name somebody with a body.")
    return actor, state


def is_gone(scene: ReflexScene, actor: str, other: str) -> bool:
    """Tell whether somebody knows that another has left the fight: of who is out of sight nobody does."""
    found = scene.combatants.get(other)
    return found is not None and found.state.turn.withdrawn and other != actor and knows_of(scene, actor, other)


def check_not_gone(scene: ReflexScene, actor: str, other: str) -> None:
    """Raise RuleViolation where somebody else is known to have got away: it takes no part any more (003, line 345)."""
    if is_gone(scene, actor, other):
        raise RuleViolation(f"{shown(other)} has left the fight.", "Name somebody who is in it.")


def in_sight(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    """Return whom or which vehicle an order is about, where to a player's combatant the hidden are away.

    Raises:
        RuleViolation: it is not here, has left the fight, or is out of sight on a ground.
    """
    actor = about(order)
    if actor in scene.combatants and not scene.sees(order.actor, actor):
        raise absent(actor)
    check_not_gone(scene, order.actor, actor)
    check_in_sight(scene, order.actor, actor)
    return present(scene, order)


def mark_in_sight(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    """Return whom or which vehicle an order is about, where neither who is hidden nor who is dead may be learned.

    Raises:
        RuleViolation: it is not here, out of sight on a ground, or known to be dead.
    """
    actor, state = in_sight(scene, order)
    if known_dead(scene.combatants[actor]):
        raise already_dead(actor)
    return actor, state


def body_in_sight(scene: ReflexScene, order: Targeted) -> tuple[str, State]:
    """Return whose body an order is about, where neither who is hidden nor who is dead may be learned from a refusal.

    Raises:
        RuleViolation: it is not here, known to be dead, or a vehicle.
    """
    in_sight(scene, order)
    actor, state = _embodied(scene, order)
    if known_dead(scene.combatants[actor]):
        raise already_dead(actor)
    return actor, state
