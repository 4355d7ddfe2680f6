"""Whoever is put out of action aims at nobody and defends itself no more, not even once it comes to."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import Event
from bot.core.features import Hears
from bot.core.scene import with_state
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.wounds.events import BrokeDown, Dazed, KnockedOut, Stunned

hears = Hears()


@hears(BrokeDown, Dazed, KnockedOut, Stunned)
def _is_put_out(scene: EclipseScene, event: Event) -> EclipseScene:
    """Return the scene in which it neither aims nor defends itself: both take all that it does (001:39-43; C1)."""
    state = scene.combatants[event.actor].state
    lost = state.aim or state.defending
    return with_state(scene, event.actor, replace(state, aim=None, defending=False)) if lost else scene
