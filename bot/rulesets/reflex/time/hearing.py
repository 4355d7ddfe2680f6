"""What is under way is over by whatever else takes time, and with the exchange."""

from __future__ import annotations

from bot.core.features import Hears
from bot.core.scene import with_state
from bot.rulesets.reflex.changes import everyone
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent, idle

hears = Hears()


@hears(TimeSpent)
def _over(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, idle(state)) if state.turn.underway else scene


@hears(ExchangeEnded)
def _all_over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    return everyone(scene, idle)
