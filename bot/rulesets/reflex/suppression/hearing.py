"""An area is under fire until its gunner does something else, or the exchange is over."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.scene import with_scene_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded, TimeSpent

hears = Hears()
_with = msgspec.structs.replace


@hears(TimeSpent)
def _acted(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    """Have whoever does anything else cover no area any more (text 003, lines 1431-1433; ruling 003-28).

    The rest of the time that the fire itself takes is nothing else.
    """
    if event.rest or not [area for area in scene.state.areas if area.covered and area.gunner == event.actor]:
        return scene
    areas = tuple(_with(each, covered=each.covered and each.gunner != event.actor) for each in scene.state.areas)
    return with_scene_state(scene, areas=areas)


@hears(ExchangeEnded)
def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    return with_scene_state(scene, areas=()) if scene.state.areas else scene
