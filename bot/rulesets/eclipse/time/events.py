"""What happens to a turn and to the phases of those in it."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

from msgspec.structs import replace

from bot.core.dice import Roll
from bot.core.events import AtOnce, Audience, Event
from bot.core.scene import seen_to_act
from bot.core.terms import Term
from bot.rulesets.eclipse.play import EclipseScene
from bot.rulesets.eclipse.state import Moment, State


class ActionTurnBegan(Event, frozen=True, kw_only=True, tag="eclipse.turn_began"):
    """A turn of three seconds; ``free`` where it begins with a phase of those who were not surprised."""

    turn: int
    free: bool = False

    def apply(self, scene: EclipseScene) -> EclipseScene:
        """Return the scene in its next turn."""
        return replace(scene, state=replace(scene.state, turn=self.turn))


class InitiativeRolled(AtOnce, frozen=True, kw_only=True, tag="eclipse.initiative_rolled"):
    """``actor`` acts at ``score`` in this turn, before all others where its roll is ``critical``.

    Of a newcomer that moment may be ``over`` in the phase that is played, in which it acts after whoever acts now, or
    ``missed`` in all phases of the turn.
    """

    silent: ClassVar[bool] = True

    terms: tuple[Term, ...]
    roll: Roll
    score: int
    critical: bool
    over: bool = False
    missed: bool = False

    def changed(self, state: State) -> State:
        """Return the state startled by no ambush any more: this is the slower turn that comes of one."""
        return replace(state, startled=False)


class CameBack(AtOnce, frozen=True, kw_only=True, tag="eclipse.came_back"):
    """``actor`` is back in a later turn than that in which it left."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state about nothing of what it was then."""
        return state.gone_by()


class Spent(AtOnce, frozen=True, kw_only=True, tag="eclipse.spent"):
    """``actor`` began an action in the phase at ``moment``: ``quick`` of them so far.

    The one quick action may follow where there is ``room`` for it.
    """

    quiet: ClassVar[bool] = True

    moment: Moment
    quick: int
    room: bool = False
    audience: Audience = Audience.GM

    def apply(self, scene: EclipseScene) -> EclipseScene:
        """Return the scene in which the others whom somebody is seen to act after have left nothing undone."""
        return seen_to_act(super().apply(scene), self.actor, attrgetter("unspent"), State.lapsed)

    def changed(self, state: State) -> State:
        """Return the state in its phase, so many quick actions into it; whoever acts is surprised no more."""
        return replace(state.renewed(self.moment), quick=self.quick, unspent=self.room, surprised=False)


class Passed(AtOnce, frozen=True, kw_only=True, tag="eclipse.passed"):
    """``actor`` does nothing more in this phase."""

    def changed(self, state: State) -> State:
        """Return the state of somebody who has nothing left to do."""
        return replace(state, unspent=False)


class HeldUntil(AtOnce, frozen=True, kw_only=True, tag="eclipse.held"):
    """``actor`` waits until ``score`` in this phase, or in a later ``phase``.

    Its phase has ``come``: what lasted until then is over, but for an aim.
    """

    score: int
    phase: int = 0
    come: bool = False

    def changed(self, state: State) -> State:
        """Return the state of somebody whose phase has come, and who has done nothing in it yet."""
        return state.come() if self.come else state
