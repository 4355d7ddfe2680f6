"""The scene after what happens in a brawl."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from tests.rulesets.toy.events import (
    AmbushSet,
    Downed,
    Held,
    Hurt,
    MineLaid,
    MineSprung,
    Pounced,
    Rested,
    RoundBegan,
    Threatened,
    Treated,
)
from tests.rulesets.toy.state import Mine, ToyScene


def evolve(scene: ToyScene, event: Event) -> ToyScene:
    """The scene after one of the toy's own events."""
    match event:
        case RoundBegan():
            return _everyone_lets_go(_on_the_ground(scene, rounds=event.number))
        case Hurt():
            hits = scene.combatants[event.actor].state.hits
            return _with(scene, event.actor, hits=max(0, hits - event.points))
        case Rested():
            hits = scene.combatants[event.actor].state.hits
            return _with(scene, event.actor, hits=hits + event.points, held=False)
        case Held():
            return _with(scene, event.actor, held=True)
        case Pounced() | Downed():
            return _with(scene, event.actor, held=False)
        case Threatened():
            return _with(scene, event.actor, threat=event.threat)
        case AmbushSet():
            return _on_the_ground(scene, ambush=event.side)
        case MineLaid():
            return _on_the_ground(scene, mines=(*scene.ground.mines, Mine(event.mine, event.owner)))
        case MineSprung():
            return _on_the_ground(scene, mines=tuple(mine for mine in scene.ground.mines if mine.key != event.mine))
        case Treated():
            hits = scene.combatants[event.target].state.hits
            return _with(scene, event.target, hits=hits + 1)
        case _:
            return scene


def _on_the_ground(scene: ToyScene, **changes: Any) -> ToyScene:
    return msgspec.structs.replace(scene, ground=msgspec.structs.replace(scene.ground, **changes))


def _with(scene: ToyScene, actor: str, **changes: int | bool) -> ToyScene:
    return with_state(scene, actor, msgspec.structs.replace(scene.combatants[actor].state, **changes))


def _everyone_lets_go(scene: ToyScene) -> ToyScene:
    for actor in scene.combatants:
        scene = _with(scene, actor, held=False)
    return scene
