"""Who goes away on a tick has been there as it opened, and is met there by all who act on it, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from bot.core.errors import RuleViolation
from bot.core.features import Hears
from bot.core.ground.laid import with_place, without_place
from bot.core.ground.lost import knows_of
from bot.core.scene import pair, with_scene_state
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.scene_state import Start
from bot.rulesets.reflex.time.events import ExchangeEnded
from bot.rulesets.reflex.time.moves import Dragged, Moved

T = TypeVar("T")
_replace = msgspec.structs.replace

hears = Hears()


def is_seen_by_all(scene: ReflexScene, actor: str) -> bool:
    """Tell whether everybody sees where somebody is."""
    lost = scene.ground.lost.values() if scene.ground else ()
    return not (scene.combatants[actor].hidden or any(actor in people for people in lost))


@hears(Moved, Dragged)
def _set_off(scene: ReflexScene, event: Moved | Dragged) -> ReflexScene:
    """Keep where somebody stood before it went, and from whom how far."""
    actor, key = event.actor, scene.opened
    if not event.seen_off or key is None:
        return scene
    places = scene.ground.places if scene.ground else {}
    known = {other: scene.ranges_m.get(pair(actor, other)) for other in scene.combatants}
    ranges_m = {other: range_m for other, range_m in known.items() if range_m is not None}
    left = Start(key=key, place=places.get(actor), ranges_m=ranges_m)
    return with_scene_state(scene, starts={**scene.state.starts, actor: left})


@hears(ExchangeEnded)
def _over(scene: ReflexScene, _event: ExchangeEnded) -> ReflexScene:
    return with_scene_state(scene, starts={}) if scene.state.starts else scene


def as_it_stood(scene: ReflexScene, actor: str, target: str) -> ReflexScene | None:
    """Return the scene with ``target`` where it stood as the tick opened; None where it has not gone on that tick.

    ``actor`` is to act on it, too (text 003, lines 136-138).
    """
    left = scene.state.starts.get(target)
    if left is None or left.key != scene.opened or actor not in scene.opening:
        return None
    ground = scene.ground
    if ground and left.place:
        ground = with_place(without_place(ground, target), target, left.place)
    ranges_m = {pair(target, other): range_m for other, range_m in left.ranges_m.items()}
    return _replace(scene, ground=ground, ranges_m={**scene.ranges_m, **ranges_m})


def met(reading: ReflexReading, actor: str, target: str, declare: Callable[[ReflexReading], T]) -> T:
    """Return what is declared against somebody, or who has gone too far or out of sight on this tick, where it stood.

    Raises:
        RuleViolation: it is not possible either way.
    """
    stood = as_it_stood(reading.scene, actor, target)
    if stood is None:
        return declare(reading)
    before = reading.supposing(stood)
    if not knows_of(reading.scene, actor, target):
        return declare(before)
    try:
        return declare(reading)
    except RuleViolation as refusal:
        try:
            return declare(before)
        except RuleViolation:
            raise refusal from None
