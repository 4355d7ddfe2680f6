"""What an event changes that many events change."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Pace, State


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
