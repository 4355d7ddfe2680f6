"""The scene after what is done in a grip: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.rulesets.reflex.close import events_grips as happened
from bot.rulesets.reflex.close.events_grips import Ended
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Degree, Place, State

_with = msgspec.structs.replace
OWN_DOING = (Ended.LET_GO, Ended.OTHER_ACTION)


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_GRIPS."""
    change = _CHANGES.get(type(event))
    return change(scene, event) if change else scene


def _control_set(scene: ReflexScene, event: happened.ControlSet) -> ReflexScene:
    """What the holder itself did counts at once, also for what it does next on the same tick."""
    if not scene.combatants[event.target].state.grip:
        marked = _with(scene.combatants[event.target].state, grip=_new_mark(scene))
        scene = with_state(scene, event.target, marked)
    mark = scene.combatants[event.target].state.grip
    change = partial(_controlling, mark=mark, control=event.control)
    if event.ended in OWN_DOING and event.actor in scene.opening:
        scene = _with(scene, opening={**scene.opening, event.actor: change(scene.opening[event.actor])})
    return _relieved(with_state(scene, event.actor, change(scene.combatants[event.actor].state)), event.target)


def _new_mark(scene: ReflexScene) -> int:
    """One that nobody bears, nor has borne while somebody here held it."""
    states = [combatant.state for combatant in scene.combatants.values()]
    return 1 + max(max((state.grip, *state.controls)) for state in states)


def _coerced(scene: ReflexScene, event: happened.Coerced) -> ReflexScene:
    """Of several holds the worst threatens (ours); it is over when nobody holds the victim any more (ours)."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, _with(state, coerced=max(state.coerced, event.threats)))


def _relieved(scene: ReflexScene, victim: str) -> ReflexScene:
    state = scene.combatants[victim].state
    held = any(state.grip in combatant.state.controls for combatant in scene.combatants.values())
    return scene if held or not state.coerced else with_state(scene, victim, _with(state, coerced=0))


def _controlling(state: State, mark: int, control: int) -> State:
    others = {key: value for key, value in state.controls.items() if key != mark}
    return _with(state, controls=others | ({mark: control} if control else {}))


def _choke_began(scene: ReflexScene, event: happened.ChokeBegan) -> ReflexScene:
    mark = scene.combatants[event.target].state.grip
    return with_state(scene, event.actor, _with(scene.combatants[event.actor].state, choking=mark))


def _choke_ended(scene: ReflexScene, event: happened.ChokeEnded) -> ReflexScene:
    return with_state(scene, event.actor, _with(scene.combatants[event.actor].state, choking=0))


def _blackout(scene: ReflexScene, event: happened.Blackout) -> ReflexScene:
    """Whoever dies of it counts as critically hurt in the head for whoever tries to bring it back (003, line 866)."""
    state = scene.combatants[event.actor].state
    if event.outcome.succeeded:
        return scene
    return with_state(scene, event.actor, _with(state, virtual={**state.virtual, Place.HEAD.value: Degree.CRITICAL}))


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.ControlSet: _control_set,
    happened.Coerced: _coerced,
    happened.ChokeBegan: _choke_began,
    happened.ChokeEnded: _choke_ended,
    happened.Blackout: _blackout,
}
