"""What happens by a check, and what it leaves behind."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.dice import Roll
from bot.core.events import Audience, Personal, Told
from bot.core.terms import Term
from bot.rulesets.horizons.state import Effect, State

_with = msgspec.structs.replace


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A check that was made: the terms and the first die make ``result``; ``further`` dice only tell side effects.

    ``side`` is the degree of the side effect, good above zero and bad below.
    """

    skill: str
    terms: tuple[Term, ...]
    roll: Roll
    further: tuple[Roll, ...]
    result: int
    side: int = 0
    effort: int = 0


class EffortSpent(Personal, frozen=True, kw_only=True, tag="horizons.effort_spent"):
    """``actor`` put ``points`` into a check."""

    points: int

    def changed(self, state: State) -> State:
        """Return the state with the points gone that were spent."""
        return _with(state, effort=state.effort - self.points)


class SideEffect(Personal, frozen=True, kw_only=True, tag="horizons.side_effect"):
    """A check had an effect beside its success: ``degree`` 1 to 3, good above zero and bad below.

    It is ``open`` until the GM tells what comes of it.
    """

    degree: int
    open: bool = False

    def changed(self, state: State) -> State:
        """Return the state with one more that is open until the GM tells what comes of it."""
        if not self.open:
            return state
        found = Effect(self.degree, secret=self.audience is Audience.GM)
        return _with(state, effects=(*state.effects, found))


class EffectTold(Personal, frozen=True, kw_only=True, tag="horizons.effect_told"):
    """The GM said what comes of the oldest open side effect of ``actor``, one of ``degree``."""

    for_everybody: ClassVar[bool] = True

    degree: int
    what: str = ""

    def changed(self, state: State) -> State:
        """Return the state without the oldest, which is open no more."""
        return _with(state, effects=state.effects[1:])


class Rested(Personal, frozen=True, kw_only=True, tag="horizons.rested"):
    """``actor`` has rested, and has ``effort`` again."""

    for_everybody: ClassVar[bool] = True

    effort: int

    def changed(self, state: State) -> State:
        """Return the state with all effort."""
        return _with(state, effort=self.effort)


class Checked(Told, frozen=True, kw_only=True, tag="horizons.checked"):
    """``actor`` made a check of a skill."""

    check: Outcome
    difficulty: int
    passed: bool


class Contested(Told, frozen=True, kw_only=True, tag="horizons.contested"):
    """``actor`` measured itself against ``target``; a tie is the actor's, who began it."""

    check: Outcome
    against: Outcome
    won: bool
