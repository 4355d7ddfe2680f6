"""Moving in a fight: how far a rate carries, and what else can be done on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.reflex.close.grips import strain
from bot.rulesets.reflex.mines.crossing import tripped
from bot.rulesets.reflex.person.control import holders
from bot.rulesets.reflex.person.physique import metres, paces
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Pace
from bot.rulesets.reflex.time.events import Moved, PauseMoved
from bot.rulesets.reflex.time.timing import SECOND, afford, pass_time

rules = Rules()


@rules("move")
def move(play: ReflexPlay, order: Act) -> None:
    """A Move action: five ticks, and a second action of at most five on the same tick (text 003, lines 253-257).

    Dice: for who is held those of ``grips.strain``.
    """
    ticks = play.tables.ticks["move"].ticks
    afford(play, order.actor, ticks)
    pace, wanted_m = _way(play, order, 1)
    distance_m = strain(play, order.actor, wanted_m)
    pass_time(play, order.actor, ticks, steadied=False, kinds=(SECOND,))
    if not distance_m and wanted_m:
        return
    play.tell(Moved(actor=order.actor, pace=pace, distance_m=distance_m))
    _closer(play, order, distance_m)


@rules("pause_move")
def pause_move(play: ReflexPlay, order: Act) -> None:
    """Movement in a pause: ten times that of a Move, once, and without an operational action (lines 358-365)."""
    if play.scene.combatants[order.actor].state.moved_m:
        raise RuleViolation(f"{shown(order.actor)} has moved in this pause already.", "Rest, or go on.")
    pace, distance_m = _way(play, order, play.tables.ticks["pause_move"].times)
    play.tell(PauseMoved(actor=order.actor, pace=pace, distance_m=distance_m))
    _closer(play, order, distance_m)


def _way(reading: ReflexReading, order: Act, times: int) -> tuple[Pace, float]:
    """The rate and the metres of a movement, at most ``times`` those of one Move action."""
    state = reading.at_opening(order.actor)
    open_to = paces(reading.tables, state)
    if not open_to:
        raise RuleViolation(f"Nobody moves while {state.stance.value}.", "Change stance first.")
    pace = Pace(order.inputs.get("pace", open_to[-1]))
    if pace not in open_to:
        raise RuleViolation(f"{shown(order.actor)} cannot {pace.value} now.", f"Open: {', '.join(open_to)}.")
    farthest_m = times * metres(reading.tables, state.move_m, pace)
    return pace, _distance(order.inputs, pace, farthest_m)


def _distance(inputs: Mapping[str, Any], pace: Pace, farthest_m: int) -> float:
    distance_m = float(inputs.get("metres", farthest_m))
    if distance_m > farthest_m:
        raise RuleViolation(f"That is farther than one can {pace.value}.", f"At most {farthest_m} m.")
    return distance_m


def _closer(play: ReflexPlay, order: Act, distance_m: float) -> None:
    """The distance to the one moved towards or away from, where it is known; who holds somebody comes along (ours)."""
    target = order.inputs.get("target", "")
    range_m = play.distance(order.actor, target) if target in play.scene.combatants else None
    if range_m is None or target in holders(play.scene, order.actor):
        return
    changed_m = range_m + distance_m if order.inputs.get("away") else max(0.0, range_m - distance_m)
    play.tell(RangeSet(actor=order.actor, target=target, range_m=changed_m))
    tripped(play, order.actor, target, range_m, changed_m)
