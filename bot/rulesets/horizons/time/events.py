"""What happens to rounds and turns."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Event, Personal, Told
from bot.core.scene import seen_to_act, with_states
from bot.core.terms import Term
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import State, exposed, gone_by

_with = msgspec.structs.replace


class RoundBegan(Event, frozen=True, kw_only=True, tag="horizons.round_began"):
    """A new round."""

    number: int

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene in which everybody has a reaction, an attack and a free action; by the campaign's choice
        nobody aims any more.
        """
        before = {actor: combatant.state for actor, combatant in scene.combatants.items()}
        lost = {"aimed": 0} if scene.options.get("strict_round") else {}
        fresh = {"reacted": False, "attacked": False, "moved": False, "freed": False, **lost}
        states = {actor: _with(state, **fresh) for actor, state in before.items()}
        return with_states(_with(scene, state=_with(scene.state, rounds=self.number)), states)


class InitiativeRolled(Told, frozen=True, kw_only=True, tag="horizons.initiative_rolled"):
    """``actor`` acts at ``initiative`` in this round; a newcomer for whom that is ``over`` after whoever acts now."""

    silent: ClassVar[bool] = True

    terms: tuple[Term, ...]
    roll: Roll
    initiative: int
    over: bool = False


class CameBack(Personal, frozen=True, kw_only=True, tag="horizons.came_back"):
    """``actor`` is back in a later round than that in which it left."""

    quiet: ClassVar[bool] = True

    audience: Audience = Audience.GM

    def changed(self, state: State) -> State:
        """Return the state about nothing of what it was then."""
        return gone_by(state)


class Waited(Told, frozen=True, kw_only=True, tag="horizons.waited"):
    """``actor`` let its turn go by."""


class TurnEnded(Personal, frozen=True, kw_only=True, tag="horizons.turn_ended"):
    """The action of ``actor`` in this round is done: it ``attacked``, ``exposing`` itself where that was under the fire
    of ``gunners``.

    The free action is ``unspent`` where it may still follow. A reaction ``apart`` from the turn leaves that of the turn
    as it is; older ones took it, and gave it back as they ended.
    """

    quiet: ClassVar[bool] = True

    aiming: bool = False
    reaction: bool = False
    attacked: bool = False
    exposing: bool = False
    gunners: tuple[str, ...] = ()
    unspent: bool = False
    apart: bool = False

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene in which the others whom somebody is seen to act after have left nothing undone."""
        return seen_to_act(super().apply(scene), self.actor, attrgetter("unspent"), State.lapsed)

    def changed(self, state: State) -> State:
        """Return the state without what was only for this turn, which a reaction leaves as it is."""
        aimed = state.aimed if self.aiming else 0
        attacked = state.attacked or self.attacked
        to = dict.fromkeys(self.gunners, 1)
        if self.reaction:
            shown, to = max(state.exposed, int(self.exposing)), {**to, **state.exposed_to}
            free = {} if self.apart else {"freed": False, "unspent": False}
            return _with(state, attacked=attacked, aimed=aimed, exposed=shown, exposed_to=to, **free)
        left = {gunner: turns - 1 for gunner, turns in state.exposed_to.items() if turns > 1}
        return _with(
            state,
            attacked=attacked,
            exposed=max(state.exposed - 1, int(self.exposing), 0),
            exposed_to={**to, **left},
            unspent=self.unspent,
            freed=False,
            moved=False,
            pace=state.pace if state.moved else state.resting_pace,
            aimed=aimed,
            readied=state.readied if state.fresh else "",
            fresh=False,
        )


class Reacted(Personal, frozen=True, kw_only=True, tag="horizons.reacted"):
    """``actor`` used the reaction of this round, ``attacking`` with it, and shows itself by that to ``gunners``,
    ``late`` where that is out of its turn.
    """

    attacking: bool = False
    gunners: tuple[str, ...] = ()
    late: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the reaction used."""
        used = _with(state, reacted=True, attacked=state.attacked or self.attacking)
        return exposed(used, self.gunners, late=self.late) if self.gunners else used


class ReactionKept(Personal, frozen=True, kw_only=True, tag="horizons.readied"):
    """``actor`` keeps its reaction for ``what``, until its next turn."""

    what: str

    def changed(self, state: State) -> State:
        """Return the state with the reaction kept for that."""
        return _with(state, readied=self.what, fresh=True)


class ReactionBegan(Personal, frozen=True, kw_only=True, tag="horizons.reaction_began"):
    """``what`` the reaction of ``actor`` was kept for has come: it acts now, out of turn, and ``apart`` from that."""

    what: str
    apart: bool = False

    def changed(self, state: State) -> State:
        """Return the state with the reaction used."""
        return _with(state, reacted=True, readied="", freed=state.freed or not self.apart)
