"""Whoever is put out of action is no longer surprised once it comes to."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import Event
from bot.core.features import Hears
from bot.core.scene import with_state
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.wounds.events import BrokeDown, KnockedOut, Stunned

hears = Hears()


@hears(BrokeDown, KnockedOut, Stunned)
def _is_put_out(scene: EclipseScene, event: Event) -> EclipseScene:
    """Return the scene in which nobody gives all others a free phase again for a surprise of long ago."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, replace(state, surprised=False)) if state.surprised else scene
