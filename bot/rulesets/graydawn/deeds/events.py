"""What is done in a turn besides fighting."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.graydawn.checks.events import Check
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
        """Cover is left behind; who reaches other has that, and no more what running gives (004-20)."""
        if not self.cover:
            return _with(state, shelter=None, stance=Stance.MOVING, run=state.run + 1)
        stance = Stance.FULL if self.full else Stance.ACTIVE
        return _with(state, shelter=Shelter(self.cover, self.level), stance=stance, run=0)


class Worked(Personal, frozen=True, kw_only=True, tag="graydawn.worked"):
    """``actor`` did something else, with a check where a skill or a stat was named."""

    what: str = ""
    check: Check | None = None
    number: int = 0
    done: bool = False

    def changed(self, state: State) -> State:
        """A check costs its luck, and marks its skill where it succeeded."""
        return self.check.kept(state, succeeded=self.done) if self.check else state
