"""What throwing does: pins that are pulled, fuses that burn in secret, throws and where they land."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Personal, Told
from bot.core.ground.places import Place
from bot.core.scene import with_scene_state, with_state
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.indirect.events import guessed
from bot.rulesets.reflex.kit import Fuse
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.throws.lit_fuses import is_own, own_fuse, thrown_at, without_fuse, without_thing

_with = msgspec.structs.replace


class PinPulled(Told, frozen=True, kw_only=True, tag="reflex.pin_pulled"):
    """``actor`` started the fuse of ``item`` and keeps it in hand."""

    item: str


class FuseLit(Personal, frozen=True, kw_only=True, tag="reflex.fuse_lit"):
    """The fuse of ``item`` of ``actor`` burns until ``tick``, zero or less for the end of the exchange.

    Its ``number`` tells it from others of that name at the same body.
    """

    item: str
    explosive: str
    tick: int
    roll: Roll
    number: int = 1
    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        fuse = Fuse(self.item, self.explosive, self.tick, number=self.number)
        return state.with_kit(fuses=(*state.kit.fuses, fuse))


class Thrown(Event, frozen=True, kw_only=True, tag="reflex.thrown"):
    """``actor`` threw ``item`` at ``target``; a miss lands ``off_m`` metres away, where ``direction`` points.

    A ``blind`` throw was at what the thrower could not see. Its ``number`` tells it from others so called.

    That is so many ``degrees`` clockwise from the line of the throw, where the event says so, a direction that is
    ours where it says ``house``. On a ground it lies at ``place`` then; without a target it was thrown at ``aim``.
    """

    item: str
    mode: str
    range_m: float
    cost_ticks: int
    costs: tuple[Term, ...]
    outcome: Outcome
    off_m: float = 0
    direction: Roll | None = None
    degrees: int | None = None
    house: bool = False
    blind: bool = False
    number: int = 1
    aim: Place | None = None
    place: Place | None = None

    @property
    def kept_with(self) -> str:
        """Return with whom its fuse is kept: who was its target, or else who threw it."""
        return self.target or self.actor

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which the thing is gone from the hand, and its fuse burns where it landed."""
        if self.blind and self.target:
            scene = guessed(scene, self.actor, self.target)
        thrower = scene.combatants[self.actor].state
        fuse = own_fuse(thrower, self.item)
        scene = with_state(scene, self.actor, without_thing(without_fuse(thrower, fuse), self.item))
        return self._landed(_forgotten(scene, thrown_at(self.actor, self.item, fuse.number)), fuse) if fuse else scene

    def _landed(self, scene: ReflexScene, fuse: Fuse) -> ReflexScene:
        margin = self.outcome.margin if self.outcome.succeeded else None
        landed = _with(
            fuse,
            margin=margin,
            off_m=self.off_m,
            range_m=self.range_m,
            degrees=self.degrees or 0,
            number=self.number,
            place=self.place,
        )
        throwers = {**scene.state.throwers, thrown_at(self.kept_with, self.item, self.number): self.actor}
        scene = with_scene_state(scene, throwers=throwers)
        target = scene.combatants[self.kept_with].state
        return with_state(scene, self.kept_with, target.with_kit(fuses=(*target.kit.fuses, landed)))


class FuseBurned(Event, frozen=True, kw_only=True, tag="reflex.fuse_burned"):
    """The fuse of ``item``, in the hand of ``actor`` or ``off_m`` metres from it, burned down.

    Its ``number`` tells it from others of that name at the same body. On a ground it lay at ``place``. It is gone even
    where it was put away if that is ``stowed``, of which earlier versions say nothing.
    """

    item: str
    off_m: float
    number: int = 1
    place: Place | None = None
    stowed: bool = False

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene without what went off: in the hand or where it was dropped, unless it had flown there.

        Of several that were kept without a number of their own the one at that distance goes off, or else any.
        """
        state = scene.combatants[self.actor].state
        named = [fuse for fuse in state.kit.fuses if fuse.item == self.item]
        if not named:
            return scene
        fuse = min(named, key=lambda each: (each.number != self.number, each.off_m != self.off_m))
        left = without_fuse(state, fuse)
        burned = without_thing(left, self.item, stowed=self.stowed) if is_own(fuse) else left
        scene = with_state(scene, self.actor, burned)
        alike = any((each.item, each.number) == (self.item, fuse.number) for each in left.kit.fuses)
        return scene if alike else _forgotten(scene, thrown_at(self.actor, self.item, fuse.number))


class FuseLeft(Event, frozen=True, kw_only=True, tag="reflex.fuse_left"):
    """``target`` is about to leave, and the fuse of ``item`` burns on where it was: ``off_m`` metres from ``actor``.

    Its ``number`` tells it from others of that name at the body that leaves, ``kept`` from those at that of ``actor``.
    On a ground it lies at ``place``.
    """

    item: str
    number: int
    kept: int
    off_m: float = 0
    place: Place | None = None
    audience: Audience = Audience.GM

    def apply(self, scene: ReflexScene) -> ReflexScene:
        """Return the scene in which it is kept with somebody who stays; whoever threw it is still known as who did."""
        state, thrown = scene.combatants[self.target].state, thrown_at(self.target, self.item, self.number)
        by = scene.state.throwers.get(thrown, self.target)
        burning = next(each for each in state.kit.fuses if (each.item, each.number) == (self.item, self.number))
        scene = _forgotten(with_state(scene, self.target, without_fuse(state, burning)), thrown)
        throwers = {**scene.state.throwers, thrown_at(self.actor, self.item, self.kept): by}
        scene = with_scene_state(scene, throwers=throwers)
        keeper = scene.combatants[self.actor].state
        left = _with(burning, number=self.kept, off_m=self.off_m, range_m=0, degrees=0, place=self.place)
        return with_state(scene, self.actor, keeper.with_kit(fuses=(*keeper.kit.fuses, left)))


def _forgotten(scene: ReflexScene, thrown: str) -> ReflexScene:
    """Return the scene that keeps no longer who threw that."""
    throwers = {key: thrower for key, thrower in scene.state.throwers.items() if key != thrown}
    return with_scene_state(scene, throwers=throwers)
