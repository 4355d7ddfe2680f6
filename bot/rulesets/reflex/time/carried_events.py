"""What is done with what one carries."""

from __future__ import annotations

from bot.core.dice import Roll
from bot.core.events import AtOnce, Told
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.kinds import Broken, Encumbrance, Lies
from bot.rulesets.reflex.state import State


class Switched(AtOnce, frozen=True, kw_only=True, tag="reflex.switched"):
    """``actor`` switched ``item`` on or off."""

    item: str
    active: bool

    def changed(self, state: State) -> State:
        return state.with_item(self.item, active=self.active)


class DitchChecked(Told, frozen=True, kw_only=True, tag="reflex.ditch_checked"):
    """``actor`` tried to let go of ``item`` where that is not easy; ``outcome`` says whether it could."""

    item: str
    outcome: Outcome


class Ditched(AtOnce, frozen=True, kw_only=True, tag="reflex.ditched"):
    """``actor`` let go of ``item``, which lies within reach.

    ``roll`` is that for digging it out, or for damage to what was torn off, which comes at ``percent`` or less.
    ``costs`` are the parts of the ticks; ``load`` is how much is carried since then, None for as much as before.
    """

    item: str
    roll: Roll | None = None
    damaged: bool = False
    percent: int = 0
    costs: tuple[Term, ...] = ()
    load: Encumbrance | None = None

    def changed(self, state: State) -> State:
        if self.load is not None:
            state = state.with_kit(encumbrance=self.load)
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=0, lies=Lies.NEAR, bipod_down=False)
        if self.item not in state.kit.items:
            return _shed(state, self)
        return state.with_item(self.item, held=False, worn=False, lies=Lies.NEAR, damaged=self.damaged)


class Readied(AtOnce, frozen=True, kw_only=True, tag="reflex.readied"):
    """``actor`` took ``item`` in ``hands`` hands.

    ``roll`` is that for digging it out, ``costs`` are the parts of the ticks.
    """

    item: str
    hands: int
    hand: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=self.hands, hand=self.hand, lies=Lies.CARRIED)
        return state.with_item(self.item, held=True, hands=self.hands, hand=self.hand, lies=Lies.CARRIED)


class Stowed(AtOnce, frozen=True, kw_only=True, tag="reflex.stowed"):
    """``actor`` put ``item`` away; ``costs`` are the parts of the ticks."""

    item: str
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        if self.item in state.kit.weapons:
            return state.with_weapon(self.item, held_with=0, bipod_down=False)
        return state.with_item(self.item, held=False)


class Reloaded(AtOnce, frozen=True, kw_only=True, tag="reflex.reloaded"):
    """``actor`` worked on loading ``weapon``, which holds ``loaded`` rounds now.

    ``done`` of ``needed`` actions are behind it; ``spare`` are the rounds left for it, None where nobody counts.
    ``roll`` is that for digging rounds out, ``costs`` are the parts of the ticks.
    """

    weapon: str
    loaded: int
    done: int
    needed: int
    spare: int | None = None
    roll: Roll | None = None
    costs: tuple[Term, ...] = ()

    def changed(self, state: State) -> State:
        done = {key: count for key, count in state.kit.reloading.items() if key != self.weapon}
        if self.done < self.needed:
            done[self.weapon] = self.done
        return state.with_weapon(self.weapon, loaded=self.loaded, spare=self.spare).with_kit(reloading=done)


class Braced(AtOnce, frozen=True, kw_only=True, tag="reflex.braced"):
    """``actor`` folded the bipod of ``weapon`` down or up."""

    weapon: str
    down: bool

    def changed(self, state: State) -> State:
        return state.with_weapon(self.weapon, bipod_down=self.down)


def _shed(state: State, event: Ditched) -> State:
    """Return the state with armour taken off, which is of no use until it is repaired where it was torn."""
    shed = tuple(piece for piece in state.kit.armor if piece.name == event.item)
    broken = {**state.kit.broken, event.item: Broken.DISABLED.value} if event.damaged else state.kit.broken
    left = tuple(piece for piece in state.kit.armor if piece not in shed)
    return state.with_kit(armor=left, doffed=(*state.kit.doffed, *shed), broken=broken)
