"""What happens to vehicles: they are hit, and they drive."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.scene import restated, with_scene_state
from bot.core.terms import Term
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State

_replace = msgspec.structs.replace

SUSPENSION = "suspension"


class VehicleHit(Event, frozen=True, kw_only=True, tag="reflex.vehicle_hit"):
    """``target``, a vehicle, was hit at ``place``, by ``actor`` where somebody was behind it.

    ``damage`` is the sum of ``terms``; ``armor`` is the Armor value there, ``penetration`` its multiplier in halves,
    None for Nil, and ``final`` what got through. From ``threshold`` on that place gains a point of ``wear`` and is
    disabled, or destroyed where it was disabled before: ``broken`` says which, and is empty for scratches.
    ``roll`` is that for the place, None where it was known.
    """

    place: str
    damage: int
    armor: float
    penetration: int | None
    final: int
    threshold: int
    wear: int
    broken: str = ""
    graze: bool = False
    terms: tuple[Term, ...] = ()
    roll: Roll | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the vehicle with what is broken worn or of no use; without running gear it stands."""
        return restated(scene, self.target, lambda state: _hit(state, self))


class Drove(Event, frozen=True, kw_only=True, tag="reflex.drove"):
    """``actor``, a vehicle, goes at ``kmh`` kilometres an hour from now on."""

    kmh: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return restated(scene, self.actor, lambda state: state.with_body(kmh=self.kmh))


class Alighted(Event, frozen=True, kw_only=True, tag="reflex.alighted"):
    """``actor`` is no longer in the vehicle ``target``, by no action of its own."""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return without_seat(scene, self.actor)


def without_seat(scene: ReflexScene, actor: str) -> ReflexScene:
    """Return the scene with nobody of that name in a vehicle."""
    aboard = {one: vehicle for one, vehicle in scene.state.aboard.items() if one != actor}
    return with_scene_state(scene, aboard=aboard)


def _hit(state: State, event: VehicleHit) -> State:
    if not event.broken:
        return state
    broken = {**state.kit.broken, event.place: event.broken}
    kmh = 0 if event.place == SUSPENSION else state.body.kmh
    return state.with_kit(wear={**state.kit.wear, event.place: event.wear}, broken=broken).with_body(kmh=kmh)
