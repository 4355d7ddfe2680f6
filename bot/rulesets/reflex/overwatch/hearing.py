"""A watch is over when the exchange of fire is, or when whoever keeps it does something else."""

from __future__ import annotations

from bot.core.features import Hears
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent

hears = Hears()


@hears(TimeSpent)
def _acted(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    return _unwatched(scene, event.actor)


@hears(ExchangeEnded)
def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    for actor in scene.combatants:
        scene = _unwatched(scene, actor)
    return scene


def _unwatched(scene: ReflexScene, actor: str) -> ReflexScene:
    if scene.combatants[actor].state.turn.overwatch is None:
        return scene
    return restated(scene, actor, lambda state: state.with_turn(overwatch=None))
