"""Whoever waits for somebody fires as they come or move there, if a Wait ends while they are still on their way."""

from __future__ import annotations

from collections.abc import Container

from bot.core.errors import RuleViolation
from bot.core.events import Entered
from bot.core.features import Follows, Rules
from bot.core.ground.entered import areas_around, has_gone
from bot.core.ground.outlines import middle_of
from bot.core.orders import Act
from bot.core.terms import total
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.fire.shooting import declared_now, fire
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.overwatch.actions import WatchArea
from bot.rulesets.reflex.overwatch.events import WatchBegan, WatchBroken
from bot.rulesets.reflex.overwatch.places import WATCHED, lay_watched, place_to_watch
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.physique import wait_ticks
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.difficulty import cost_terms
from bot.rulesets.reflex.shots.in_hand import check_quick, in_hand
from bot.rulesets.reflex.shots.rounds import load
from bot.rulesets.reflex.state import Overwatch
from bot.rulesets.reflex.time.moves import Moved
from bot.rulesets.reflex.time.ticks import tick_of
from bot.rulesets.reflex.time.timing import pass_time
from bot.rulesets.reflex.vehicles.events import Drove

rules = Rules()
follows = Follows()


@rules(WatchArea)
def watch(play: ReflexPlay, watch: WatchArea) -> None:
    """Wait, Wait after Wait, for whoever comes into an area or moves there (text 003, lines 246-250; ours).

    Raises:
        RuleViolation: nobody has a place, there is no such area, or nothing in hand can be fired.
    """
    actor, state = watch.actor, play.at_opening(watch.actor)
    area = place_to_watch(play, watch)
    key, weapon = in_hand(play.scene.combatants[actor].state.kit.weapons, state, watch.weapon)
    if weapon.model.melee:
        raise RuleViolation(f"The {weapon.name} reaches nobody who comes there.", "Ready something that fires.")
    check_quick(weapon)
    load(weapon, watch.rounds, untrained=state.person.untrained_bursts)
    since = play.scene.combatants[actor].state.turn.initiative or 0
    overwatch = Overwatch(
        area=area.key,
        weapon=key,
        mode=watch.mode,
        rounds=watch.rounds,
        braced=watch.braced,
        since=since,
        each=wait_ticks(play.tables, state.person.attributes.ooda),
    )
    pass_time(play, actor, since, steadied=True)
    place = middle_of(area.outline) if area.kind == WATCHED else None
    play.tell(WatchBegan(actor=actor, overwatch=overwatch, place=place))
    lay_watched(play, area)


@follows(Entered)
def come_into_view(play: ReflexPlay, entered: Entered) -> None:
    """Have those fire who have waited for somebody to come there. Dice: those of each attack."""
    _meet(play, entered.actor, (entered.area,))


@follows(Moved)
def set_off(play: ReflexPlay, moved: Moved) -> None:
    """Have those fire who watch where somebody sets off (ours). Dice: those of each attack."""
    if moved.distance_m:
        _meet_where_it_stands(play, moved.actor)


@follows(Drove)
def drive_off(play: ReflexPlay, drove: Drove) -> None:
    """Have those fire who watch where a vehicle is as it drives (ours). Dice: those of each attack."""
    if drove.kmh:
        _meet_where_it_stands(play, drove.actor)


def meet_where_it_stops(play: ReflexPlay, order: Act, before: ReflexScene) -> None:
    """Have those fire who watch where somebody stops, and could not on its way (ours). Dice: those of each attack."""
    if has_gone(before, play.scene, order.actor):
        _meet_where_it_stands(play, order.actor)


def _meet_where_it_stands(play: ReflexPlay, mover: str) -> None:
    _meet(play, mover, [area.key for area in areas_around(play.scene, mover)])


def _meet(play: ReflexPlay, mover: str, areas: Container[str]) -> None:
    """Have those fire who watch one of these areas, in order of joining, until the mover is down."""
    for watcher in tuple(play.scene.combatants):
        overwatch = play.scene.combatants[watcher].state.turn.overwatch
        if overwatch and overwatch.area in areas and _keen(play, watcher, mover):
            tick = _end_of_wait(play, overwatch)
            if tick is not None:
                with play.about(watcher), play.own_moment():
                    _fired(play, overwatch, watcher, mover, tick)


def _keen(reading: ReflexReading, watcher: str, mover: str) -> bool:
    """Tell whether a watcher is able, knows of whoever moves and is up, and is no friend."""
    own, other = (reading.scene.combatants[each] for each in (watcher, mover))
    if own.side == other.side or is_down(other.state) or not reading.scene.sees(watcher, mover):
        return False
    return reading.hindrance(watcher) is None and not is_broken(own.state)


def _end_of_wait(reading: ReflexReading, overwatch: Overwatch) -> int | None:
    """Return the tick on which the Wait ends that is under way; None where whoever moves has arrived by then.

    Somebody who moves is under way for as long as a Move takes (text 003, lines 248-257; ours).
    """
    now = tick_of(reading.scene.opened) if reading.scene.opened else 0
    waits = max(1, -((now - overwatch.since) // overwatch.each))
    tick = overwatch.since - waits * overwatch.each
    return tick if tick >= now - reading.tables.ticks["move"].ticks else None


def _fired(play: ReflexPlay, overwatch: Overwatch, watcher: str, mover: str, tick: int) -> None:
    """Fire as a usual attack of that tick, where that is possible; else the watch goes on."""
    attack = Attack(
        actor=watcher,
        target=mover,
        weapon=overwatch.weapon,
        mode=overwatch.mode,
        rounds=overwatch.rounds,
        braced=overwatch.braced,
    )
    shot = declared_now(play, attack)
    if shot is None:
        return
    costs, before = cost_terms(play, shot), play.scene
    if total(costs) > tick:
        return
    play.tell(WatchBroken(actor=watcher, target=mover, tick=tick))
    fire(play, shot, costs)
    pass_time(play, watcher, total(costs), steadied=False)
    took_heart(play, before, watcher)
