"""The scene after its surroundings have changed: nothing is decided and nothing rolled here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Burning, Cloud, Ground, Room
from bot.rulesets.reflex.surroundings import events as happened

_with = msgspec.structs.replace


def evolve(scene: ReflexScene, event: Event) -> ReflexScene:
    """The scene after one event of EVENTS_SURROUNDINGS."""
    return _with(scene, ground=_CHANGES[type(event)](scene.ground, event))


def _weather(ground: Ground, event: happened.WeatherSet) -> Ground:
    return _with(ground, wind=event.wind or ground.wind, visibility=event.light or ground.visibility)


def _room(ground: Ground, event: happened.RoomSet) -> Ground:
    return _with(ground, room=Room(event.spans_m, event.walls) if event.spans_m else None)


def _released(ground: Ground, event: happened.GasReleased) -> Ground:
    cloud = Cloud(title=_untaken(ground, event.title), radius_m=event.radius_m, enclosed=event.enclosed)
    return _with(ground, clouds=(*ground.clouds, cloud))


def _untaken(ground: Ground, title: str) -> str:
    """A title of its own for every cloud."""
    taken = {cloud.title for cloud in ground.clouds}
    numbered = (f"{title} {number}" for number in range(2, len(taken) + 3))
    return title if title not in taken else next(name for name in numbered if name not in taken)


def _latest(ground: Ground, change: Callable[[Cloud], Cloud]) -> Ground:
    return _with(ground, clouds=(*ground.clouds[:-1], *map(change, ground.clouds[-1:])))


def _timed(ground: Ground, event: happened.GasTimed) -> Ground:
    return _latest(ground, lambda cloud: _with(cloud, left=event.periods))


def _ahead(ground: Ground, event: happened.GasAhead) -> Ground:
    if event.downwind:
        return _latest(ground, lambda cloud: _with(cloud, downwind={**cloud.downwind, event.actor: event.metres}))
    return _latest(ground, lambda cloud: _with(cloud, around={**cloud.around, event.actor: event.metres}))


def _called(ground: Ground, title: str, change: Callable[[Cloud], Cloud]) -> Ground:
    return _with(ground, clouds=tuple(change(one) if one.title == title else one for one in ground.clouds))


def _reached(ground: Ground, event: happened.GasReached) -> Ground:
    return _called(ground, event.title, lambda cloud: _with(cloud, inside=(*cloud.inside, event.actor)))


def _left(ground: Ground, event: happened.GasLeft) -> Ground:
    """Who is out of it is not where anybody said any more."""
    return _with(ground, clouds=tuple(_without(cloud, event.actor) for cloud in ground.clouds))


def _without(cloud: Cloud, actor: str) -> Cloud:
    return _with(
        cloud,
        inside=tuple(one for one in cloud.inside if one != actor),
        around={one: metres for one, metres in cloud.around.items() if one != actor},
        downwind={one: metres for one, metres in cloud.downwind.items() if one != actor},
    )


def _drifted(ground: Ground, event: happened.GasDrifted) -> Ground:
    if event.radius_m:
        return _called(ground, event.title, lambda cloud: _with(cloud, radius_m=event.radius_m, spread=True))
    return _called(ground, event.title, lambda cloud: _with(cloud, length_m=event.length_m))


def _ebbed(ground: Ground, event: happened.GasEbbed) -> Ground:
    return _called(ground, event.title, lambda cloud: _with(cloud, left=event.left))


def _dispersed(ground: Ground, event: happened.GasDispersed) -> Ground:
    return _with(ground, clouds=tuple(cloud for cloud in ground.clouds if cloud.title != event.title))


def _scorched(ground: Ground, event: happened.Scorched) -> Ground:
    if not event.caught:
        return ground
    return _with(ground, blazes={**ground.blazes, event.what: Burning(event.flame, event.damage)})


def _burned_out(ground: Ground, event: happened.BurnedOut) -> Ground:
    return _with(ground, blazes={what: fire for what, fire in ground.blazes.items() if what != event.what})


_CHANGES: Mapping[type[Event], Callable[[Ground, Any], Ground]] = {
    happened.WeatherSet: _weather,
    happened.RoomSet: _room,
    happened.GasReleased: _released,
    happened.GasTimed: _timed,
    happened.GasAhead: _ahead,
    happened.GasReached: _reached,
    happened.GasLeft: _left,
    happened.GasDrifted: _drifted,
    happened.GasEbbed: _ebbed,
    happened.GasDispersed: _dispersed,
    happened.Scorched: _scorched,
    happened.BurnedOut: _burned_out,
}
