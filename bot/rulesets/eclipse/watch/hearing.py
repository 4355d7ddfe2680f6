"""Whoever is put out of action, or loses the weapon, watches nothing any more, not even once it comes to."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.events import Event
from bot.core.features import Hears
from bot.core.scene import changed_at_once, with_state
from bot.rulesets.eclipse.equipment.events import Disarmed, Readied
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.wounds.events import BrokeDown, Died, KnockedOut, Stunned

hears = Hears()


@hears(BrokeDown, Died, KnockedOut, Stunned)
def _is_put_out(scene: EclipseScene, event: Event) -> EclipseScene:
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, _watching_nothing(state)) if state.watching else scene


@hears(Corrected)
def _is_put_out_by_hand(scene: EclipseScene, event: Corrected) -> EclipseScene:
    state = scene.combatants[event.actor].state
    return changed_at_once(scene, event.actor, _watching_nothing) if state.watching and not state.able else scene


@hears(Disarmed)
def _is_disarmed(scene: EclipseScene, event: Disarmed) -> EclipseScene:
    """Return the scene in which the lost weapon watches nothing."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, _watching_nothing(state)) if _watches_with(state, event.weapon) else scene


@hears(Readied)
def _puts_it_away(scene: EclipseScene, event: Readied) -> EclipseScene:
    """Return the scene in which the weapon that was put away watches nothing."""
    lost = not event.ready and _watches_with(scene.combatants[event.actor].state, event.weapon)
    return changed_at_once(scene, event.actor, _watching_nothing) if lost else scene


def _watches_with(state: State, weapon: str) -> bool:
    return state.watching is not None and state.watching.weapon == weapon


def _watching_nothing(state: State) -> State:
    return replace(state, watching=None)
