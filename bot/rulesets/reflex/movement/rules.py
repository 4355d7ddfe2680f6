"""Moving in a fight: how far a rate carries, and what else can be done on the way."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.errors import RuleViolation
from bot.core.events import DistancesOutdated, RangeSet
from bot.core.features import Rules
from bot.core.ground.moving import Way, bound_for, stopped, went
from bot.core.wording import shown
from bot.rulesets.reflex.close.grips import slip_away, strain
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.mines.crossing import tripped
from bot.rulesets.reflex.mines.on_the_way import Crossing
from bot.rulesets.reflex.movement.actions import Going, LeanOut, Move, PauseMove
from bot.rulesets.reflex.person.control import holders
from bot.rulesets.reflex.person.cover import USUAL_PARTS
from bot.rulesets.reflex.person.physique import metres, paces
from bot.rulesets.reflex.person.protection import hidden_parts
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.time.moves import Dragged, Moved, PauseMoved
from bot.rulesets.reflex.time.starts import is_seen_by_all
from bot.rulesets.reflex.time.timing import SECOND, afford, check_ticks, pass_time
from bot.rulesets.reflex.vehicles.seats import ride
from bot.rulesets.reflex.wounds.events import TookCover

rules = Rules()


@rules(Move)
def move(play: ReflexPlay, going: Move) -> None:
    """Move for five ticks; a second action of at most five may be on the same tick (text 003, lines 253-257).

    It is priced once the way is known to be clear, so that whoever only looks at it is told of what is in the way.

    Dice: for who is held those of ``grips.strain``.
    """
    ticks = play.tables.ticks["move"].ticks
    check_ticks(play, going.actor, ticks)
    way = _bound_for(play, going)
    pace, wanted_m = _way(play, going, way, 1)
    afford(play, going.actor, ticks)
    distance_m = strain(play, going.actor, wanted_m)
    pass_time(play, going.actor, ticks, steadied=False, kinds=(SECOND,))
    if not distance_m and wanted_m:
        return
    seen_off = is_seen_by_all(play.scene, going.actor)
    play.tell(Moved(actor=going.actor, pace=pace, distance_m=distance_m, stowed=True, seen_off=seen_off))
    _closer(play, way, pace, distance_m)
    slip_away(play, going.actor, distance_m)


@rules(LeanOut)
def lean_out(play: ReflexPlay, leaning: LeanOut) -> None:
    """Show a part of oneself: that belongs to what one does next, and takes no time by itself (003-94; ours).

    Raises:
        RuleViolation: there is no cover, or no more shows than before.
    """
    actor, body = leaning.actor, play.at_opening(leaning.actor).body
    if not body.cover:
        raise RuleViolation(
            f"{shown(actor)} is behind nothing.", "A GM says who is behind what: /act action:take_cover."
        )
    if not hidden_parts(play.tables, leaning.parts) < hidden_parts(play.tables, body.cover_parts or USUAL_PARTS):
        raise RuleViolation("That shows no more than before.", "Say parts= that are fewer, for example legs.")
    afford(play, actor, 0)
    play.tell(TookCover(actor=actor, cover=body.cover, parts=leaning.parts))
    pass_time(play, actor, 0, steadied=False)


@rules(PauseMove)
def pause_move(play: ReflexPlay, going: PauseMove) -> None:
    """Move in a pause: ten times that of a Move, once, and without an operational action (lines 358-365)."""
    if play.scene.combatants[going.actor].state.body.moved_m:
        raise RuleViolation(
            f"{shown(going.actor)} has moved in this pause already.",
            "Rest with /act action:rest, or do something else in it.",
        )
    way = _bound_for(play, going)
    pace, distance_m = _way(play, going, way, play.tables.ticks["pause_move"].times)
    play.tell(PauseMoved(actor=going.actor, pace=pace, distance_m=distance_m))
    _closer(play, way, pace, distance_m)


def _bound_for(reading: ReflexReading, going: Going) -> Way:
    """Return where somebody goes; nobody gets nearer to or away from who holds them, since those come along (ours)."""
    target = "" if going.target in holders(reading.scene, going.actor) else going.target
    return bound_for(reading, going.actor, target, away=going.away, to=going.to, via=going.via)


def _way(reading: ReflexReading, going: Going, way: Way, times: int) -> tuple[Pace, float]:
    """Return the rate and the metres of a movement, at most ``times`` those of one Move action."""
    state = reading.at_opening(going.actor)
    open_to = paces(reading.tables, state)
    if not open_to:
        raise RuleViolation(
            f"Nobody moves while {state.body.stance.value}.", "Change stance first: /act action:stance."
        )
    pace = going.pace or open_to[-1]
    if pace not in open_to:
        raise RuleViolation(f"{shown(going.actor)} cannot {pace.value} now.", f"Open: {', '.join(open_to)}.")
    farthest_m = times * metres(reading.tables, state.person.move_m, pace)
    distance_m = farthest_m if going.metres is None else going.metres
    if distance_m > farthest_m:
        raise RuleViolation(f"That is farther than one can {pace.value}.", f"At most {farthest_m} m.")
    return pace, way.at_most(float(distance_m))


def _closer(play: ReflexPlay, way: Way, pace: Pace, distance_m: float) -> None:
    """Have somebody go all of a way, and meet what lies near whom it moves towards or away from.

    On a ground whoever is put out of action goes no farther, nor whom a wound lets go at that pace no longer; who holds
    somebody comes along, unless it is in a vehicle.
    """
    before_m = play.distance(way.actor, way.target)
    crossing = Crossing(play, way, distance_m)

    def able() -> bool:
        put_out = play.hindrance(way.actor, Move.offer.name)
        return put_out is None and pace in paces(play.tables, play.scene.combatants[way.actor].state)

    if crossing.begins() and able():
        _went_with_holders(play, way, distance_m, lambda: crossing.goes_on() and able())
    else:
        stopped(play, way)
    after_m = play.distance(way.actor, way.target)
    if before_m is not None and after_m is not None:
        tripped(play, way.actor, way.target, before_m, after_m)


def _went_with_holders(play: ReflexPlay, way: Way, distance_m: float, goes_on: Callable[[], bool]) -> None:
    """Have somebody go and drag along who holds it: they leave cover and what lay near, and are as near as before."""
    dragged = [holder for holder in holders(play.scene, way.actor) if not ride(play.scene, holder)]
    near = {holder: play.distance(way.actor, holder) for holder in dragged}
    for holder in dragged if distance_m else ():
        play.tell(Dragged(actor=holder, distance_m=distance_m, seen_off=is_seen_by_all(play.scene, holder)))
    went(play, way, distance_m, goes_on=goes_on, carrying=dragged)
    for holder, range_m in near.items() if distance_m and not way.legs else ():
        play.tell(DistancesOutdated(actor=holder))
        if range_m is not None:
            play.tell(RangeSet(actor=way.actor, target=holder, range_m=range_m))
