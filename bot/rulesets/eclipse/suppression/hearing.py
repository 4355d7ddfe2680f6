"""What becomes of a cone under fire when its holder fires into it, is put out of action, or has the weapon no more."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import Event
from bot.core.features import Hears
from bot.core.renaming import sign_of
from bot.core.scene import changed_at_once, with_state
from bot.rulesets.eclipse.equipment.events import Disarmed, Readied
from bot.rulesets.eclipse.fire.events import Attacked
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.wounds.events import BrokeDown, Dazed, Died, KnockedOut, Stunned

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


@hears(BrokeDown, Dazed, Died, KnockedOut, Stunned)
def _cannot_hold_it(scene: EclipseScene, event: Event) -> EclipseScene:
    """Return the scene with nothing held under fire by whoever is put out of action."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, replace(state, suppressing=None)) if state.suppressing else scene


@hears(Corrected)
def _is_put_out(scene: EclipseScene, event: Corrected) -> EclipseScene:
    """Return the scene with nothing held under fire by whom a GM has put out of action."""
    state = scene.combatants[event.actor].state
    lost = state.suppressing and not state.able
    return changed_at_once(scene, event.actor, lambda each: replace(each, suppressing=None)) if lost else scene


@hears(Disarmed)
def _is_disarmed(scene: EclipseScene, event: Disarmed) -> EclipseScene:
    """Return the scene without the cone that the lost weapon held under fire."""
    state = scene.combatants[event.actor].state
    lost = _holds_it_with(state, event.weapon)
    return with_state(scene, event.actor, replace(state, suppressing=None)) if lost else scene


@hears(Readied)
def _puts_it_away(scene: EclipseScene, event: Readied) -> EclipseScene:
    """Return the scene without the cone of whoever has put its weapon away."""
    lost = not event.ready and _holds_it_with(scene.combatants[event.actor].state, event.weapon)
    return changed_at_once(scene, event.actor, lambda each: replace(each, suppressing=None)) if lost else scene


def _holds_it_with(state: State, weapon: str) -> bool:
    return state.suppressing is not None and state.suppressing.weapon == weapon
