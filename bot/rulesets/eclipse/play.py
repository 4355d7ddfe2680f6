"""What the rules of Eclipse Phase are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.core.orders import Act
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.rulesets.eclipse.state import SceneState, State
from bot.rulesets.eclipse.tables import EclipseTables

EclipseScene: TypeAlias = Scene[State, SceneState]
EclipseReading: TypeAlias = Reading[State, SceneState, EclipseTables]
EclipsePlay: TypeAlias = Play[State, SceneState, EclipseTables]
RuleOf: TypeAlias = Callable[[EclipsePlay, Act], None]
