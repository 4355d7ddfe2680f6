"""Where a lane under fire lies on the ground: from its gunner through a place, as far as the weapon reaches."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bot.core.absence import left_in_sight
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import AreaGone, AreaLaid, audience_of
from bot.core.ground.gunners import is_unseen, show_or_hide
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.outlines import Lane as Strip
from bot.core.ground.outlines import covers
from bot.core.ground.pieces import Area
from bot.core.ground.places import along, vector
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import LANE_AREA, FireLane
from bot.rulesets.graydawn.suppression.actions import NARROWEST_M, Suppress
from bot.rulesets.graydawn.tables import WeaponRow

CM = 100


def lane_of(reading: DawnReading, fire: Suppress, row: WeaponRow) -> Strip | None:
    """Return the strip of a ground that somebody wants to saturate; None where distances are told.

    Raises:
        RuleViolation: on a ground it is not said where to, or elsewhere it is.
    """
    ground = reading.scene.ground
    if ground is None or fire.actor not in ground.places:
        if fire.to:
            raise not_laid()
        return None
    if fire.others:
        raise RuleViolation("Everybody has a place here.", "Say to=C4 for the lane, and leave others out.")
    if fire.to is None:
        raise Incomplete("Everybody has a place here.", "Say to=C4 for the lane.")
    start = ground.places[fire.actor]
    goal = place_known(reading.scene, ground, fire.actor, fire.to, start)
    if goal == start:
        raise RuleViolation("That is where the gunner stands.", "Say a place that the lane runs through.")
    end = along(start, vector(start, goal), row.range_m * CM)
    return Strip(start, end, max(NARROWEST_M, fire.width) * CM)


def free_name(scene: DawnScene, actor: str, said: str) -> str:
    """Return what somebody's lane is called: as it is ``said``, with a number where another of that name is held.

    Players count only those that they know of.
    """
    secret = is_unseen(scene, actor)
    lanes = scene.state.lanes if secret else known_lanes(scene)
    taken = {area for area, lane in lanes.items() if lane.source != sign_of(actor)}
    if said and said not in taken:
        return said
    word = said or ("fire" if secret else "lane")
    return next(name for number in count(2 if said else 1) if (name := f"{word} {number}") not in taken)


def known_lanes(scene: DawnScene) -> dict[str, FireLane]:
    """Return the lanes that players know of: whether others are held on none of them can tell."""
    return {area: lane for area, lane in scene.state.lanes.items() if is_known(scene, lane)}


def is_known(scene: DawnScene, lane: FireLane) -> bool:
    """Tell whether players see who holds a lane, or saw that one leave.

    On a new ground all may come into sight, and of a lane that was laid unseen on the one before nobody learns there.
    """
    area = scene.ground.areas.get(_key(lane.area)) if scene.ground else None
    if lane.secret and scene.ground is not None and area is None:
        return False
    gunner = gunner_of(scene, lane)
    if gunner is not None:
        return not is_unseen(scene, gunner)
    return lane.source in map(sign_of, left_in_sight(scene)) and not (area is not None and area.hidden)


def in_lane(scene: DawnScene, strip: Strip, gunner: str) -> Iterator[str]:
    """Yield who stands in a lane and is not down, those in sight first."""
    places = scene.ground.places if scene.ground else {}
    for hidden in (False, True):
        for actor, combatant in scene.combatants.items():
            meant = combatant.hidden is hidden and combatant.state.able and actor != gunner
            if meant and actor in places and covers(strip, places[actor]):
                yield actor


def laid(scene: DawnScene, gunner: str, lane: FireLane, strip: Strip) -> AreaLaid:
    """Return that a lane lies on the ground: one of somebody hidden only the GM sees."""
    area = Area(_key(lane.area), LANE_AREA, strip, owner=gunner, hidden=lane.secret)
    return AreaLaid(actor=gunner, area=area, audience=audience_of(area))


def lift(play: DawnPlay, area: str) -> None:
    """Take a lane off the ground where it lies on one."""
    ground = play.scene.ground
    found = ground.areas.get(_key(area)) if ground else None
    if found:
        play.tell(AreaGone(key=found.key, audience=audience_of(found)))


def show_or_hide_lanes(play: DawnPlay) -> None:
    """Have lanes lie on the ground for all while their gunners are in sight (ours)."""
    show_or_hide(play, LANE_AREA)


def gunner_of(scene: DawnScene, lane: FireLane) -> str | None:
    """Return who holds a lane; None where that one has left."""
    return next((actor for actor in scene.combatants if sign_of(actor) == lane.source), None)


def stands_elsewhere(scene: DawnScene, gunner: str, lane: FireLane) -> bool:
    """Tell whether somebody no longer stands where the lane that it holds begins.

    On a ground that was laid since then the lane lies nowhere.
    """
    ground = scene.ground
    if ground is None or gunner not in ground.places:
        return False
    area = ground.areas.get(_key(lane.area))
    return not (area and isinstance(area.outline, Strip) and area.outline.start == ground.places[gunner])


def lanes_at(scene: DawnScene, actor: str) -> tuple[FireLane, ...]:
    """Return the lanes of others in which somebody stands."""
    ground = scene.ground
    place = ground.places.get(actor) if ground else None
    if ground is None or place is None:
        return ()
    held = ((lane, ground.areas.get(_key(name))) for name, lane in scene.state.lanes.items())
    return tuple(lane for lane, area in held if area and lane.source != sign_of(actor) and covers(area.outline, place))


def lane_called(scene: DawnScene, key: str) -> FireLane | None:
    """Return the lane that an area on the ground is; None where it is held no longer."""
    return next((lane for name, lane in scene.state.lanes.items() if _key(name) == key), None)


def _key(area: str) -> str:
    return f"{LANE_AREA} {area}"
