"""Fuses burn by the tick: whatever was lit goes off by itself when its moment is past."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rulesets.reflex.blast import Burst, charge_of, detonate
from bot.rulesets.reflex.events_blasts import Unplaced
from bot.rulesets.reflex.events_throws import FuseBurned
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Fuse


def burn_down(referee: Referee, scene: ReflexScene, *, over: bool = False) -> Ruling:
    """The fuses whose tick is past go off, at the end of an exchange all of them (text 003, line 699; 003-72)."""
    ahead = None if over else -scene.agenda[0].key[0]
    for actor in tuple(scene.combatants):
        for fuse in scene.combatants[actor].state.fuses:
            if ahead is None or fuse.tick > ahead:
                scene = yield from _burst(referee, scene, actor, fuse)
    return scene


def _burst(referee: Referee, scene: ReflexScene, at: str, fuse: Fuse) -> Ruling:
    """Known distances count from whom it lies at; of a miss only that one's is known."""
    scene = yield FuseBurned(actor=at, item=fuse.item, off_m=fuse.off_m)
    living = [actor for actor, combatant in scene.combatants.items() if not combatant.state.dead]
    ranges_m = dict(_ranges(scene, living, at, fuse.off_m))
    burst = Burst(charge=charge_of(referee.tables, fuse.explosive), ranges_m=ranges_m, margin=fuse.margin)
    scene = yield from detonate(referee, scene, burst)
    nowhere = tuple(actor for actor in living if actor not in ranges_m)
    return (yield Unplaced(actors=nowhere)) if nowhere else scene


def _ranges(scene: ReflexScene, living: Sequence[str], at: str, off_m: float) -> Iterator[tuple[str, float]]:
    for actor in living:
        range_m = off_m if actor == at else None if off_m else scene.range_m(at, actor)
        if range_m is not None:
            yield actor, range_m
