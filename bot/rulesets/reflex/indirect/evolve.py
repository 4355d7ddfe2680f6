"""The scene after indirect fire: missions of gunners, and rounds on their way, are of the ground."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.rulesets.reflex.indirect import events as happened
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Flight, Mission

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_INDIRECT."""
    change = _CHANGES.get(type(event))
    return change(scene, event) if change else scene


def _missions(scene: ReflexScene, gunner: str, mission: Mission) -> ReflexScene:
    missions = {**scene.ground.missions, gunner: mission}
    return _with(scene, ground=_with(scene.ground, missions=missions))


def _directed(scene: ReflexScene, event: happened.FireDirected) -> ReflexScene:
    mission = Mission(target=event.target, spot=event.spot, called=True, penalty=event.penalty, eased=event.eased)
    return _missions(scene, event.actor, mission)


def _told(scene: ReflexScene, event: happened.PlaceTold) -> ReflexScene:
    """Said of the mission, it also holds for its rounds in the air."""
    mission = scene.ground.missions.get(event.target, Mission())
    told = {**mission.told, event.actor: event.metres}
    flights = tuple(
        _with(flight, told=told) if flight.gunner == event.target else flight for flight in scene.ground.flights
    )
    scene = _with(scene, ground=_with(scene.ground, flights=flights))
    return _missions(scene, event.target, _with(mission, told=told))


def guessed(scene: ReflexScene, gunner: str, target: str) -> ReflexScene:
    """One more guess at a target that the gunner observes itself."""
    before = scene.ground.missions.get(gunner, Mission())
    kept = before if before.target == target and not before.called else Mission(target=target)
    return _missions(scene, gunner, _with(kept, shots=kept.shots + 1))


def _fired(scene: ReflexScene, event: happened.IndirectFired) -> ReflexScene:
    """The weapon has one round less, the mission one shot more, and the round is on its way."""
    state = scene.combatants[event.actor].state
    weapon = _with(state.weapons[event.weapon], loaded=event.loaded, spare=event.spare)
    scene = with_state(scene, event.actor, _with(state, weapons={**state.weapons, event.weapon: weapon}, carried=None))
    before = scene.ground.missions.get(event.actor, Mission())
    same = (before.target, before.spot) == (event.target, event.spot)
    kept = before if same and before.called is not event.observed else Mission(told=before.told if same else {})
    mission = _with(
        kept, target=event.target, spot=event.spot, range_m=event.range_m, shots=kept.shots + event.observed
    )
    flight = Flight(
        gunner=event.actor,
        weapon=weapon,
        range_m=event.range_m,
        margin=event.outcome.margin,
        target=event.target,
        spot=event.spot,
        told=mission.told,
    )
    scene = _missions(scene, event.actor, mission)
    return _with(scene, ground=_with(scene.ground, flights=(*scene.ground.flights, flight)))


def _landed(scene: ReflexScene, _event: happened.RoundLanded) -> ReflexScene:
    """Rounds come down in the order in which they were fired."""
    flight, *rest = scene.ground.flights
    scene = _with(scene, ground=_with(scene.ground, flights=tuple(rest)))
    mission = scene.ground.missions.get(flight.gunner)
    return _missions(scene, flight.gunner, _with(mission, landed=True)) if mission else scene


def _adjusted(scene: ReflexScene, event: happened.FireAdjusted) -> ReflexScene:
    mission = scene.ground.missions.get(event.target, Mission())
    eased = mission.eased + event.eased
    return _missions(scene, event.target, _with(mission, eased=eased, landed=False, adjusted=scene.ground.exchange))


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.FireDirected: _directed,
    happened.PlaceTold: _told,
    happened.IndirectFired: _fired,
    happened.RoundLanded: _landed,
    happened.FireAdjusted: _adjusted,
}
