"""Whoever decides has dice, tables and the campaign's switches at hand: one value that every rule is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.core.generated import Rule
from bot.core.orders import Act
from bot.core.play import Play
from bot.core.scene import Scene
from bot.core.source import Source
from bot.core.tables import Tables
from bot.rulesets.graydawn.state import Ground, State

DawnScene: TypeAlias = Scene[State, Ground]
Ruling: TypeAlias = Rule[State, Ground]
DawnPlay: TypeAlias = Play[State, Ground, Tables]


@dataclass(frozen=True, slots=True)
class Referee:
    """The dice and answers of one order, the tables with the campaign's numbers, and its switches with defaults."""

    source: Source
    tables: Tables
    options: Mapping[str, Any]

    def limit(self, key: str) -> int:
        """A single number of the rules."""
        return limit(self.tables, key)


def limit(tables: Tables, key: str) -> int:
    """A single number of the rules."""
    return tables.number("limits", key, "value")


RuleOf: TypeAlias = Callable[[Referee, DawnScene, Act], Ruling]
