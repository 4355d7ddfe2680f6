"""What the rules of Night Tripper are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.core.orders import Act
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.core.tables import Tables
from bot.rulesets.nighttripper.state import Ground, State

NightScene: TypeAlias = Scene[State, Ground]
NightReading: TypeAlias = Reading[State, Ground, Tables]
NightPlay: TypeAlias = Play[State, Ground, Tables]
RuleOf: TypeAlias = Callable[[NightPlay, Act], None]
