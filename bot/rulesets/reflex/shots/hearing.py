"""A string of attacks goes on with every shot at the same target, and is over with anything else."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.core.scene import with_state
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import Sustained
from bot.rulesets.reflex.time.events import PauseBegan, TimeSpent

hears = Hears()
_with = msgspec.structs.replace


@hears(ShotFired)
def _fired(scene: ReflexScene, event: ShotFired) -> ReflexScene:
    """Go on with the string on a target, or begin one; what costs no time leaves it as it is."""
    if not event.cost_ticks:
        return scene
    state = scene.combatants[event.actor].state
    before, burst = state.turn.sustained, int(event.rounds > 1)
    goes_on = before is not None and (before.weapon, before.target) == (event.weapon, event.target)
    bursts = before.bursts + burst if before and goes_on else burst
    return _put(scene, event.actor, Sustained(event.weapon, event.target, bursts, fresh=True))


@hears(TimeSpent)
def _time_spent(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    """End the string with any action but the attack, whose own time belongs to it."""
    string = scene.combatants[event.actor].state.turn.sustained
    if string is None:
        return scene
    return _put(scene, event.actor, _with(string, fresh=False) if string.fresh else None)


def _put(scene: ReflexScene, actor: str, string: Sustained | None) -> ReflexScene:
    """Return what somebody does itself counts at once, also for what it does next on the same tick."""
    if actor in scene.opening:
        opening = {**scene.opening, actor: scene.opening[actor].with_turn(sustained=string)}
        scene = _with(scene, opening=opening)
    return with_state(scene, actor, scene.combatants[actor].state.with_turn(sustained=string))


@hears(PauseBegan)
def _lull(scene: ReflexScene, _event: PauseBegan) -> ReflexScene:
    """In a pause nobody goes on firing."""
    firing = [actor for actor, combatant in scene.combatants.items() if combatant.state.turn.sustained]
    for actor in firing:
        scene = _put(scene, actor, None)
    return scene
