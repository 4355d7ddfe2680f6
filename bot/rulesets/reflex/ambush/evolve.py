"""The scene after what happens around ambushes: who is surprised stays so until the first exchange of fire is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.ambush import events as happened
from bot.rulesets.reflex.lurking import Ambush
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_AMBUSH."""
    return _CHANGES[type(event)](scene, event)


def _set(scene: ReflexScene, event: happened.AmbushSet) -> ReflexScene:
    return _lying(scene, {**scene.ground.ambushes, event.actor: event.ambush})


def _watched(scene: ReflexScene, event: happened.AmbushWatched) -> ReflexScene:
    ambush = scene.ground.ambushes[event.target]
    aware = (*ambush.aware, event.actor) if event.noticed else ambush.aware
    ambush = _with(ambush, tried=(*ambush.tried, event.actor), aware=aware)
    return _lying(scene, {**scene.ground.ambushes, event.target: ambush})


def _sprung(scene: ReflexScene, event: happened.AmbushSprung) -> ReflexScene:
    return _without(scene, event.leader)


def _met(scene: ReflexScene, event: happened.AmbushMet) -> ReflexScene:
    if not event.surprised:
        return scene
    rolled: dict[str, Any] = {} if event.initiative is None else {"initiative": event.initiative}
    return restated(scene, event.actor, lambda state: _with(state, ambushed=True, surprised=True, **rolled))


def _dropped(scene: ReflexScene, event: happened.AmbushDropped) -> ReflexScene:
    return _without(scene, event.actor)


def _without(scene: ReflexScene, leader: str) -> ReflexScene:
    return _lying(scene, {key: ambush for key, ambush in scene.ground.ambushes.items() if key != leader})


def _lying(scene: ReflexScene, ambushes: dict[str, Ambush]) -> ReflexScene:
    return _with(scene, ground=_with(scene.ground, ambushes=ambushes))


def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    """After its first exchange of fire nobody is surprised any more (text 003, line 1297)."""
    for actor, combatant in scene.combatants.items():
        if combatant.state.surprised:
            scene = restated(scene, actor, lambda state: _with(state, surprised=False))
    return scene


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.AmbushSet: _set,
    happened.AmbushWatched: _watched,
    happened.AmbushSprung: _sprung,
    happened.AmbushMet: _met,
    happened.AmbushDropped: _dropped,
}
LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {ExchangeEnded: _over}
