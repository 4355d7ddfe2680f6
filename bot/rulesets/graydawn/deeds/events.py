"""What is done in a turn besides fighting."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Event, Personal
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.state import Shelter, Stance, State

_with = msgspec.structs.replace


class Moved(Personal, frozen=True, kw_only=True, tag="graydawn.moved"):
    """``actor`` moved: towards or ``away`` from ``target``, or somewhere; ``cover`` of a ``level`` was reached."""

    silent: ClassVar[bool] = True

    metres: float
    away: bool = False
    cover: str = ""
    level: int = 0
    full: bool = False

    def changed(self, state: State) -> State:
        """Leave cover behind; who reaches other has that, and no more what running gives (004-20)."""
        state = _with(state, unnoticed=())
        if not self.cover:
            return _with(state, shelter=None, stance=Stance.MOVING, run=state.run + 1)
        stance = Stance.FULL if self.full else Stance.ACTIVE
        return _with(state, shelter=Shelter(self.cover, self.level), stance=stance, run=0)


class CoverTaken(Personal, frozen=True, kw_only=True, tag="graydawn.cover_taken"):
    """``actor`` came behind a ``thing`` on the ground, which is ``cover`` of a ``level``; ``full`` is wholly behind."""

    silent: ClassVar[bool] = True

    thing: str
    cover: str
    level: int
    full: bool = False

    def changed(self, state: State) -> State:
        """Return the state behind that, without what running gives."""
        stance = Stance.FULL if self.full else Stance.ACTIVE
        return _with(state, shelter=Shelter(self.cover, self.level, self.thing), stance=stance, run=0)


class StolenPast(Event, frozen=True, kw_only=True, tag="graydawn.stolen_past"):
    """``actor`` tried to move past the notice of ``target``: stealth, ``against`` awareness of who is able."""

    silent: ClassVar[bool] = True

    check: Outcome
    against: Outcome | None = None
    unnoticed: bool = False

    def apply(self, scene: DawnScene) -> DawnScene:
        """Keep both rolls, and note who has noticed nothing: an attack on it is an ambush."""
        if self.against is not None:
            made = self.against
            scene = with_person(scene, self.target, lambda state: made.kept(state, succeeded=not self.unnoticed))
        return with_person(scene, self.actor, self._stealthy)

    def _stealthy(self, state: State) -> State:
        past = (*state.unnoticed, sign_of(self.target)) if self.unnoticed else state.unnoticed
        return _with(self.check.kept(state, succeeded=self.unnoticed), unnoticed=past)


class Worked(Personal, frozen=True, kw_only=True, tag="graydawn.worked"):
    """``actor`` did something else, with a check where a skill or a stat was named."""

    what: str = ""
    check: Outcome | None = None
    number: int = 0
    done: bool = False

    def changed(self, state: State) -> State:
        """Pay for the luck of a check, and mark its skill where it succeeded."""
        return self.check.kept(state, succeeded=self.done) if self.check else state
