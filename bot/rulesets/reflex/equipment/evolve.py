"""What has become of equipment counts at once, also for what is played together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.equipment.events import ArmorWornDown, EquipmentHit, Mended
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_EQUIPMENT."""
    change = _CHANGES[type(event)]
    return restated(scene, event.actor, lambda state: change(state, event))


def _hit(state: State, event: EquipmentHit) -> State:
    if not event.broken:
        return state
    broken = {**state.broken, event.item: event.broken}
    return _with(state, wear={**state.wear, event.item: event.wear}, broken=broken)


def _mended(state: State, event: Mended) -> State:
    return _with(state, broken={item: broken for item, broken in state.broken.items() if item != event.item})


def _worn_down(state: State, event: ArmorWornDown) -> State:
    if state.vehicle:
        halves = {**state.vehicle.armor_halves, event.place: event.after}
        return _with(state, vehicle=_with(state.vehicle, armor_halves=halves))
    worn = tuple(_with(each, armor_halves=event.after) if each.name == event.armor else each for each in state.armor)
    return _with(state, armor=worn, blasted=(*state.blasted, event.armor) if event.blast else state.blasted)


_CHANGES: Mapping[type[Event], Callable[[State, Any], State]] = {
    EquipmentHit: _hit,
    Mended: _mended,
    ArmorWornDown: _worn_down,
}
