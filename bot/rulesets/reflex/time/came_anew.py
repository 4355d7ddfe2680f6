"""Who comes in under the name of somebody who left is not that one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from bot.core.events import Event
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Cloud, Flight, SceneState
from bot.rulesets.reflex.traps import Mine

_with = msgspec.structs.replace


class CameAnew(Event, frozen=True, kw_only=True, tag="reflex.came_anew"):
    """``actor``, who has just come in, is somebody else than whoever left under that name."""

    quiet: ClassVar[bool] = True

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _with(scene, state=nothing_of(scene.state, self.actor))


def nothing_of(scene_state: SceneState, actor: str) -> SceneState:
    """Return the state without what is under way of ``actor``, or about it: fire on areas, missions, throws, a seat, an
    action, the gas it is in, how near it is to something or was, and what it lit or laid for the GM: a player's is the
    same in the next fight.
    """
    return _with(
        scene_state,
        areas=tuple(
            _with(area, gunner="", covered=False) if area.gunner == actor else area for area in scene_state.areas
        ),
        missions={
            gunner: _with(mission, told=_others(mission.told, actor))
            for gunner, mission in scene_state.missions.items()
            if actor not in (gunner, mission.target)
        },
        flights=tuple(_at_nobody(flight, actor) for flight in scene_state.flights),
        throwers={thrown: thrower for thrown, thrower in scene_state.throwers.items() if thrower != actor},
        aboard={one: vehicle for one, vehicle in scene_state.aboard.items() if actor not in (one, vehicle)},
        orders={one: order for one, order in scene_state.orders.items() if one != actor},
        starts={
            one: _with(left, ranges_m=_others(left.ranges_m, actor))
            for one, left in scene_state.starts.items()
            if one != actor
        },
        mines={key: _lying_by_itself(mine, actor) for key, mine in scene_state.mines.items()},
        clouds=tuple(_without_in_it(cloud, actor) for cloud in scene_state.clouds),
    )


def _at_nobody(flight: Flight, actor: str) -> Flight:
    gunner, target = ("" if one == actor else one for one in (flight.gunner, flight.target))
    return _with(flight, gunner=gunner, target=target, told=_others(flight.told, actor))


def _lying_by_itself(mine: Mine, actor: str) -> Mine:
    near = {"near": "", "near_m": 0, "depth_m": 0} if mine.near == actor else {}
    layer = "" if mine.layer == actor and not mine.owner else mine.layer
    lit_by = "" if mine.lit_by == actor else mine.lit_by
    return _with(mine, around=_others(mine.around, actor), layer=layer, lit_by=lit_by, **near)


def _without_in_it(cloud: Cloud, actor: str) -> Cloud:
    return _with(
        cloud,
        inside=tuple(one for one in cloud.inside if one != actor),
        around=_others(cloud.around, actor),
        downwind=_others(cloud.downwind, actor),
    )


def _others(told: Mapping[str, float], actor: str) -> dict[str, float]:
    return {one: metres for one, metres in told.items() if one != actor}
