"""What has become of a vehicle counts at once, also for what is played together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.vehicles.events import Drove, VehicleHit
from bot.rulesets.reflex.vehicles.hits import SUSPENSION

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_VEHICLES."""
    return _CHANGES[type(event)](scene, event)


def _struck(scene: ReflexScene, event: VehicleHit) -> ReflexScene:
    return restated(scene, event.target, lambda state: _hit(state, event))


def _hit(state: State, event: VehicleHit) -> State:
    if not event.broken:
        return state
    broken = {**state.broken, event.place: event.broken}
    kmh = 0 if event.place == SUSPENSION else state.kmh
    return _with(state, wear={**state.wear, event.place: event.wear}, broken=broken, kmh=kmh)


def _drove(scene: ReflexScene, event: Drove) -> ReflexScene:
    return restated(scene, event.actor, lambda state: _with(state, kmh=event.kmh))


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {VehicleHit: _struck, Drove: _drove}
