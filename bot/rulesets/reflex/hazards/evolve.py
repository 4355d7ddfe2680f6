"""The scene after fire, a fall or a lack of air: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.rulesets.reflex.hazards import events as happened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Breath, Burning, State

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_HAZARDS."""
    change = _CHANGES.get(type(event))
    if change is None:
        return scene
    return with_state(scene, event.actor, change(scene.combatants[event.actor].state, event))


def _ignition_rolled(state: State, event: happened.IgnitionRolled) -> State:
    return _with(state, burning=Burning(event.hazard, event.damage)) if event.caught else state


def _put_out(state: State, _: happened.PutOut) -> State:
    return _with(state, burning=None)


def _breath_held(state: State, event: happened.BreathHeld) -> State:
    return _with(state, breath=Breath(event.periods, event.gas))


def _breath_ebbed(state: State, event: happened.BreathEbbed) -> State:
    return _with(state, breath=_with(state.breath, left=event.left)) if state.breath else state


def _breathing(state: State, _: Event) -> State:
    return _with(state, breath=None)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    happened.IgnitionRolled: _ignition_rolled,
    happened.PutOut: _put_out,
    happened.BreathHeld: _breath_held,
    happened.BreathEbbed: _breath_ebbed,
    happened.Inhaled: _breathing,
    happened.AirReturned: _breathing,
}
