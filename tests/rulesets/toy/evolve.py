"""The scene after what happens in a brawl."""

from __future__ import annotations

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from tests.rulesets.toy.events import Downed, Held, Hurt, Pounced, Rested, RoundBegan
from tests.rulesets.toy.state import Ground, ToyScene


def evolve(scene: ToyScene, event: Event) -> ToyScene:
    """The scene after one of the toy's own events."""
    match event:
        case RoundBegan():
            return _everyone_lets_go(msgspec.structs.replace(scene, ground=Ground(event.number)))
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
        case _:
            return scene


def _with(scene: ToyScene, actor: str, **changes: int | bool) -> ToyScene:
    return with_state(scene, actor, msgspec.structs.replace(scene.combatants[actor].state, **changes))


def _everyone_lets_go(scene: ToyScene) -> ToyScene:
    for actor in scene.combatants:
        scene = _with(scene, actor, held=False)
    return scene
