"""The scene after a throw: what was thrown is gone from the hand, and its fuse burns where it landed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.rulesets.reflex.indirect.evolve import guessed
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Fuse, Lies, State
from bot.rulesets.reflex.throws.events import FuseBurned, FuseLit, Thrown
from bot.rulesets.reflex.time.events import Moved

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_THROWS."""
    if isinstance(event, FuseLit):
        fuse = Fuse(event.item, event.explosive, event.tick)
        return _changed(scene, event.actor, lambda state: _with(state, fuses=(*state.fuses, fuse)))
    if isinstance(event, Thrown):
        return _thrown(scene, event)
    return _burned(scene, event) if isinstance(event, FuseBurned) else scene


def _burned(scene: ReflexScene, event: FuseBurned) -> ReflexScene:
    """What went off is gone: from the hand or from where it was dropped, unless it had flown there from elsewhere.

    Fights of before may tell of a fuse that now burns elsewhere, since they mistook one for another of its name.
    """
    state = scene.combatants[event.actor].state
    named = [fuse for fuse in state.fuses if fuse.item == event.item]
    if not named:
        return scene
    fuse = min(named, key=lambda each: each.off_m != event.off_m)
    left = _without(state, fuse)
    scene = with_state(scene, event.actor, _gone(left, event.item) if _is_own(fuse) else left)
    if any(each.item == event.item for each in left.fuses):
        return scene
    pair = pair_of(event.actor, event.item)
    throwers = {key: thrower for key, thrower in scene.ground.throwers.items() if key != pair}
    return _with(scene, ground=_with(scene.ground, throwers=throwers))


def _changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    return with_state(scene, actor, change(scene.combatants[actor].state))


def _thrown(scene: ReflexScene, event: Thrown) -> ReflexScene:
    if event.blind:
        scene = guessed(scene, event.actor, event.target)
    fuse = own_fuse(scene.combatants[event.actor].state, event.item)
    scene = _changed(scene, event.actor, lambda state: _gone(_without(state, fuse), event.item))
    margin = event.outcome.margin if event.outcome.succeeded else None
    flight: dict[str, Any] = {"off_m": event.off_m, "range_m": event.range_m, "degrees": event.degrees or 0}
    landed = (_with(fuse, margin=margin, **flight),) if fuse else ()
    if landed:
        throwers = {**scene.ground.throwers, pair_of(event.target, event.item): event.actor}
        scene = _with(scene, ground=_with(scene.ground, throwers=throwers))
    return _changed(scene, event.target, lambda state: _with(state, fuses=(*state.fuses, *landed)))


def pair_of(at: str, item: str) -> str:
    """Under which the ground keeps who threw an item at somebody."""
    return f"{at}\n{item}"


def own_fuse(state: State, item: str) -> Fuse | None:
    """The burning fuse of what somebody has itself, not of what was thrown there under the same name."""
    return next((fuse for fuse in state.fuses if fuse.item == item and _is_own(fuse)), None)


def _is_own(fuse: Fuse) -> bool:
    """Whether it burns in the hand or at the feet of whoever had it."""
    return not (fuse.off_m or fuse.range_m)


def _without(state: State, fuse: Fuse | None) -> State:
    return _with(state, fuses=tuple(each for each in state.fuses if each is not fuse))


def _gone(state: State, item: str) -> State:
    """Without the thing itself, where it was in hand or within reach."""
    found, weapon = state.items.get(item), state.weapons.get(item)
    if found and (found.held or found.lies is Lies.NEAR):
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
    return item is not None and item.held and _is_own(fuse)


def _farther(fuse: Fuse, metres: float) -> Fuse:
    return _with(fuse, off_m=fuse.off_m + metres, range_m=0, degrees=0) if metres else fuse


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {Moved: _left_behind}
