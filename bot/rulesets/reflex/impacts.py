"""Something goes off at a point: whoever is known to be near feels it, and of whom nobody knows the GM is told."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.blast import Burst, detonate
from bot.rulesets.reflex.events_blasts import Unplaced
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.scatter import Impact, reached


def go_off(referee: Referee, scene: ReflexScene, impact: Impact, burst: Burst) -> Ruling:
    """The explosion ``burst`` at a point, whose distances follow from there; dice as in ``blast.detonate``."""
    found = reached(scene, impact, burst.charge.radius_m)
    placed = msgspec.structs.replace(burst, ranges_m=found.ranges_m, about=found.about)
    scene = yield from detonate(referee, scene, placed)
    dud = bool(burst.struck) and burst.margin == 0
    return (yield Unplaced(actors=found.nowhere)) if found.nowhere and not dud else scene
