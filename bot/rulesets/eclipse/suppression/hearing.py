"""Whom its holder has fired at in a cone is fired at there no more."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.features import Hears
from bot.core.renaming import sign_of
from bot.core.scene import changed_at_once
from bot.rulesets.eclipse.fire.events import Attacked
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import State

hears = Hears()


@hears(Attacked)
def _has_fired(scene: EclipseScene, event: Attacked) -> EclipseScene:
    """Return the scene with the target fired at, for whom one free shot in a cone is all; of the hidden the sign."""
    if not event.free:
        return scene
    target = sign_of(event.target) if scene.combatants[event.target].hidden else event.target

    def fired_at(state: State) -> State:
        cone = state.suppressing
        return replace(state, suppressing=replace(cone, fired_at=(*cone.fired_at, target))) if cone else state

    return changed_at_once(scene, event.actor, fired_at)
