"""What happens to a body."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Personal
from bot.core.scene import with_state
from bot.core.terms import Term
from bot.rulesets.horizons.checks.events import Outcome
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import State, woken

_with = msgspec.structs.replace


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something a bullet met: ``worn`` is the place of a piece of armour on the sheet, -1 for cover."""

    name: str
    rating: int
    stopped: bool
    worn: int = -1


class Hit(Event, frozen=True, kw_only=True, tag="horizons.hit"):
    """A bullet or fragment met ``target``: ``base`` damage, ``damage`` in that zone, ``dealt`` behind the layers."""

    zone: str
    base: int
    damage: int
    dealt: int
    layers: tuple[Layer, ...] = ()
    roll: Roll | None = None

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene with armour worn down by the damage before it is multiplied, whether it stopped the bullet
        or not (E, 000-20).
        """
        spent = {layer.worn for layer in self.layers}
        state = scene.combatants[self.target].state
        armor = tuple(
            _with(piece, points=max(0, piece.points - self.base)) if at in spent else piece
            for at, piece in enumerate(state.armor)
        )
        return with_state(scene, self.target, _with(state, armor=armor))


class Hurt(Personal, frozen=True, kw_only=True, tag="horizons.hurt"):
    """``actor`` lost ``points`` hit points and has ``left``."""

    points: int
    left: int
    zone: str = ""

    def changed(self, state: State) -> State:
        """Return the state with the points gone; first aid may help again."""
        return _with(state, damage=state.most - self.left, treated=False)


class StayedAwake(Personal, frozen=True, kw_only=True, tag="horizons.awake_checked"):
    """``actor``, below zero, checked to stay conscious."""

    terms: tuple[Term, ...]
    roll: Roll
    needed: int
    passed: bool

    def changed(self, state: State) -> State:
        """Return the state unconscious, and suppressing nobody, where it did not stay awake."""
        return state if self.passed else _with(state, unconscious=True, suppressing=0)


class WoundChecked(Personal, frozen=True, kw_only=True, tag="horizons.wound_checked"):
    """``actor``, below zero, checked to be spared a lasting wound."""

    terms: tuple[Term, ...]
    roll: Roll
    needed: int
    passed: bool
    zone: str

    def changed(self, state: State) -> State:
        """Return the state with one wound more where it is not spared that."""
        if self.passed or not self.zone:
            return state
        return _with(state, wounds={**state.wounds, self.zone: state.wounds.get(self.zone, 0) + 1})


class Died(Personal, frozen=True, kw_only=True, tag="horizons.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False

    def changed(self, state: State) -> State:
        """Return the state dead, and suppressing nobody."""
        return _with(state, dead=True, suppressing=0)


class Treated(Event, frozen=True, kw_only=True, tag="horizons.treated"):
    """``actor`` gave ``target`` first aid, which where it ``passed`` gives ``points`` back, and may wake."""

    check: Outcome
    difficulty: int
    passed: bool
    points: int = 0
    woke: bool = False

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene with the points given back; whoever wakes lies, and whoever was treated gains nothing more
        until hurt again.
        """
        state = scene.combatants[self.target].state
        damage = max(0, state.most - state.points - self.points) if self.points else state.damage
        state = woken(state) if self.woke else state
        return with_state(scene, self.target, _with(state, damage=damage, treated=True))


class Healed(Personal, frozen=True, kw_only=True, tag="horizons.healed"):
    """``actor`` got ``points`` back, or ``zone`` lost its wounds, or it woke."""

    for_everybody: ClassVar[bool] = True

    points: int = 0
    zone: str = ""
    woke: bool = False

    def changed(self, state: State) -> State:
        """Return the state with points given back and the zone healed; whoever wakes lies."""
        healed = _with(
            state,
            damage=max(0, state.most - state.points - self.points),
            wounds={zone: count for zone, count in state.wounds.items() if zone != self.zone},
        )
        return woken(healed) if self.woke else healed
