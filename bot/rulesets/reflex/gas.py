"""A cloud of gas begins where it is released, lengthens with the wind, and is gone when its time is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.dice import Ask
from bot.core.events import Event
from bot.rulesets.reflex.breath import hold_breath
from bot.rulesets.reflex.consciousness import known_dead
from bot.rulesets.reflex.events_hazards import AirReturned
from bot.rulesets.reflex.events_surroundings import (
    GasAhead,
    GasDispersed,
    GasDrifted,
    GasEbbed,
    GasLeft,
    GasReached,
    GasReleased,
    GasTimed,
)
from bot.rulesets.reflex.events_time import ExchangeBegan, ExchangeEnded, PauseBegan, PauseEnded
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Cloud, Ground

INDOORS_SIDES = 6
INDOORS_TIMES = 2


def breathing(scene: ReflexScene) -> list[str]:
    """Who can be in a cloud: in no vehicle's place, and nobody of whom all can tell that it is dead."""
    return [actor for actor, one in scene.combatants.items() if not (known_dead(one) or one.state.vehicle)]


def released(referee: Referee, scene: ReflexScene, cloud: Cloud) -> Ruling:
    """A cloud comes into being around whoever is within its radius."""
    scene = yield GasReleased(title=cloud.title, radius_m=cloud.radius_m, enclosed=cloud.enclosed)
    scene = yield _timed(referee, scene, enclosed=cloud.enclosed)
    for actor, metres in cloud.around.items():
        scene = yield GasAhead(actor=actor, metres=metres)
    for actor, metres in cloud.downwind.items():
        scene = yield GasAhead(actor=actor, metres=metres, downwind=True)
    return (yield from _engulf(referee, scene, scene.ground.clouds[-1]))


def _timed(referee: Referee, scene: ReflexScene, *, enclosed: bool) -> GasTimed:
    """Table 5m by the wind; in closed rooms a die of six (table 5m; line 1253; 003-48; a minute is a period: 1230)."""
    if enclosed:
        roll = referee.roll(Ask("gas", 1, INDOORS_SIDES, secret=True))
        return GasTimed(periods=roll.faces[0], roll=roll)
    row = referee.tables.row("winds", scene.ground.wind)
    return GasTimed(periods=row["gas_periods"], house=bool(row.get("house")))


def covers(cloud: Cloud, actor: str) -> bool:
    """Whether somebody is known to be where a cloud is."""
    near, ahead = cloud.around.get(actor), cloud.downwind.get(actor)
    within = near is not None and near <= cloud.radius_m
    return within or (ahead is not None and ahead <= cloud.radius_m + cloud.length_m)


def _engulf(referee: Referee, scene: ReflexScene, cloud: Cloud) -> Ruling:
    """Whom the cloud has reached holds the breath."""
    for actor in breathing(scene):
        if covers(cloud, actor) and actor not in cloud.inside:
            with referee.source.about(actor):
                scene = yield from enter(referee, scene, actor, cloud.title)
    return scene


def enter(referee: Referee, scene: ReflexScene, actor: str, title: str) -> Ruling:
    """Who gets into gas holds the breath (text 003, lines 1241-1242)."""
    scene = yield GasReached(actor=actor, title=title)
    if scene.combatants[actor].state.breath:
        return scene
    return (yield from hold_breath(referee, scene, actor, gas=True))


def leave(scene: ReflexScene, actor: str) -> Ruling:
    """Out of the gas people breathe; who was without any air at all does not."""
    scene = yield GasLeft(actor=actor)
    breath = scene.combatants[actor].state.breath
    return (yield AirReturned(actor=actor)) if breath and breath.gas else scene


def disperse(scene: ReflexScene, cloud: Cloud) -> Ruling:
    """A cloud is gone: whoever was in it and is in no other breathes."""
    inside = [actor for actor in cloud.inside if actor in scene.combatants]
    scene = yield GasDispersed(title=cloud.title)
    for actor in inside:
        if not any(actor in other.inside for other in scene.ground.clouds):
            scene = yield from leave(scene, actor)
    return scene


def drift(referee: Referee, scene: ReflexScene, _event: Event) -> Ruling:
    """At the beginning of a period clouds lengthen by their diameter, indoors they double once (lines 1246-1254)."""
    for cloud in scene.ground.clouds:
        if not cloud.enclosed:
            scene = yield GasDrifted(title=cloud.title, length_m=cloud.length_m + 2 * cloud.radius_m)
        elif not cloud.spread:
            scene = yield GasDrifted(title=cloud.title, radius_m=INDOORS_TIMES * cloud.radius_m)
    for cloud in scene.ground.clouds:
        scene = yield from _engulf(referee, scene, cloud)
    return scene


def settle(_referee: Referee, scene: ReflexScene, _event: Event) -> Ruling:
    """At the end of a period a cloud whose time is over disperses (text 003, lines 1250-1251)."""
    for cloud in scene.ground.clouds:
        if cloud.left:
            scene = yield GasEbbed(title=cloud.title, left=cloud.left - 1)
        else:
            scene = yield from disperse(scene, cloud)
    return scene


def known_gas(scene: ReflexScene, ground: Ground) -> Ground:
    """The ground as players know it: clouds can be seen, but not how long they last nor who hides in them."""
    seen = {actor for actor, combatant in scene.combatants.items() if not combatant.hidden}
    clouds = tuple(
        msgspec.structs.replace(
            cloud, left=0, around={}, downwind={}, inside=tuple(one for one in cloud.inside if one in seen)
        )
        for cloud in ground.clouds
    )
    return msgspec.structs.replace(ground, clouds=clouds)


def lasting(clouds: tuple[Cloud, ...]) -> tuple[Cloud, ...]:
    """Gas that stands in the air outlives a fight, but not who was in it."""
    return tuple(msgspec.structs.replace(cloud, inside=(), around={}, downwind={}) for cloud in clouds)


FOLLOWS: Mapping[type[Event], Callable[[Referee, ReflexScene, Any], Ruling]] = {
    ExchangeBegan: drift,
    PauseBegan: drift,
    ExchangeEnded: settle,
    PauseEnded: settle,
}
