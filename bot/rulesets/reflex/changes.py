"""What an event may change in everybody at once."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State


def everyone(scene: ReflexScene, change: Callable[[State], State]) -> ReflexScene:
    """Return the scene with the state of everybody changed."""
    people = {
        actor: msgspec.structs.replace(combatant, state=change(combatant.state))
        for actor, combatant in scene.combatants.items()
    }
    return msgspec.structs.replace(scene, combatants=people)
