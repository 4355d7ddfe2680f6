"""Something goes off at a point: whoever is known to be near feels it, and of whom nobody knows the GM is told."""

from __future__ import annotations

import msgspec

from bot.rulesets.reflex.blast import Burst, detonate, is_dud
from bot.rulesets.reflex.events_blasts import Unplaced
from bot.rulesets.reflex.gas import released
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.rooms import confined
from bot.rulesets.reflex.scatter import Impact, reached
from bot.rulesets.reflex.state import Cloud


def set_off(referee: Referee, scene: ReflexScene, burst: Burst) -> Ruling:
    """The explosion, and the gas that it leaves behind (text 003, line 1245); dice as in ``blast.detonate``."""
    scene = yield from detonate(referee, scene, burst)
    charge = burst.charge
    if not charge.gas or is_dud(burst):
        return scene
    cloud = Cloud(title=charge.title, radius_m=charge.radius_m, around=dict(burst.ranges_m))
    return (yield from released(referee, scene, cloud))


def go_off(referee: Referee, scene: ReflexScene, impact: Impact, burst: Burst) -> Ruling:
    """The explosion ``burst`` at a point, whose distances follow from there; dice as in ``blast.detonate``."""
    burst = confined(referee, scene, burst)
    found = reached(scene, impact, burst.charge.radius_m)
    placed = msgspec.structs.replace(burst, ranges_m=found.ranges_m, about=found.about)
    scene = yield from set_off(referee, scene, placed)
    return (yield Unplaced(actors=found.nowhere)) if found.nowhere and not is_dud(burst) else scene
