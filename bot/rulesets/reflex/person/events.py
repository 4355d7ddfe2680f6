"""What happens to a sheet in play: what the GM sets right by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from bot.core.events import Event
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import Degree, Lies, Stance, State

_with = msgspec.structs.replace

YES = "yes"
FLAGS = ("shock", "unstable", "unconscious", "dead", "surrendered", "withdrawn")
INJURIES = {"wound": "wounds", "virtual": "virtual"}


class Corrected(Event, frozen=True, kw_only=True, tag="reflex.corrected"):
    """The GM set ``field`` of ``actor`` (its part ``place``, where it has parts) to ``value``."""

    field: str
    value: str
    place: str = ""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the field set, also for what is played together.

        Whoever becomes unstable does so in this period of exchange and pause.
        """
        period = (scene.state.exchange, scene.state.pauses)
        return restated(scene, self.actor, lambda state: self._set(state, period))

    def _set(self, state: State, period: tuple[int, int]) -> State:
        if self.field == "unstable":
            state = _with(state, unstable_in=period)
        if self.field in FLAGS:
            return _with(state, **{self.field: self.value == YES})
        if self.field in INJURIES:
            return _injured(state, INJURIES[self.field], self.place, Degree[self.value.upper()])
        return _SET[self.field](state, self)


def _injured(state: State, field: str, place: str, degree: Degree) -> State:
    others = {key: value for key, value in getattr(state, field).items() if key != place}
    return _with(state, **{field: others | ({place: degree.value} if degree else {})})


def _initiative(state: State, event: Corrected) -> State:
    return _with(state, initiative=int(event.value))


def _rounds(state: State, event: Corrected) -> State:
    weapon = _with(state.weapons[event.place], loaded=int(event.value))
    return _with(state, weapons={**state.weapons, event.place: weapon})


def _stance(state: State, event: Corrected) -> State:
    return _with(state, stance=Stance(event.value))


def _found(state: State, event: Corrected) -> State:
    if event.place in state.weapons:
        weapon = _with(state.weapons[event.place], lies=Lies.CARRIED)
        return _with(state, weapons={**state.weapons, event.place: weapon})
    item = _with(state.items[event.place], lies=Lies.CARRIED)
    return _with(state, items={**state.items, event.place: item})


_SET: Mapping[str, Callable[[State, Corrected], State]] = {
    "initiative": _initiative,
    "rounds": _rounds,
    "stance": _stance,
    "found": _found,
}
