"""Whoever watches a place shoots, as its reaction, at the first of another side who comes there."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, Entered, audience_of
from bot.core.features import Follows, Rules
from bot.core.ground.entered import area_entered
from bot.core.ground.finding import place_said
from bot.core.ground.gunners import is_secret
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import known_to
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from bot.core.wording import shown
from bot.rulesets.horizons.equipment.rules import working
from bot.rulesets.horizons.fire.actions import Attack
from bot.rulesets.horizons.play import HorizonsPlay, by_now
from bot.rulesets.horizons.sights import check_seen
from bot.rulesets.horizons.suppression.lanes import fire_out_of_turn, may_fire_out_of_turn
from bot.rulesets.horizons.watch.actions import WatchArea
from bot.rulesets.horizons.watch.events import WATCH, WatchBegan, WatchFailed, WatchSprung

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
    ground, watcher = play.scene.ground, play.scene.combatants[watch.actor]
    if ground is None or watch.actor not in ground.places:
        raise not_laid()
    if watcher.state.reacted:
        raise RuleViolation(f"{shown(watch.actor)} has had its reaction.", "It comes back with the next round.")
    working(play.scene, watch.actor, None)
    place = place_said(known_to(play.scene, ground, watch.actor), watch.area, ground.places[watch.actor])
    play.tell(WatchBegan(actor=watch.actor, place=place))
    outline = Disc(place, play.tables.widths["watch"].metres * 50)
    secret = is_secret(play.scene, watch.actor)
    area = Area(f"{WATCHED}\n{watch.actor}", WATCHED, outline, owner=watch.actor, hidden=secret)
    play.tell(AreaLaid(actor=watch.actor, area=area, audience=audience_of(area)))


@follows(Entered)
def _springs(play: HorizonsPlay, event: Entered) -> None:
    """Have whoever watches shoot at somebody of another side who comes there, where it can (000-31)."""
    area, people = area_entered(play.scene, event, WATCHED), play.scene.combatants
    if area is None or area.owner not in people:
        return
    watcher = people[area.owner]
    foe = watcher.side != people[event.actor].side
    if foe and watcher.state.readied == WATCH and may_fire_out_of_turn(play, area.owner, event.actor):
        _shoot_or_say(play, area.owner, event)


def _shoot_or_say(play: HorizonsPlay, watcher: str, event: Entered) -> None:
    """Shoot at whoever comes there, or tell that the gun does not allow it; for whom it does not see it waits on."""
    with play.attempt() as sight:
        check_seen(by_now(play), watcher, event.actor)
    if sight.refusal:
        return
    with play.attempt() as shot, play.about(watcher, event.actor):
        play.tell(WatchSprung(actor=watcher, target=event.actor))
        fire_out_of_turn(play, Attack(actor=watcher, target=event.actor))
    if shot.refusal:
        play.tell(WatchFailed(actor=watcher, target=event.actor, audience=event.audience))


def clear_watches(play: HorizonsPlay) -> None:
    """Take away what nobody watches any more."""
    people = play.scene.combatants
    for area in play.scene.ground.areas.values() if play.scene.ground else ():
        watcher = people[area.owner].state if area.owner in people else None
        if area.kind == WATCHED and not (watcher and watcher.able and watcher.readied == WATCH):
            play.tell(AreaGone(actor=area.owner, key=area.key, audience=audience_of(area)))
