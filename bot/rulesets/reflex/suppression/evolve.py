"""The scene after suppressive fire: areas on the ground, ended by whatever their gunners do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Area, Recoil, State
from bot.rulesets.reflex.suppression import events as happened
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_SUPPRESSION."""
    change = _CHANGES.get(type(event))
    return change(scene, event) if change else scene


def _areas(scene: ReflexScene, areas: tuple[Area, ...]) -> ReflexScene:
    return _with(scene, ground=_with(scene.ground, areas=areas))


def _suppressed(scene: ReflexScene, event: happened.AreaSuppressed) -> ReflexScene:
    area = Area(
        name=event.area,
        gunner=event.actor,
        weapon=event.weapon,
        rounds=event.rounds,
        rating=sum(term.value for term in event.terms),
        width_m=event.width_m,
        range_m=event.range_m,
        known=event.known,
    )
    others = tuple(each for each in scene.ground.areas if (each.name, each.gunner) != (area.name, area.gunner))
    scene = _areas(scene, (*others, area))
    return restated(scene, event.actor, lambda state: _fired(state, event))


def _fired(state: State, event: happened.AreaSuppressed) -> State:
    weapon = _with(state.weapons[event.weapon], loaded=event.loaded)
    return _with(state, weapons={**state.weapons, event.weapon: weapon}, carried=Recoil(event.weapon, event.recoil))


def _covered(scene: ReflexScene, event: happened.AreaCovered) -> ReflexScene:
    mine = (event.area, event.actor)
    areas = (_with(each, covered=True) if (each.name, each.gunner) == mine else each for each in scene.ground.areas)
    return _areas(scene, tuple(areas))


def _lifted(scene: ReflexScene, event: happened.AreaLifted) -> ReflexScene:
    return _areas(scene, tuple(area for area in scene.ground.areas if area.name.casefold() != event.area.casefold()))


def _exposed(scene: ReflexScene, event: happened.Exposed) -> ReflexScene:
    """One area is one threat, and the worst of its fires counts (ruling 003-74)."""

    def under(state: State) -> State:
        return _with(state, suppressed={**state.suppressed, event.area: event.rating})

    return restated(scene, event.actor, under)


def _caught(scene: ReflexScene, event: happened.CaughtOpen) -> ReflexScene:
    if event.actor not in scene.opening:
        return scene
    return _with(scene, opening={**scene.opening, event.actor: scene.combatants[event.actor].state})


_CHANGES: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    happened.AreaSuppressed: _suppressed,
    happened.AreaLifted: _lifted,
    happened.AreaCovered: _covered,
    happened.Exposed: _exposed,
    happened.CaughtOpen: _caught,
}


def _acted(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    """Whoever does anything else covers nothing any more (text 003, lines 1431-1433; ruling 003-28)."""
    if not any(area.covered and area.gunner == event.actor for area in scene.ground.areas):
        return scene
    areas = tuple(_with(each, covered=each.covered and each.gunner != event.actor) for each in scene.ground.areas)
    return _areas(scene, areas)


def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    return _areas(scene, ()) if scene.ground.areas else scene


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {TimeSpent: _acted, ExchangeEnded: _over}
