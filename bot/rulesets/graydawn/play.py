"""What the rules of Gray Dawn are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.core.orders import Act
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.core.tables import Tables
from bot.rulesets.graydawn.state import Ground, State

DawnScene: TypeAlias = Scene[State, Ground]
DawnReading: TypeAlias = Reading[State, Ground, Tables]
DawnPlay: TypeAlias = Play[State, Ground, Tables]
RuleOf: TypeAlias = Callable[[DawnPlay, Act], None]


def limit(tables: Tables, key: str) -> int:
    """A single number of the rules."""
    return tables.number("limits", key, "value")
