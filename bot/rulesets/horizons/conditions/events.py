"""What a GM says ails or helps somebody."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from bot.core.events import Event, Personal
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import Condition, State

_with = msgspec.structs.replace


class SurroundingsSet(Event, frozen=True, kw_only=True, tag="horizons.surroundings_set"):
    """The GM said how light and how windy it is; what is empty stays as it was."""

    light: str = ""
    wind: str = ""

    def apply(self, scene: HorizonsScene) -> HorizonsScene:
        """Return the scene with what was said."""
        light, wind = self.light or scene.state.light, self.wind or scene.state.wind
        return _with(scene, state=_with(scene.state, light=light, wind=wind))


class ConditionSet(Personal, frozen=True, kw_only=True, tag="horizons.condition_set"):
    """The GM said what ails or helps ``actor``: ``modifier`` is added to checks, ``until`` is its last round."""

    for_everybody: ClassVar[bool] = True

    name: str
    modifier: int = 0
    skill: str = ""
    until: int = 0

    def changed(self, state: State) -> State:
        """Return the state with the condition, in place of one of the same name."""
        found = Condition(self.modifier, self.skill, self.until)
        return _with(state, conditions={**state.conditions, self.name: found})


class ConditionEnded(Personal, frozen=True, kw_only=True, tag="horizons.condition_ended"):
    """Something ails or helps ``actor`` no more."""

    for_everybody: ClassVar[bool] = True

    name: str

    def changed(self, state: State) -> State:
        """Return the state without the condition."""
        return _with(state, conditions={name: each for name, each in state.conditions.items() if name != self.name})
