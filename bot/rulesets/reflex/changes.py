"""What an event may change beside one state: its actor's own view of the moment, and everybody at once."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core.events import Personal
from bot.core.scene import with_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State


class OwnDeed(Personal, frozen=True, kw_only=True):
    """What somebody does itself: it counts at once, also for what it does next on the same tick."""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the actor's state changed, and the one it is judged by."""
        if self.actor in scene.opening:
            opening = {**scene.opening, self.actor: self.changed(scene.opening[self.actor])}
            scene = msgspec.structs.replace(scene, opening=opening)
        return with_state(scene, self.actor, self.changed(scene.combatants[self.actor].state))


def everyone(scene: ReflexScene, change: Callable[[State], State]) -> ReflexScene:
    """Return the scene with the state of everybody changed."""
    people = {
        actor: msgspec.structs.replace(combatant, state=change(combatant.state))
        for actor, combatant in scene.combatants.items()
    }
    return msgspec.structs.replace(scene, combatants=people)
