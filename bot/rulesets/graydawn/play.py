"""What the rules of Gray Dawn are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from bot.core.play import Play, Reading
from bot.core.scene import Scene, with_state
from bot.rulesets.graydawn.state import SceneState, State
from bot.rulesets.graydawn.tables import GrayTables

DawnScene: TypeAlias = Scene[State, SceneState]
DawnReading: TypeAlias = Reading[State, SceneState, GrayTables]
DawnPlay: TypeAlias = Play[State, SceneState, GrayTables]


def with_person(scene: DawnScene, actor: str, change: Callable[[State], State]) -> DawnScene:
    """Return the scene with the state of somebody changed; who has left it is beyond reach."""
    found = scene.combatants.get(actor)
    return scene if found is None else with_state(scene, actor, change(found.state))
