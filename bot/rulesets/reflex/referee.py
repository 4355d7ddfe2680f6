"""Whoever decides has dice, books and the campaign's switches at hand: one value that every rule is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bot.core.dice import Ask, Roll
from bot.core.generated import Rule
from bot.core.options import ActionSpec
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.source import Source
from bot.rulesets.reflex.state import Ground, State
from bot.rulesets.reflex.tables import Tables

ReflexScene: TypeAlias = Scene[State, Ground]
Ruling: TypeAlias = Rule[State, Ground]
ReflexPlay: TypeAlias = Play[State, Ground, Tables]


@dataclass(frozen=True, slots=True)
class Referee:
    """The dice and answers of one order, the tables with the campaign's values, and its switches with defaults.

    ``priced`` is told what an action costs before anything of it happens, where somebody only asks for that.
    ``actions`` are all that can be done, by name.
    """

    source: Source
    tables: Tables
    options: Mapping[str, Any]
    priced: Callable[[int], None] | None = None
    actions: Mapping[str, ActionSpec] = field(default_factory=dict)

    def roll(self, ask: Ask) -> Roll:
        """The faces for ``ask``."""
        return self.source.roll(ask)
