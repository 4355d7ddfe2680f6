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
from bot.rulesets.nighttripper.state import Ground, State

NightScene: TypeAlias = Scene[State, Ground]
Ruling: TypeAlias = Rule[State, Ground]
NightPlay: TypeAlias = Play[State, Ground, Tables]


@dataclass(frozen=True, slots=True)
class Referee:
    """The dice and answers of one order, the tables with the campaign's numbers, and its switches with defaults."""

    source: Source
    tables: Tables
    options: Mapping[str, Any]


RuleOf: TypeAlias = Callable[[Referee, NightScene, Act], Ruling]
