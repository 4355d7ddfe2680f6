"""What equipment keeps of the events of other features."""

from __future__ import annotations

from bot.core.features import Hears
from bot.core.scene import with_state
from bot.rulesets.reflex.blasts.events import BlastReached
from bot.rulesets.reflex.play import ReflexScene

hears = Hears()


@hears(BlastReached)
def another_blast(scene: ReflexScene, event: BlastReached) -> ReflexScene:
    """Return the scene in which armour that an earlier explosion has worn down may be worn down by this one."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, state.with_kit(blasted=())) if state.kit.blasted else scene
