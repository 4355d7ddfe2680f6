"""What a GM says ails or helps somebody."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Personal
from bot.rulesets.horizons.state import Condition, State

_with = msgspec.structs.replace


class ConditionSet(Personal, frozen=True, kw_only=True, tag="horizons.condition_set"):
    """The GM said what ails or helps ``actor``: ``modifier`` is added to checks, ``until`` is its last round."""

    corrects: ClassVar[bool] = True

    name: str
    modifier: int = 0
    skill: str = ""
    until: int = 0

    def changed(self, state: State) -> State:
        """Keep the condition, in place of one of the same name."""
        found = Condition(self.modifier, self.skill, self.until)
        return _with(state, conditions={**state.conditions, self.name: found})


class ConditionEnded(Personal, frozen=True, kw_only=True, tag="horizons.condition_ended"):
    """Something ails or helps ``actor`` no more."""

    corrects: ClassVar[bool] = True

    name: str

    def changed(self, state: State) -> State:
        """Drop the condition."""
        return _with(state, conditions={name: each for name, each in state.conditions.items() if name != self.name})
