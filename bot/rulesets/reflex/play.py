"""What the rules of the Reflex System are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.core.orders import Act
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

ReflexScene: TypeAlias = Scene[State, SceneState]
ReflexReading: TypeAlias = Reading[State, SceneState, ReflexTables]
ReflexPlay: TypeAlias = Play[State, SceneState, ReflexTables]
RuleOf: TypeAlias = Callable[[ReflexPlay, Act], None]


def at_opening(scene: ReflexScene, actor: str) -> State:
    """Return the state that an action is judged by: that at the opening of the tick, as equal ticks are one moment."""
    return scene.opening.get(actor, scene.combatants[actor].state)


def as_seen(scene: ReflexScene, actor: str) -> State:
    """Return the state in which others find somebody: as at the opening of the tick, whoever has acted on it so far."""
    return scene.before.get(actor, scene.combatants[actor].state)
