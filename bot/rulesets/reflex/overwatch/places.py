"""What of the ground is watched: an area that lies there, or a circle that goes with the watch."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import AreaLaid, Event, audience_of
from bot.core.features import Follows
from bot.core.ground.gunners import is_secret, lift
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.outlines import Disc
from bot.core.ground.pieces import Area
from bot.core.legible import is_plain
from bot.rulesets.reflex.overwatch.actions import WatchArea
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Overwatch
from bot.rulesets.reflex.time.events import ExchangeEnded

follows = Follows()

WATCHED = "reflex.watched"


def place_to_watch(reading: ReflexReading, watch: WatchArea) -> Area:
    """Return the area to be watched, as it lies there or as it will.

    Raises:
        RuleViolation: nobody has a place, or there is no such area.
    """
    ground = reading.scene.ground
    if ground is None or watch.actor not in ground.places:
        raise not_laid()
    if watch.to is None:
        return _named(reading, ground, watch)
    middle = place_known(reading.scene, ground, watch.actor, watch.to, ground.places[watch.actor])
    return Area(
        key=f"{WATCHED}\n{watch.actor}",
        kind=WATCHED,
        outline=Disc(middle, round(watch.radius_m * 100)),
        owner=watch.actor,
        hidden=is_secret(reading.scene, watch.actor),
    )


def _named(reading: ReflexReading, ground: Ground, watch: WatchArea) -> Area:
    knows_all = reading.scene.combatants[watch.actor].guarded
    known = {key.casefold(): area for key, area in ground.areas.items() if knows_all or not area.hidden}
    if not watch.area:
        raise Incomplete("Watch what?", "Say to=C4, or area= one that lies on the ground: /map list.")
    if watch.area.casefold() not in known:
        raise no_such_area(watch.area, (area.key for area in known.values()), "to=")
    return known[watch.area.casefold()]


def no_such_area(wanted: str, known: Iterable[str], place: str) -> RuleViolation:
    """Return the refusal of an area that is not on the ground: those that are, or the input that says a ``place``."""
    named = ", ".join(filter(is_plain, known))
    remedy = f"There is: {named}." if named else f"/map area marks one; {place} says a place."
    return RuleViolation(f"There is no area {wanted[:40]!r}.", remedy)


def watched_place(overwatch: Overwatch) -> str:
    """Return what somebody watches, as people call it."""
    return "the place" if overwatch.area.startswith(WATCHED) else overwatch.area


def lay_watched(play: ReflexPlay, area: Area) -> None:
    """Tell where somebody watches, where nothing lies there that could be watched."""
    if area.kind == WATCHED:
        play.tell(AreaLaid(area=area, audience=audience_of(area)))


def end_watches(play: ReflexPlay) -> None:
    """Tell which circles nobody watches any more."""
    watches = {actor: each.state.turn.overwatch for actor, each in play.scene.combatants.items()}
    lift(play, WATCHED, lambda area: (held := watches.get(area.owner)) and held.area == area.key)


@follows(ExchangeEnded)
def _over(play: ReflexPlay, _event: Event) -> None:
    end_watches(play)
