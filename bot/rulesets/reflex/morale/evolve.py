"""The scene after what happens to nerves: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated, with_state
from bot.rulesets.reflex.morale import events as happened
from bot.rulesets.reflex.morale.threats import heartened, recounted, threatened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Recoil, State

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_MORALE."""
    return _CHANGES[type(event)](scene, event)


def _threatened(scene: ReflexScene, event: happened.Threatened) -> ReflexScene:
    return restated(scene, event.actor, lambda state: _under(state, event))


def _under(state: State, event: happened.Threatened) -> State:
    """The state under a threat; some kinds have a place of their own."""
    match event.kind:
        case "ambushed":
            return _with(state, ambushed=event.amount > 0)
        case "coerced":
            return _with(state, coerced=event.amount)
        case "suppressed":
            return _with(state, suppressed={"": event.amount} if event.amount else {})
        case "intimidation":
            return _with(state, cowed=event.amount)
        case _:
            return threatened(threatened(state, event.replaces, 0), event.kind, event.amount)


def _pain_eased(scene: ReflexScene, event: happened.PainEased) -> ReflexScene:
    return restated(scene, event.actor, lambda state: _with(state, eased=event.eased))


def _broke(scene: ReflexScene, event: happened.Broke) -> ReflexScene:
    """Who is broken is a casualty to its friends (text 003, line 1375)."""
    return recounted(_changed(scene, event.actor, lambda state: _with(state, routed=True)), event.actor)


def _rallied(scene: ReflexScene, event: happened.Rallied) -> ReflexScene:
    return recounted(restated(scene, event.actor, lambda state: _with(state, routed=False)), event.actor)


def _took_heart(scene: ReflexScene, event: happened.TookHeart) -> ReflexScene:
    return _changed(scene, event.actor, lambda state: heartened(state, "tango", event.value))


def _commanded(scene: ReflexScene, event: happened.Commanded) -> ReflexScene:
    """Only the latest that was of any use counts (text 003, line 1488)."""
    if not event.value:
        return scene
    return restated(scene, event.target, lambda state: heartened(state, "command", event.value))


def _panic_fired(scene: ReflexScene, event: happened.PanicFired) -> ReflexScene:
    return restated(scene, event.actor, lambda state: _emptied(state, event))


def _emptied(state: State, event: happened.PanicFired) -> State:
    fired = _with(state.weapons[event.weapon], loaded=event.loaded)
    noisy = _with(state, weapons={**state.weapons, event.weapon: fired}, carried=Recoil(event.weapon, event.recoil))
    return heartened(noisy, "panic", event.value)


def _intimidated(scene: ReflexScene, event: happened.Intimidated) -> ReflexScene:
    return _changed(scene, event.target, lambda state: _with(state, cowed=event.short))


def _changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    return with_state(scene, actor, change(scene.combatants[actor].state))


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.Threatened: _threatened,
    happened.PainEased: _pain_eased,
    happened.Broke: _broke,
    happened.Rallied: _rallied,
    happened.TookHeart: _took_heart,
    happened.Commanded: _commanded,
    happened.PanicFired: _panic_fired,
    happened.Intimidated: _intimidated,
}
