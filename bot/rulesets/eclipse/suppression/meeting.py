"""Who meets a cone under fire: the free shot falls by itself, at that point of the way or at the end of the phase."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from bot.core.absence import has_just_left
from bot.core.events import Entered, Stood
from bot.core.features import Follows
from bot.core.ground.entered import area_entered
from bot.core.ground.gunners import lift
from bot.core.ground.laid import with_place
from bot.core.ground.outlines import covers
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.orders import Act
from bot.rulesets.eclipse.deeds.holding import coming
from bot.rulesets.eclipse.play import EclipsePlay, EclipseScene
from bot.rulesets.eclipse.suppression.cones import (
    UNDER_FIRE,
    cones_of_others,
    cones_over,
    has_been_fired_at,
    is_exposed,
)
from bot.rulesets.eclipse.suppression.rules import fire_freely
from bot.rulesets.eclipse.time.phases import is_phase_over, state_in_moment

follows = Follows()

METRE_CM = 100


@follows(Entered)
def come_into_fire(play: EclipsePlay, event: Entered) -> None:
    """Have the one who holds a cone fire at whoever comes into it out of cover (C3)."""
    cone = area_entered(play.scene, event, UNDER_FIRE)
    if cone is None:
        return
    for target in coming(play.scene, event.actor, cone.owner):
        if is_exposed(play, cone.owner, target):
            _fire(play, cone, target, play.scene)


def stay_under_fire(play: EclipsePlay, act: Act, before: EclipseScene) -> None:
    """Have those who hold cones fire at who left its cover in one, or ends its phase there out of cover (C3)."""
    actor = act.actor
    for cone in cones_of_others(before, actor):
        for target in coming(before, actor, cone.owner):
            if _has_left_cover(play, before, cone, target):
                _fire(play, cone, target, before)
    for cone in cones_over(play.scene, actor) if is_phase_over(play.scene, actor, before) else ():
        if is_exposed(play, cone.owner, actor):
            _fire(play, cone, actor, before)


def lift_cones(play: EclipsePlay) -> None:
    """Take away the cones that nobody holds any longer."""
    lift(play, UNDER_FIRE, lambda cone: _is_held(play.scene, cone) or has_just_left(play.scene, cone.owner))


def _is_held(scene: EclipseScene, cone: Area) -> bool:
    return cone.owner in scene.combatants and state_in_moment(scene, cone.owner).cone is not None


def _fire(play: EclipsePlay, cone: Area, target: str, since: EclipseScene) -> None:
    """Fire at somebody who is able, of another side and not fired at yet; out of reach nothing happens (ours).

    The cone must have been held ``since`` then: as an action ends the next phase of its holder may have come, or that
    of whom it fires at, who is in full defence until then.
    """
    people = play.scene.combatants
    if not _is_held(since, cone) or people[cone.owner].side == people[target].side:
        return
    held = people[cone.owner].state.cone
    if held is None or has_been_fired_at(held, target) or not people[target].state.able or play.hindrance(cone.owner):
        return
    with play.about(target), play.attempt():
        fire_freely(play, cone.owner, target, held.weapon, play.distance(cone.owner, target), since)


def _has_left_cover(play: EclipsePlay, before: EclipseScene, cone: Area, actor: str) -> bool:
    """Tell whether somebody who was not out of cover in a cone has come to be so, at any metre of its way."""
    start = before.ground.places.get(actor) if before.ground else None
    if start is None or (covers(cone.outline, start) and is_exposed(play.supposing(before), cone.owner, actor)):
        return False
    stood = (each for each in play.events if isinstance(each, Stood) and each.actor == actor and not each.passing)
    legs = pairwise((start, *(each.place for each in stood)))
    passed = (place for leg in legs for place in _metres_of(*leg) if covers(cone.outline, place))
    return any(_would_be_exposed(play, cone, actor, place) for place in passed)


def _metres_of(start: Place, end: Place) -> Iterator[Place]:
    """Yield the places that a straight way comes by, a metre apart."""
    way, far_cm = vector(start, end), distance_cm(start, end)
    return (along(start, way, walked_cm) for walked_cm in range(0, far_cm, METRE_CM))


def _would_be_exposed(play: EclipsePlay, cone: Area, actor: str, place: Place) -> bool:
    ground = play.scene.ground
    scene = replace(play.scene, ground=with_place(ground, actor, place)) if ground else play.scene
    return is_exposed(play.supposing(scene), cone.owner, actor)
