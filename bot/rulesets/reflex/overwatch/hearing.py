"""A watch is over when the exchange of fire is, or when whoever keeps it does something else or can act no more."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Hears
from bot.core.scene import restated
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent
from bot.rulesets.reflex.wounds.events import Died, KnockedOut, Shocked

hears = Hears()


@hears(TimeSpent)
def _acted(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    return _unwatched(scene, event.actor)


@hears(KnockedOut, Died, Shocked, Corrected)
def _put_out(scene: ReflexScene, event: Event) -> ReflexScene:
    return scene if able(scene.combatants[event.actor].state) else _unwatched(scene, event.actor)


@hears(ExchangeEnded)
def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    for actor in scene.combatants:
        scene = _unwatched(scene, actor)
    return scene


def _unwatched(scene: ReflexScene, actor: str) -> ReflexScene:
    if scene.combatants[actor].state.turn.overwatch is None:
        return scene
    return restated(scene, actor, lambda state: state.with_turn(overwatch=None))
