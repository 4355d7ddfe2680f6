"""What happens to a body that is hit."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Event, Personal
from bot.rulesets.graydawn.checks.events import Outcome, Save, paid
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import State

_with = msgspec.structs.replace


class Hit(Event, frozen=True, kw_only=True, tag="graydawn.hit"):
    """``actor`` hit ``target`` at ``place`` for ``damage``, before anything stops it.

    ``roll`` gave the place unless it was called, ``dice`` the damage unless it was the most. ``before`` are places that
    ``luck`` points of the target took back. ``fear`` is what the first hit adds to its next suppression roll.
    """

    place: str
    damage: int
    roll: Roll | None = None
    dice: Roll | None = None
    flat: int = 0
    before: tuple[Roll, ...] = ()
    luck: int = 0
    fear: int = 3

    def apply(self, scene: DawnScene) -> DawnScene:
        """Have the target pay for places that it took back."""
        return with_person(scene, self.target, lambda state: paid(state, self.luck))


class Protected(Personal, frozen=True, kw_only=True, tag="graydawn.protected"):
    """``cover`` and ``armor`` of ``actor`` left so much of the damage; ``piece`` of its armour loses a point.

    ``halved`` rounds halve all three.
    """

    place: str
    damage: int
    cover: int
    armor: int
    left: int
    piece: int | None = None
    halved: bool = False

    def changed(self, state: State) -> State:
        """Take a point off the struck piece of armour at that place."""
        if self.piece is None:
            return state
        struck, armor = state.armor[self.piece], state.armor
        worn = _with(struck, lost={**struck.lost, self.place: struck.lost.get(self.place, 0) + 1})
        return _with(state, armor=(*armor[: self.piece], worn, *armor[self.piece + 1 :]))


class Grazed(Personal, frozen=True, kw_only=True, tag="graydawn.grazed"):
    """Whether a hit only grazed ``actor``, which would leave ``damage`` of it."""

    check: Outcome
    number: int
    damage: int
    grazed: bool

    def changed(self, state: State) -> State:
        """Return the state after the luck was paid."""
        return self.check.paid(state)


class Wounded(Personal, frozen=True, kw_only=True, tag="graydawn.wounded"):
    """``actor`` marks ``boxes`` and ``stun``; ``total`` boxes are marked then, a ``state`` of the wounds table.

    ``roll`` gave the place of a wound that a GM deals.
    """

    place: str
    damage: int
    build: int
    boxes: int
    total: int
    state: str
    stun: int = 0
    one: bool = False
    roll: Roll | None = None

    def changed(self, state: State) -> State:
        """Mark boxes and stun; help that was given holds no longer."""
        ones = state.ones + int(self.one)
        return _with(state, boxes=self.total, ones=ones, stun=state.stun + self.stun, stable=False)


class Crippled(Personal, frozen=True, kw_only=True, tag="graydawn.crippled"):
    """A limb of ``actor`` is crippled."""

    place: str

    def changed(self, state: State) -> State:
        """Return the state with the limb among the crippled, once."""
        return _with(state, crippled=tuple(dict.fromkeys((*state.crippled, self.place))))


class Saved(Personal, frozen=True, kw_only=True, tag="graydawn.saved"):
    """``actor`` made a stun or a death save."""

    kind: str
    save: Save

    def changed(self, state: State) -> State:
        """Return the state after the luck was paid."""
        return paid(state, self.save.luck)


class Stunned(Personal, frozen=True, kw_only=True, tag="graydawn.stunned"):
    """``actor`` is out of it until a stun save succeeds."""

    def changed(self, state: State) -> State:
        """Return the state stunned."""
        return _with(state, stunned=True)


class Recovered(Personal, frozen=True, kw_only=True, tag="graydawn.recovered"):
    """``actor`` is back in the fight."""

    for_everybody: ClassVar[bool] = True  # whoever comes round acts in the very moment that is played

    def changed(self, state: State) -> State:
        """Return the state stunned no more."""
        return _with(state, stunned=False)


class Doomed(Personal, frozen=True, kw_only=True, tag="graydawn.doomed"):
    """``actor`` is dying: the next death save cannot be passed; ``was_down`` as of whoever died."""

    was_down: bool = False

    def changed(self, state: State) -> State:
        """Return the state dying, and out of it."""
        return _with(state, dying=True, stunned=True)


class Died(Personal, frozen=True, kw_only=True, tag="graydawn.died"):
    """``actor`` is dead; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False

    def changed(self, state: State) -> State:
        """Return the state dead."""
        return _with(state, dead=True)
