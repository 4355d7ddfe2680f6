"""What happens to body and mind."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.core.dice import Roll
from bot.core.events import AtOnce, Event, Personal, Told
from bot.core.scene import with_state
from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import Shaken, State


class DamageRolled(Told, frozen=True, kw_only=True, tag="eclipse.struck"):
    """A blow of ``actor`` on ``target`` before armour: the terms make ``dv``; ``ap`` is zero or below."""

    terms: tuple[Term, ...]
    roll: Roll
    dv: int
    ap: int
    energy: bool = False


class Damaged(Personal, frozen=True, kw_only=True, tag="eclipse.damaged"):
    """``actor`` took ``damage`` behind ``armor``, which came to ``total``, and so many ``wounds`` by it.

    It ``injures`` where that is an injury of which first aid has a count.
    """

    armor: tuple[Term, ...]
    damage: int
    wounds: int
    total: int
    ignored: bool = False
    injures: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the damage and its wounds; what was stanched bleeds again by a new wound."""
        stanched, wounds = state.stanched and not self.wounds, state.wounds + self.wounds
        injuries = state.untreated + 1 if self.injures else state.injuries
        return replace(state, damage=self.total, wounds=wounds, stanched=stanched, injuries=injuries)


class Bruised(Personal, frozen=True, kw_only=True, tag="eclipse.bruised"):
    """``actor`` took ``stun`` behind ``armor``, which came to ``total``."""

    armor: tuple[Term, ...]
    stun: int
    total: int

    def changed(self, state: State) -> State:
        """Return the state with the stun."""
        return replace(state, stun=self.total)


class FirstAidGiven(Event, frozen=True, kw_only=True, tag="eclipse.first_aid"):
    """``actor`` gave ``target`` first aid for an injury, which took so much ``damage`` and so many ``wounds`` away.

    It is ``useless`` for one of the GM's people with nothing to help with, which only the GM knows.
    """

    outcome: Outcome
    roll: Roll | None = None
    damage: int = 0
    wounds: int = 0
    useless: bool = False

    def apply(self, scene: EclipseScene) -> EclipseScene:
        """Return the scene with an injury less to help with; who was helped bleeds no more."""
        if self.useless:
            return scene
        was = scene.combatants[self.target].state
        left = {"damage": was.damage - self.damage, "wounds": was.wounds - self.wounds}
        stanched = was.stanched or self.outcome.succeeded
        return with_state(scene, self.target, replace(was, injuries=was.untreated - 1, stanched=stanched, **left))


class BodyTested(Told, frozen=True, kw_only=True, tag="eclipse.body_tested"):
    """``actor`` had to withstand what a blow or a shock does to it: the label of the outcome says what."""

    outcome: Outcome


class FellDown(Personal, frozen=True, kw_only=True, tag="eclipse.fell_down"):
    """``actor`` was knocked to the ground; ``out`` says that it is out cold by the same blow."""

    out: bool = False

    def changed(self, state: State) -> State:
        """Return the state on the ground."""
        return replace(state, prone=True)


class KnockedOut(Personal, frozen=True, kw_only=True, tag="eclipse.knocked_out"):
    """``actor`` is out cold."""

    def changed(self, state: State) -> State:
        """Return the state out cold, on the ground."""
        return replace(state.put_out(), unconscious=True, prone=True)


class Died(Personal, frozen=True, kw_only=True, tag="eclipse.died"):
    """``actor`` is dead, or destroyed as a ``thing``; ``was_down`` says that it lay there before, out of it."""

    was_down: bool = False
    thing: bool = False

    def changed(self, state: State) -> State:
        """Return the state dead, on the ground."""
        return replace(state.put_out(), dead=True, prone=True)


class Stunned(Personal, frozen=True, kw_only=True, tag="eclipse.stunned"):
    """``actor`` can do nothing for so many turns, this one included."""

    turns: int

    def changed(self, state: State) -> State:
        """Return the state out of action; the longest incapacity counts."""
        return replace(state.put_out(), out_turns=max(state.out_turns, self.turns))


class LeftShaken(Personal, frozen=True, kw_only=True, tag="eclipse.shocked"):
    """A shock leaves ``actor`` shaken for so many turns, which eases by a third every ``step`` of them."""

    turns: int
    step: int

    def changed(self, state: State) -> State:
        """Return the state shaken; the longest shock counts."""
        longer = self.turns > state.shaken.turns
        return replace(state, shaken=Shaken(self.turns, self.step)) if longer else state


class Bled(Personal, frozen=True, kw_only=True, tag="eclipse.bled"):
    """``actor`` lost a point of damage more to its wounds, which came to ``total``."""

    total: int

    def changed(self, state: State) -> State:
        """Return the state with the damage."""
        return replace(state, damage=self.total)


class Dazed(Personal, frozen=True, kw_only=True, tag="eclipse.dazed"):
    """A trauma left ``actor`` out of its wits."""

    def changed(self, state: State) -> State:
        """Return the state out of its wits: it aims, defends itself, watches and holds a cone under fire no more."""
        return replace(state.witless(), dazed=True)


class CameToItsSenses(AtOnce, frozen=True, kw_only=True, tag="eclipse.recovered"):
    """``actor`` regained its wits."""

    def changed(self, state: State) -> State:
        """Return the state back in its wits."""
        return replace(state, dazed=False)


class Stressed(Personal, frozen=True, kw_only=True, tag="eclipse.stressed"):
    """``actor`` took stress, which came to ``total``, and so many ``traumas`` by it; a success takes none."""

    stress: int
    traumas: int
    total: int
    outcome: Outcome | None = None

    def changed(self, state: State) -> State:
        """Return the state with the stress and its traumas."""
        return replace(state, stress=self.total, traumas=state.traumas + self.traumas)


class BrokeDown(Personal, frozen=True, kw_only=True, tag="eclipse.broke"):
    """The mind of ``actor`` broke down, for good where it is ``insane``."""

    insane: bool = False

    def changed(self, state: State) -> State:
        """Return the state broken in mind."""
        return replace(state.put_out(), broken=True)


HEALED = ("damage", "wounds", "stress", "traumas", "stun")
"""What a GM can take away of somebody, by the field of its state."""

OF_MIND = frozenset(("stress", "traumas"))


class Healed(AtOnce, frozen=True, kw_only=True, tag="eclipse.healed"):
    """``actor`` lost so much of what it had suffered; ``awake``: it comes to.

    It ``stanches`` what bled, as older events did whatever was healed.
    """

    damage: int = 0
    wounds: int = 0
    stress: int = 0
    traumas: int = 0
    stun: int = 0
    awake: bool = False
    stanches: bool = True

    def changed(self, state: State) -> State:
        """Return the state with less of what it suffered; whoever comes to can act again."""
        left = {key: getattr(state, key) - getattr(self, key) for key in HEALED}
        fresh: dict[str, Any] = {"out_turns": 0, "shaken": Shaken(), "dazed": False}
        awake = {"unconscious": False, "broken": False, **fresh} if self.awake else {}
        return replace(state, stanched=state.stanched or self.stanches, **left, **awake)
