"""What is rolled, and what a session gives back."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Personal
from bot.core.terms import Term
from bot.rulesets.graydawn.state import State

_with = msgspec.structs.replace


def paid(state: State, points: int) -> State:
    """Return the state after so many points of luck were paid."""
    return _with(state, luck=max(0, state.luck - points)) if points else state


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A ten-sided die and a sum of terms.

    ``rolls`` are the die and what its tens added, on initiative after a one what it took off. ``luck`` points were
    paid for it: they ``raised`` the total, or gave the rolls ``before`` back. ``skill`` is the one it was made with.
    """

    terms: tuple[Term, ...]
    rolls: tuple[Roll, ...]
    total: int
    fumble: bool = False
    luck: int = 0
    raised: int = 0
    before: tuple[Roll, ...] = ()
    skill: str = ""

    def paid(self, state: State) -> State:
        """Return the state after its luck was paid."""
        return paid(state, self.luck)

    def kept(self, state: State, *, succeeded: bool) -> State:
        """Return the state after its luck was paid; a skill that has succeeded keeps a mark (text 004, line 85)."""
        state = self.paid(state)
        if not self.skill or not succeeded:
            return state
        return _with(state, marks={**state.marks, self.skill: state.marks.get(self.skill, 0) + 1})


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A plain ten-sided die against a number that it must not be above; luck as for a check."""

    rolls: tuple[Roll, ...]
    number: int
    passed: bool
    luck: int = 0
    raised: int = 0
    before: tuple[Roll, ...] = ()


class SessionBegan(Personal, frozen=True, kw_only=True, tag="graydawn.session_began"):
    """The luck of ``actor`` is whole again."""

    for_everybody: ClassVar[bool] = True

    luck: int

    def changed(self, state: State) -> State:
        """Return the state with as much luck as at first."""
        return _with(state, luck=self.luck)


class RolledAgain(Personal, frozen=True, kw_only=True, tag="graydawn.rolled_again"):
    """``actor`` paid ``luck`` for another roll behind an act, which is told as it is with that: ``before`` had fallen.

    ``target`` is whom the roll is against, if anybody.
    """

    label: str
    before: tuple[Roll, ...]
    luck: int

    def changed(self, state: State) -> State:
        """Return the state after the luck was paid."""
        return paid(state, self.luck)
