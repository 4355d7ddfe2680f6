"""What passive hazards do to people: fire, falls, collisions, and air that is missing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Personal, Told
from bot.core.ground.places import Bearing, Place
from bot.core.scene import with_scene_state, with_states
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Cloud
from bot.rulesets.reflex.state import Breath, Burning, State

_with = msgspec.structs.replace


class HazardMet(Told, frozen=True, kw_only=True, tag="reflex.hazard_met"):
    """``actor`` was exposed to ``hazard``, a row of the table ``flames`` or none, and tried to avoid its ``damage``.

    ``target`` is the vehicle that it drove out of it, where that and not the actor was exposed.
    """

    hazard: str
    damage: int
    outcome: Outcome


class IgnitionRolled(Personal, frozen=True, kw_only=True, tag="reflex.ignition_rolled"):
    """Fire of ``damage`` reached ``actor``, who caught fire or not; ``need`` is the most the die may show.

    There is no ``roll`` where nothing could have prevented it.
    """

    hazard: str
    damage: int
    caught: bool
    need: int = 0
    roll: Roll | None = None

    def changed(self, state: State) -> State:
        return state.with_body(burning=Burning(self.hazard, self.damage)) if self.caught else state


class PutOut(Personal, frozen=True, kw_only=True, tag="reflex.put_out"):
    """``actor`` burns no more; ``target`` saw to it, unless it was ``actor`` or the GM."""

    def changed(self, state: State) -> State:
        return state.with_body(burning=None)


class Impacted(Told, frozen=True, kw_only=True, tag="reflex.impacted"):
    """``actor`` fell or was run into; each of so many ``hits`` does the sum of ``terms``."""

    cause: str
    terms: tuple[Term, ...]
    damage: int
    outcome: Outcome
    hits: int


class BreathHeld(Personal, frozen=True, kw_only=True, tag="reflex.breath_held"):
    """``actor`` has no air from now on and holds its breath for ``periods`` exchanges of fire and pauses.

    ``gas`` says that there is something bad to breathe rather than nothing.
    """

    outcome: Outcome
    periods: int
    gas: bool = False

    def changed(self, state: State) -> State:
        return state.with_body(breath=Breath(self.periods, self.gas))


class BreathEbbed(Personal, frozen=True, kw_only=True, tag="reflex.breath_ebbed"):
    """``actor`` can hold its breath for ``left`` more exchanges of fire and pauses."""

    left: int

    def changed(self, state: State) -> State:
        return state.with_body(breath=_with(state.body.breath, left=self.left)) if state.body.breath else state


class Inhaled(Personal, frozen=True, kw_only=True, tag="reflex.inhaled"):
    """``actor`` could hold its breath no longer and breathed what there was."""

    def changed(self, state: State) -> State:
        return state.with_body(breath=None)


class AirReturned(Personal, frozen=True, kw_only=True, tag="reflex.air_returned"):
    """``actor`` can breathe again."""

    def changed(self, state: State) -> State:
        return state.with_body(breath=None)


def in_bad_air(state: State) -> bool:
    """Tell whether somebody holds the breath for gas."""
    return state.body.breath is not None and state.body.breath.gas


def _latest(scene: ReflexScene, change: Callable[[Cloud], Cloud]) -> ReflexScene:
    clouds = scene.state.clouds
    return with_scene_state(scene, clouds=(*clouds[:-1], *map(change, clouds[-1:])))


def _with_cloud(scene: ReflexScene, title: str, change: Callable[[Cloud], Cloud]) -> ReflexScene:
    clouds = tuple(change(cloud) if cloud.title == title else cloud for cloud in scene.state.clouds)
    return with_scene_state(scene, clouds=clouds)


class GasReleased(Event, frozen=True, kw_only=True, tag="reflex.gas_released"):
    """A cloud of gas called ``title`` came into being; ``enclosed`` says that walls keep it together.

    On a ground it begins at ``place`` and will drift ``toward`` there; ``smoke`` only hides.
    """

    title: str
    radius_m: float
    enclosed: bool = False
    place: Place | None = None
    toward: Bearing = Bearing.EAST
    smoke: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with one cloud more, under a title that no other has."""
        cloud = Cloud(
            title=self._untaken(scene),
            radius_m=self.radius_m,
            enclosed=self.enclosed,
            place=self.place,
            toward=self.toward,
            smoke=self.smoke,
        )
        return with_scene_state(scene, clouds=(*scene.state.clouds, cloud))

    def _untaken(self, scene: ReflexScene) -> str:
        taken = {cloud.title for cloud in scene.state.clouds}
        numbered = (f"{self.title} {number}" for number in range(2, len(taken) + 3))
        return self.title if self.title not in taken else next(name for name in numbered if name not in taken)


class GasTimed(Event, frozen=True, kw_only=True, tag="reflex.gas_timed"):
    """The latest cloud lasts for ``periods`` more exchanges of fire and pauses."""

    periods: int
    roll: Roll | None = None
    house: bool = False
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _latest(scene, lambda cloud: _with(cloud, left=self.periods))


class GasAhead(Event, frozen=True, kw_only=True, tag="reflex.gas_ahead"):
    """``actor`` is so many metres from where the latest cloud began, or so many ``downwind`` of there."""

    metres: float
    downwind: bool = False
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        place = "downwind" if self.downwind else "around"
        return _latest(scene, lambda cloud: _with(cloud, **{place: {**getattr(cloud, place), self.actor: self.metres}}))


class GasReached(Event, frozen=True, kw_only=True, tag="reflex.gas_reached"):
    """``actor`` is in the cloud called ``title`` now."""

    title: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _with_cloud(scene, self.title, lambda cloud: _with(cloud, inside=(*cloud.inside, self.actor)))


class GasLeft(Event, frozen=True, kw_only=True, tag="reflex.gas_left"):
    """``actor`` is in no cloud any more."""

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the actor in no cloud, and no longer where anybody said that it was."""
        return with_scene_state(scene, clouds=tuple(map(self._without, scene.state.clouds)))

    def _without(self, cloud: Cloud) -> Cloud:
        return _with(
            cloud,
            inside=tuple(one for one in cloud.inside if one != self.actor),
            around={one: metres for one, metres in cloud.around.items() if one != self.actor},
            downwind={one: metres for one, metres in cloud.downwind.items() if one != self.actor},
        )


class GasDrifted(Event, frozen=True, kw_only=True, tag="reflex.gas_drifted"):
    """The cloud called ``title`` spread: it is ``length_m`` longer downwind than wide, or ``radius_m`` all around."""

    title: str
    length_m: float = 0
    radius_m: float = 0

    def apply(self, scene: ReflexScene) -> ReflexScene:
        if self.radius_m:
            return _with_cloud(scene, self.title, lambda cloud: _with(cloud, radius_m=self.radius_m, spread=True))
        return _with_cloud(scene, self.title, lambda cloud: _with(cloud, length_m=self.length_m))


class GasEbbed(Event, frozen=True, kw_only=True, tag="reflex.gas_ebbed"):
    """Another exchange of fire or pause of the cloud called ``title`` is over."""

    title: str
    left: int
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        return _with_cloud(scene, self.title, lambda cloud: _with(cloud, left=self.left))


class GasDispersed(Event, frozen=True, kw_only=True, tag="reflex.gas_dispersed"):
    """The cloud called ``title`` is gone."""

    title: str

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene without the cloud; who was in it and is in no other breathes, the absent too."""
        clouds = tuple(cloud for cloud in scene.state.clouds if cloud.title != self.title)
        inside = {actor for cloud in scene.state.clouds if cloud not in clouds for actor in cloud.inside}
        inside.difference_update(*(cloud.inside for cloud in clouds))
        states = {actor: scene.combatants[actor].state for actor in scene.combatants if actor in inside}
        free = {actor: state.with_body(breath=None) for actor, state in states.items() if in_bad_air(state)}
        return with_scene_state(with_states(scene, free) if free else scene, clouds=clouds)
