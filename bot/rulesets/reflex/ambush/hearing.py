"""Surprise is over when the first exchange of fire is."""

from __future__ import annotations

from bot.core.features import Hears
from bot.core.scene import restated
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.time.events import ExchangeEnded

hears = Hears()


@hears(ExchangeEnded)
def surprise_ends(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    """Have nobody be surprised any more after its first exchange of fire (text 003, line 1297)."""
    for actor, combatant in scene.combatants.items():
        if combatant.state.nerve.surprised:
            scene = restated(scene, actor, lambda state: state.with_nerve(surprised=False))
    return scene
