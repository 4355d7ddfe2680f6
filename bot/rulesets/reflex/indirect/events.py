"""What indirect fire does: calls for it, rounds that are fired, where they come down, and how it is adjusted."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Told
from bot.core.ground.places import Place
from bot.core.scene import changed_at_once, with_scene_state, with_state
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Flight, Mission
from bot.rulesets.reflex.shots.events import string_with
from bot.rulesets.reflex.state import Recoil, State

_with = msgspec.structs.replace


class FireCalled(Told, frozen=True, kw_only=True, tag="reflex.fire_called"):
    """``actor`` observes ``target``, or a ``spot`` where nobody is, and called for fire on it."""

    outcome: Outcome
    spot: str = ""


class FireDirected(Event, frozen=True, kw_only=True, tag="reflex.fire_directed"):
    """``actor`` can fire at ``target`` or at a ``spot`` now, with a ``penalty``; adjustments took ``eased`` off it.

    On a ground the spot is at ``place``.
    """

    penalty: int
    eased: int = 0
    spot: str = ""
    place: Place | None = None

    def apply(self, scene: ReflexScene) -> ReflexScene:
        mission = Mission(target=self.target, spot=self.spot, called=True, penalty=self.penalty, eased=self.eased)
        return with_mission(scene, self.actor, _with(mission, place=self.place))


class PlaceTold(Event, frozen=True, kw_only=True, tag="reflex.place_told"):
    """``actor`` is so far from where the gunner ``target`` fires."""

    metres: float
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the distance kept of the gunner's mission and of its rounds in the air."""
        mission = scene.state.missions.get(self.target, Mission())
        told = {**mission.told, self.actor: self.metres}
        flights = tuple(
            _with(flight, told=told) if flight.gunner == self.target else flight for flight in scene.state.flights
        )
        scene = with_scene_state(scene, flights=flights)
        return with_mission(scene, self.target, _with(mission, told=told))


class IndirectFired(Event, frozen=True, kw_only=True, tag="reflex.indirect_fired"):
    """``actor`` fired at ``target`` or a ``spot`` out of its sight; the round comes down at the end of the period.

    ``observed`` says that the gunner sees for itself where it goes. ``loaded`` and ``spare`` are the rounds left,
    ``recoil`` what the gunner must hold in the next attack, None where that comes later. What takes ticks ``sustains``
    a string of attacks. On a ground the spot is at ``place``.
    """

    weapon: str
    title: str
    range_m: float
    observed: bool
    outcome: Outcome
    loaded: int
    spare: int | None = None
    cost_ticks: int = 0
    costs: tuple[Term, ...] = ()
    spot: str = ""
    place: Place | None = None
    recoil: int | None = None
    sustains: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with one round less in the weapon, one shot more of the mission, and the round in flight."""
        state = scene.combatants[self.actor].state
        carried = None if self.recoil is None else Recoil(self.weapon, self.recoil)
        fired = state.with_weapon(self.weapon, loaded=self.loaded, spare=self.spare).with_turn(carried=carried)
        mission = self._mission(scene)
        flight = Flight(
            gunner=self.actor,
            weapon=fired.kit.weapons[self.weapon],
            range_m=self.range_m,
            margin=self.outcome.margin,
            target=self.target,
            spot=self.spot,
            told=mission.told,
            place=self.place,
        )
        scene = with_mission(with_state(scene, self.actor, fired), self.actor, mission)
        scene = changed_at_once(scene, self.actor, self._in_string) if self.sustains else scene
        return with_scene_state(scene, flights=(*scene.state.flights, flight))

    def _in_string(self, state: State) -> State:
        aim = aim_key(self.target, self.spot)
        return state.with_turn(sustained=string_with(state.turn.sustained, self.weapon, aim, 0))

    def _mission(self, scene: ReflexScene) -> Mission:
        before = scene.state.missions.get(self.actor, Mission())
        same = (before.target, before.spot) == (self.target, self.spot)
        kept = before if same and before.called is not self.observed else Mission(told=before.told if same else {})
        shots = kept.shots + self.observed
        aimed = _with(kept, target=self.target, spot=self.spot, place=self.place)
        return _with(aimed, range_m=self.range_m, shots=shots)


def aim_key(target: str, spot: str) -> str:
    """Return by what a string of attacks knows what is fired at: whom, or a spot, whatever that is called."""
    return target or f"\n{spot}"


class RoundLanded(Event, frozen=True, kw_only=True, tag="reflex.round_landed"):
    """A round meant for ``target`` or a ``spot`` came down, ``off_m`` metres off at ``degrees`` from the line of fire.

    ``margin`` is that of the attack, below zero a failure; ``house`` says that the direction is ours. ``veiled`` fire
    is that of the GM's side: where it came from stays its secret.
    """

    title: str
    margin: int
    spot: str = ""
    off_m: float = 0
    degrees: int = 0
    roll: Roll | None = None
    house: bool = False
    veiled: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene without the round: rounds come down in the order in which they were fired."""
        flight, *rest = scene.state.flights
        scene = with_scene_state(scene, flights=tuple(rest))
        mission = scene.state.missions.get(flight.gunner)
        return with_mission(scene, flight.gunner, _with(mission, landed=True)) if mission else scene


class FireAdjusted(Event, frozen=True, kw_only=True, tag="reflex.fire_adjusted"):
    """``actor`` told the gunner ``target`` where its rounds land, which took ``eased`` off its penalty."""

    outcome: Outcome
    eased: int
    penalty: int

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene with the gunner's mission adjusted, and its next adjustment waiting for another round."""
        mission = scene.state.missions.get(self.target, Mission())
        eased, exchange = mission.eased + self.eased, scene.state.exchange
        adjusted = _with(mission, eased=eased, landed=False, adjusted=exchange)
        return with_mission(scene, self.target, adjusted)


def with_mission(scene: ReflexScene, gunner: str, mission: Mission) -> ReflexScene:
    """Return the scene with another mission of a gunner."""
    missions = {**scene.state.missions, gunner: mission}
    return with_scene_state(scene, missions=missions)


def guessed(scene: ReflexScene, gunner: str, target: str) -> ReflexScene:
    """Return the scene after one more guess at a target that the gunner observes itself."""
    before = scene.state.missions.get(gunner, Mission())
    kept = before if before.target == target and not before.called else Mission(target=target)
    return with_mission(scene, gunner, _with(kept, shots=kept.shots + 1))
