"""What is done in a round besides attacking."""

from __future__ import annotations

from typing import ClassVar

from bot.core.events import Personal, Told
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.state import State


class Talked(Personal, frozen=True, kw_only=True, tag="nighttripper.talked"):
    """``actor`` spoke; with a ``skill`` there is a throw."""

    words: str = ""
    skill: str = ""
    throw: Outcome | None = None

    def changed(self, state: State) -> State:
        """Pay for the rerolls."""
        return self.throw.paid(state) if self.throw else state


class Moved(Told, frozen=True, kw_only=True, tag="nighttripper.moved"):
    """``actor`` ran: towards or ``away`` from ``target``, or somewhere, such as ``behind`` the piece of that name."""

    silent: ClassVar[bool] = True

    metres: float
    away: bool = False
    behind: str = ""


class SkillTried(Personal, frozen=True, kw_only=True, tag="nighttripper.tested"):
    """``actor`` tried a ``skill`` outside a fight; without a throw it was hopeless for the untrained."""

    skill: str
    throw: Outcome | None = None

    def changed(self, state: State) -> State:
        """Pay for the rerolls."""
        return self.throw.paid(state) if self.throw else state


class FightResolved(Personal, frozen=True, kw_only=True, tag="nighttripper.fight_resolved"):
    """A single throw of ``actor`` with ``weapon`` decided a simple fight."""

    weapon: str
    throw: Outcome
    won: bool

    def changed(self, state: State) -> State:
        """Pay for the rerolls."""
        return self.throw.paid(state)


class Worked(Personal, frozen=True, kw_only=True, tag="nighttripper.worked"):
    """``actor`` did something else; with a ``skill`` there is a throw, unless it was hopeless for the untrained."""

    what: str = ""
    skill: str = ""
    throw: Outcome | None = None

    def changed(self, state: State) -> State:
        """Pay for the rerolls."""
        return self.throw.paid(state) if self.throw else state
