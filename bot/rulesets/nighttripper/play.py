"""What the rules of Night Tripper are given: a play that may tell what happens, or a reading that may not."""

from __future__ import annotations

from typing import TypeAlias

from bot.core.errors import RuleViolation, already_dead
from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.rulesets.nighttripper.state import SceneState, State
from bot.rulesets.nighttripper.tables import NightTables

NightScene: TypeAlias = Scene[State, SceneState]
NightReading: TypeAlias = Reading[State, SceneState, NightTables]
NightPlay: TypeAlias = Play[State, SceneState, NightTables]


PASS = "pass"  # noqa: S105  what somebody does who lets a step go by


def hindrance(state: State, actor: str, action: str) -> RuleViolation | None:
    """Return why somebody may not act: the dead do nothing more."""
    return already_dead(actor) if state.dead else None
