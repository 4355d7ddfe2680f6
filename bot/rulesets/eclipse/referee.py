"""What a rule of Eclipse Phase has at hand: the dice, the tables and the campaign's switches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.core.dice import Ask, Roll
from bot.core.generated import Rule
from bot.core.orders import Act
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.source import Source
from bot.rulesets.eclipse.state import Ground, State
from bot.rulesets.eclipse.tables import Tables

EclipseScene: TypeAlias = Scene[State, Ground]
Ruling: TypeAlias = Rule[State, Ground]
EclipsePlay: TypeAlias = Play[State, Ground, Tables]


@dataclass(frozen=True, slots=True)
class Referee:
    """The source of faces and answers, the tables, and every switch with its value."""

    source: Source
    tables: Tables
    options: Mapping[str, Any]

    def roll(self, ask: Ask) -> Roll:
        """The faces for a request."""
        return self.source.roll(ask)


RuleOf: TypeAlias = Callable[[Referee, EclipseScene, Act], Ruling]
