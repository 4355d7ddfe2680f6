"""Moving in a fight: how far a rate carries, and what else can be done on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.events_time import Moved, PauseMoved
from bot.rulesets.reflex.grips import holders, strain
from bot.rulesets.reflex.mine_crossing import tripped
from bot.rulesets.reflex.physique import metres, paces
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Pace
from bot.rulesets.reflex.timing import SECOND, RuleOf, afford, judged, pass_time


def move(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """A Move action: five ticks, and a second action of at most five on the same tick (text 003, lines 253-257).

    Dice: for who is held those of ``grips.strain``.
    """
    ticks = referee.tables.number("ticks", "move", "ticks")
    afford(referee, scene, order.actor, ticks)
    pace, wanted_m = _way(referee, scene, order, 1)
    scene, distance_m = yield from strain(referee, scene, order.actor, wanted_m)
    scene = yield from pass_time(scene, order.actor, ticks, steadied=False, kinds=(SECOND,))
    if not distance_m and wanted_m:
        return scene
    scene = yield Moved(actor=order.actor, pace=pace, distance_m=distance_m)
    return (yield from _closer(referee, scene, order, distance_m))


def pause_move(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Movement in a pause: ten times that of a Move, once, and without an operational action (lines 358-365)."""
    if scene.combatants[order.actor].state.moved_m:
        raise RuleViolation(f"{shown(order.actor)} has moved in this pause already.", "Rest, or go on.")
    pace, distance_m = _way(referee, scene, order, referee.tables.number("ticks", "pause_move", "times"))
    scene = yield PauseMoved(actor=order.actor, pace=pace, distance_m=distance_m)
    return (yield from _closer(referee, scene, order, distance_m))


def _way(referee: Referee, scene: ReflexScene, order: Act, times: int) -> tuple[Pace, float]:
    """The rate and the metres of a movement, at most ``times`` those of one Move action."""
    state = judged(scene, order.actor)
    open_to = paces(referee.tables, state)
    if not open_to:
        raise RuleViolation(f"Nobody moves while {state.stance.value}.", "Change stance first.")
    pace = Pace(order.inputs.get("pace", open_to[-1]))
    if pace not in open_to:
        raise RuleViolation(f"{shown(order.actor)} cannot {pace.value} now.", f"Open: {', '.join(open_to)}.")
    farthest_m = times * metres(referee.tables, state.move_m, pace)
    return pace, _distance(order.inputs, pace, farthest_m)


def _distance(inputs: Mapping[str, Any], pace: Pace, farthest_m: int) -> float:
    distance_m = float(inputs.get("metres", farthest_m))
    if distance_m > farthest_m:
        raise RuleViolation(f"That is farther than one can {pace.value}.", f"At most {farthest_m} m.")
    return distance_m


def _closer(referee: Referee, scene: ReflexScene, order: Act, distance_m: float) -> Ruling:
    """The distance to the one moved towards or away from, where it is known; who holds somebody comes along (ours)."""
    target = order.inputs.get("target", "")
    range_m = scene.range_m(order.actor, target) if target in scene.combatants else None
    if range_m is None or target in holders(scene, order.actor):
        return scene
    changed_m = range_m + distance_m if order.inputs.get("away") else max(0.0, range_m - distance_m)
    scene = yield RangeSet(actor=order.actor, target=target, range_m=changed_m)
    return (yield from tripped(referee, scene, order.actor, target, range_m, changed_m))


RULES: dict[str, RuleOf] = {"move": move, "pause_move": pause_move}
