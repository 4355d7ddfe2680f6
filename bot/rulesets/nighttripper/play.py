"""What the rules of Night Tripper are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from bot.core.errors import absent
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.rulesets.nighttripper.state import SceneState, State
from bot.rulesets.nighttripper.tables import NightTables

NightScene: TypeAlias = Scene[State, SceneState]
NightReading: TypeAlias = Reading[State, SceneState, NightTables]
NightPlay: TypeAlias = Play[State, SceneState, NightTables]


def with_scene_state(scene: NightScene, **changes: Any) -> NightScene:
    """The scene with some of what the system keeps of it changed."""
    return msgspec.structs.replace(scene, state=msgspec.structs.replace(scene.state, **changes))


def body_of(scene: NightScene, actor: str) -> tuple[str, State]:
    """Return whom an order is about, with the state.

    Raises:
        RuleViolation: there is nobody of that name.
    """
    found = scene.combatants.get(actor)
    if found is None:
        raise absent(actor)
    return actor, found.state
