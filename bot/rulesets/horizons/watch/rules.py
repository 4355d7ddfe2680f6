"""Whoever watches a place shoots, as its reaction, at the first of another side who comes or moves there."""

from __future__ import annotations

from bot.core.events import AreaLaid, Entered, audience_of
from bot.core.features import Follows, Rules
from bot.core.ground.entered import area_entered, areas_around, has_gone
from bot.core.ground.finding import place_said
from bot.core.ground.gunners import is_secret, lift
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import known_to
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from bot.core.orders import Act
from bot.rulesets.horizons.equipment.rules import working
from bot.rulesets.horizons.fire.actions import Attack
from bot.rulesets.horizons.movement.events import Moved
from bot.rulesets.horizons.movement.rules import EXPOSING
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsScene, by_now
from bot.rulesets.horizons.sights import check_seen
from bot.rulesets.horizons.state import State
from bot.rulesets.horizons.suppression.lanes import fire_out_of_turn, may_fire_out_of_turn
from bot.rulesets.horizons.time.rules import check_reaction
from bot.rulesets.horizons.watch.actions import WatchArea
from bot.rulesets.horizons.watch.events import WATCH, WatchBegan, WatchEnded, WatchFailed, WatchSprung

rules = Rules()
follows = Follows()

WATCHED = "horizons.watch"


@rules(WatchArea)
def watch(play: HorizonsPlay, watch: WatchArea) -> None:
    """Spend the action on keeping the reaction for whoever comes somewhere (000-31).

    What the GM's people watch, or whoever is out of sight, only the GM knows.

    Raises:
        RuleViolation: nobody has a place, the actor has reacted in this round, or what is in hand does not fire.
    """
    ground = play.scene.ground
    if ground is None or watch.actor not in ground.places:
        raise not_laid()
    check_reaction(play, watch.actor)
    working(play.scene, watch.actor, None)
    place = place_said(known_to(play.scene, ground, watch.actor), watch.area, ground.places[watch.actor])
    play.tell(WatchBegan(actor=watch.actor, place=place))
    outline = Disc(place, play.tables.widths["watch"].metres * 50)
    secret = is_secret(play.scene, watch.actor)
    area = Area(_key(watch.actor), WATCHED, outline, owner=watch.actor, hidden=secret)
    play.tell(AreaLaid(actor=watch.actor, area=area, audience=audience_of(area)))


@follows(Entered)
def _comes(play: HorizonsPlay, event: Entered) -> None:
    area = area_entered(play.scene, event, WATCHED)
    if area:
        _spring(play, area, event.actor)


@follows(Moved)
def _sets_off(play: HorizonsPlay, event: Moved) -> None:
    """Have those who watch where somebody sets off shoot at it there (house)."""
    if event.pace in EXPOSING:
        _spring_where_it_stands(play, event.actor)


def meet_where_it_stops(play: HorizonsPlay, order: Act, before: HorizonsScene) -> None:
    """Have those who watch where somebody stops, and have not seen it on its way, shoot at it there (house)."""
    if play.hindrance(order.actor) is None and has_gone(before, play.scene, order.actor):
        _spring_where_it_stands(play, order.actor)


def _spring_where_it_stands(play: HorizonsPlay, actor: str) -> None:
    for area in areas_around(play.scene, actor, WATCHED):
        _spring(play, area, actor)


def _spring(play: HorizonsPlay, area: Area, target: str) -> None:
    """Have whoever watches shoot at somebody of another side who comes or moves there, where it can (000-31)."""
    people = play.scene.combatants
    watcher = people.get(area.owner)
    if watcher is None or watcher.side == people[target].side or watcher.state.readied != WATCH:
        return
    if may_fire_out_of_turn(play, watcher.actor, target):
        _shoot_or_say(play, area, target)


def _shoot_or_say(play: HorizonsPlay, area: Area, target: str) -> None:
    """Shoot at whoever is there, or tell once that the gun does not allow it; for whom it does not see it waits on."""
    watcher = area.owner
    with play.attempt() as sight:
        check_seen(by_now(play), watcher, target)
    if sight.refusal:
        return
    with play.attempt() as shot, play.about(watcher, target):
        play.tell(WatchSprung(actor=watcher, target=target))
        fire_out_of_turn(play, Attack(actor=watcher, target=target))
    failures = (each for each in play.events if isinstance(each, WatchFailed))
    if shot.refusal and (watcher, target) not in [(each.actor, each.target) for each in failures]:
        play.tell(WatchFailed(actor=watcher, target=target, audience=audience_of(area)))


def _key(watcher: str) -> str:
    return f"{WATCHED}\n{watcher}"


def end_without_area(play: HorizonsPlay, actor: str) -> None:
    """End the watch of somebody on a ground that was laid since, or where its area was taken away while it was gone."""
    areas, state = play.scene.ground.areas if play.scene.ground else {}, play.scene.combatants[actor].state
    if _watches(state) and _key(actor) not in areas:
        play.tell(WatchEnded(actor=actor))


def clear_watches(play: HorizonsPlay) -> None:
    """Take away what nobody watches any more."""
    people = play.scene.combatants
    lift(play, WATCHED, lambda area: area.owner in people and _watches(people[area.owner].state))


def _watches(state: State) -> bool:
    """Tell whether somebody watches a place, as nobody does who is down."""
    return state.able and state.readied == WATCH
