"""The scene after a throw: what was thrown is gone from the hand, and its fuse burns where it landed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.rulesets.reflex.events_throws import FuseBurned, FuseLit, Thrown
from bot.rulesets.reflex.events_time import Moved
from bot.rulesets.reflex.evolve_indirect import guessed
from bot.rulesets.reflex.referee import ReflexScene
from bot.rulesets.reflex.state import Fuse, Lies, State

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_THROWS."""
    if isinstance(event, FuseLit):
        fuse = Fuse(event.item, event.explosive, event.tick)
        return _changed(scene, event.actor, lambda state: _with(state, fuses=(*state.fuses, fuse)))
    if isinstance(event, Thrown):
        return _thrown(scene, event)
    if isinstance(event, FuseBurned):
        return _changed(scene, event.actor, lambda state: _gone(_without(state, event.item), event.item))
    return scene


def _changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    return with_state(scene, actor, change(scene.combatants[actor].state))


def _thrown(scene: ReflexScene, event: Thrown) -> ReflexScene:
    if event.blind:
        scene = guessed(scene, event.actor, event.target)
    burning = [fuse for fuse in scene.combatants[event.actor].state.fuses if fuse.item == event.item]
    scene = _changed(scene, event.actor, lambda state: _gone(_without(state, event.item), event.item))
    margin = event.outcome.margin if event.outcome.succeeded else None
    flight: dict[str, Any] = {"off_m": event.off_m, "range_m": event.range_m, "degrees": event.degrees or 0}
    landed = tuple(_with(fuse, margin=margin, **flight) for fuse in burning[:1])
    if landed:
        throwers = {**scene.ground.throwers, pair_of(event.target, event.item): event.actor}
        scene = _with(scene, ground=_with(scene.ground, throwers=throwers))
    return _changed(scene, event.target, lambda state: _with(state, fuses=(*state.fuses, *landed)))


def pair_of(at: str, item: str) -> str:
    """Under which the ground keeps who threw an item at somebody."""
    return f"{at}\n{item}"


def _without(state: State, item: str) -> State:
    """Without the first fuse of that name."""
    index = next((index for index, fuse in enumerate(state.fuses) if fuse.item == item), len(state.fuses))
    return _with(state, fuses=(*state.fuses[:index], *state.fuses[index + 1 :]))


def _gone(state: State, item: str) -> State:
    """Without the thing itself, where it was in hand."""
    found, weapon = state.items.get(item), state.weapons.get(item)
    if found and found.held:
        return _with(state, items={**state.items, item: _with(found, held=False, lies=Lies.AWAY)})
    if weapon and weapon.held_with:
        return _with(state, weapons={**state.weapons, item: _with(weapon, held_with=0, lies=Lies.AWAY)})
    return state


def _left_behind(scene: ReflexScene, event: Moved) -> ReflexScene:
    """Whoever goes away leaves behind what burns near it but not in its hand: that much farther away (ours).

    From where it was thrown says no more then how far anybody else is from it.
    """
    state = scene.combatants[event.actor].state
    fuses = tuple(fuse if _in_hand(state, fuse) else _farther(fuse, event.distance_m) for fuse in state.fuses)
    return with_state(scene, event.actor, _with(state, fuses=fuses)) if fuses != state.fuses else scene


def _in_hand(state: State, fuse: Fuse) -> bool:
    item = state.items.get(fuse.item)
    return item is not None and item.held and not fuse.off_m and not fuse.range_m


def _farther(fuse: Fuse, metres: float) -> Fuse:
    return _with(fuse, off_m=fuse.off_m + metres, range_m=0, degrees=0) if metres else fuse


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {Moved: _left_behind}
