"""What happens to a body, and what keeps it from that."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal
from bot.rulesets.nighttripper.state import State, Wound

_with = msgspec.structs.replace


class ArmorUsed(Personal, frozen=True, kw_only=True, tag="nighttripper.armor_used"):
    """The armour of ``actor`` stopped an attack and is no more."""

    armor: str

    def changed(self, state: State) -> State:
        """Return the state with the armour spent."""
        return _with(state, armor_spent=True)


class LuckPaid(Personal, frozen=True, kw_only=True, tag="nighttripper.luck_paid"):
    """``actor`` paid ``points`` of luck to avoid a wound; ``luck`` are left."""

    points: int
    luck: int

    def changed(self, state: State) -> State:
        """Return the state after the luck was paid."""
        return _with(state, luck=self.luck)


class Wounded(Personal, frozen=True, kw_only=True, tag="nighttripper.wounded"):
    """``actor`` has a new wound; ``total`` is the sum that counts against the ``worst`` there.

    ``rolls`` gave the place and the side of a wound that a GM deals.
    """

    place: str
    severity: int
    total: int
    worst: int
    side: str = ""
    rolls: tuple[Roll, ...] = ()

    def changed(self, state: State) -> State:
        """Return the state with one wound more."""
        return _with(state, wounds=(*state.wounds, Wound(self.place, self.severity, self.side)))


class Died(Personal, frozen=True, kw_only=True, tag="nighttripper.died"):
    """``actor`` is dead."""

    def changed(self, state: State) -> State:
        """Return the state dead."""
        return _with(state, dead=True)


class LimbLost(Personal, frozen=True, kw_only=True, tag="nighttripper.limb_lost"):
    """A limb of ``actor`` will have to be replaced."""

    limb: str

    def changed(self, state: State) -> State:
        """Return the state with one limb less."""
        return _with(state, lost=(*state.lost, self.limb))


class Healed(Personal, frozen=True, kw_only=True, tag="nighttripper.healed"):
    """Wounds of ``actor`` came down to ``degree`` at most, those at ``place`` or all; or limbs were ``replaced``."""

    for_everybody: ClassVar[bool] = True

    place: str = ""
    degree: int = 0
    replaced: bool = False

    def changed(self, state: State) -> State:
        """Bring the wounds that are meant down to a degree, and have the limbs that are meant back where replaced."""
        wounds = [self._better(wound) for wound in state.wounds]
        lost = tuple(limb for limb in state.lost if not (self.replaced and limb.endswith(self.place)))
        return _with(state, wounds=tuple(wound for wound in wounds if wound.severity), lost=lost)

    def _better(self, wound: Wound) -> Wound:
        meant = self.place in ("", wound.place)
        return _with(wound, severity=min(wound.severity, self.degree)) if meant else wound


class ConditionSet(Personal, frozen=True, kw_only=True, tag="nighttripper.condition_set"):
    """Something else ails ``actor``, so severely, at throws for one ``deed`` or all; 0 is no more."""

    for_everybody: ClassVar[bool] = True

    name: str
    severity: int
    deed: str = ""

    def changed(self, state: State) -> State:
        """Return the state with the ailment as it is now, or without it."""
        conditions = {name: severity for name, severity in state.conditions.items() if name != self.name}
        relevant = {name: deed for name, deed in state.relevant.items() if name != self.name}
        if self.severity:
            conditions[self.name] = self.severity
            relevant.update({self.name: self.deed} if self.deed else {})
        return _with(state, conditions=conditions, relevant=relevant)


class LuckRecovered(Personal, frozen=True, kw_only=True, tag="nighttripper.recovered"):
    """Quiet ``weeks`` gave ``actor`` luck back; ``left`` are those behind the last that did."""

    for_everybody: ClassVar[bool] = True

    weeks: int
    luck: int
    left: int = 0

    def changed(self, state: State) -> State:
        """Return the state with the luck back."""
        return _with(state, luck=self.luck, quiet_weeks=self.left)
