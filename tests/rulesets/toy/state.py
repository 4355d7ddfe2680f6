"""What the toy knows of a brawler and of the yard is one frozen value each."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from bot.core.play import Play, Reading
from bot.core.scene import Scene
from bot.core.tables import Tables


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One brawler: ``hits`` are left of ``most_hits``; ``training`` is a bonus by weapon; ``held`` waits to pounce."""

    skill: int
    most_hits: int
    hits: int
    weapon: str
    shield: bool = False
    tricks: tuple[str, ...] = ()
    training: dict[str, int] = {}
    held: bool = False
    threat: int = 0

    @property
    def able(self) -> bool:
        return self.hits > 0


class Mine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mine in the yard; ``owner`` is who knows of it beside the GM."""

    key: str
    owner: int


class SceneState(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How many rounds have begun, what lies in the ground, and which side lies in wait."""

    rounds: int = 0
    mines: tuple[Mine, ...] = ()
    ambush: str = ""


ToyScene: TypeAlias = Scene[State, SceneState]
ToyReading: TypeAlias = Reading[State, SceneState, Tables]
ToyPlay: TypeAlias = Play[State, SceneState, Tables]


def with_scene_state(scene: ToyScene, **changes: Any) -> ToyScene:
    """The scene with some of what the toy keeps of it changed."""
    return msgspec.structs.replace(scene, state=msgspec.structs.replace(scene.state, **changes))
