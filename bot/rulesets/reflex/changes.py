"""What many events say or change alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from bot.core.events import Event, Personal
from bot.core.terms import Term
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State


def halted(state: State) -> State:
    """Return the state of somebody who moves no farther."""
    still = state.body.moving is Pace.STILL and not state.body.moved_m
    return state if still else state.with_body(moving=Pace.STILL, moved_m=0)


def everyone(scene: ReflexScene, change: Callable[[State], State]) -> ReflexScene:
    """Return the scene with the state of everybody changed."""
    people = {
        actor: msgspec.structs.replace(combatant, state=change(combatant.state))
        for actor, combatant in scene.combatants.items()
    }
    return msgspec.structs.replace(scene, combatants=people)


class ForEverybody(Personal, frozen=True, kw_only=True):
    """What changes the state of its actor at once for all, also for those who act in the same moment."""

    for_everybody: ClassVar[bool] = True


class ThingDamaged(Event, frozen=True, kw_only=True):
    """An ``item`` took ``damage``, of which ``final`` got through its ``armor`` at ``penetration`` halves.

    From ``threshold`` on it gains a point of Wear and is disabled, or destroyed where it was disabled before:
    ``broken`` says which, and is empty for scratches. ``terms`` are the parts of the damage, where it was that of an
    attack; a ``graze`` only scratches.
    """

    item: str
    armor: int
    threshold: int
    damage: int
    penetration: int | None
    final: int
    wear: int
    broken: str = ""
    graze: bool = False
    terms: tuple[Term, ...] = ()
