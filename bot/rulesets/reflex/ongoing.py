"""What goes on by itself is counted once at the end of each exchange of fire and each pause."""

from __future__ import annotations

from bot.rulesets.reflex.breath import suffocate
from bot.rulesets.reflex.consciousness import known_dead
from bot.rulesets.reflex.fire import burn
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling


def elapse(referee: Referee, scene: ReflexScene) -> Ruling:
    """Fires burn and breath ebbs, in the order in which people joined, until everybody can tell that one is dead."""
    for actor in scene.combatants:
        if (fire := scene.combatants[actor].state.burning) and not known_dead(scene.combatants[actor]):
            with referee.source.about(actor):
                scene = yield from burn(referee, scene, actor, fire)
        if (breath := scene.combatants[actor].state.breath) and not known_dead(scene.combatants[actor]):
            scene = yield from suffocate(scene, actor, breath)
    return scene
