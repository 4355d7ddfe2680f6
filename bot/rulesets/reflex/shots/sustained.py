"""Whoever does nothing but fire one weapon at one target gets faster, and tracers show where the bursts go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from bot.core.events import Event
from bot.core.scene import with_state
from bot.core.terms import Term, bonuses
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.burst import burst_terms
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.state import Sustained
from bot.rulesets.reflex.time.events import PauseBegan, TimeSpent
from bot.rulesets.reflex.wounds.events import ShotFired

SUSTAINED_TICKS = -1
_with = msgspec.structs.replace


def string_of(reading: ReflexReading, shot: Shot) -> Sustained | None:
    """The string of attacks that the shot goes on with, if the campaign counts them (text 003, lines 1784-1788)."""
    string = shot.shooter.sustained
    same = string is not None and (string.weapon, string.target) == (shot.key, shot.aimed_at)
    return string if same and reading.options["sustained_fire"] else None


def sustained_ticks(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """A tick less for every attack of a string but the first (text 003, lines 1784-1786; RX-58)."""
    return (Term("sustained", SUSTAINED_TICKS, "003:1786"),) if string_of(reading, shot) else ()


def tracer_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """One more for each burst of the string before this one, with tracers (lines 1790-1791; 003-37, 003-70; RX-59)."""
    string = string_of(reading, shot)
    counts = string and string.bursts and shot.weapon.tracer and shot.fired.rounds > 1
    return (Term("tracer", string.bursts, "003:1790-1791", str(string.bursts)),) if string and counts else ()


def uncapped(reading: ReflexReading, shot: Shot) -> int:
    """How much more than the cap bonuses may come to, where a campaign lifts it for bursts and tracers (003-45)."""
    lifted = burst_terms(shot.fired) + tracer_terms(reading, shot) if reading.options["uncapped_bursts"] else ()
    return bonuses(lifted)


def _fired(scene: ReflexScene, event: ShotFired) -> ReflexScene:
    """An attack goes on with the string on its target or begins one; what costs no time leaves it as it is."""
    if not event.cost_ticks:
        return scene
    state = scene.combatants[event.actor].state
    before, burst = state.sustained, int(event.rounds > 1)
    goes_on = before is not None and (before.weapon, before.target) == (event.weapon, event.target)
    bursts = before.bursts + burst if before and goes_on else burst
    return _put(scene, event.actor, Sustained(event.weapon, event.target, bursts, fresh=True))


def _time_spent(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    """The time of the attack itself belongs to the string; any other action ends it."""
    string = scene.combatants[event.actor].state.sustained
    if string is None:
        return scene
    return _put(scene, event.actor, _with(string, fresh=False) if string.fresh else None)


def _put(scene: ReflexScene, actor: str, string: Sustained | None) -> ReflexScene:
    """What somebody does itself counts at once, also for what it does next on the same tick."""
    if actor in scene.opening:
        opening = {**scene.opening, actor: _with(scene.opening[actor], sustained=string)}
        scene = _with(scene, opening=opening)
    return with_state(scene, actor, _with(scene.combatants[actor].state, sustained=string))


def _lull(scene: ReflexScene, _event: PauseBegan) -> ReflexScene:
    """In a pause nobody goes on firing."""
    firing = [actor for actor, combatant in scene.combatants.items() if combatant.state.sustained]
    for actor in firing:
        scene = _put(scene, actor, None)
    return scene


LISTENS: Mapping[type[Event], Callable[[ReflexScene, Any], ReflexScene]] = {
    ShotFired: _fired,
    TimeSpent: _time_spent,
    PauseBegan: _lull,
}
