"""On a ground fire at an area fills what lies before the gunner, which widens up to the area and a little behind it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, Event, audience_of
from bot.core.features import Follows
from bot.core.ground.gunners import is_unseen, show_or_hide
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.outlines import Cone, covers
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.ground.sight import sees
from bot.rulesets.reflex.person.exposure import LANE, has_source, is_laid, key_of
from bot.rulesets.reflex.person.figures import figure
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.scene_state import SuppressedArea
from bot.rulesets.reflex.suppression.actions import Suppress
from bot.rulesets.reflex.suppression.events import AreaLifted
from bot.rulesets.reflex.time.events import ExchangeEnded
from bot.rulesets.reflex.vehicles.seats import ride

follows = Follows()


def line_of(reading: ReflexReading, suppress: Suppress) -> tuple[Place, Place] | None:
    """Return from where to where an area is to be kept under fire; None where distances are told.

    Raises:
        RuleViolation: nobody said where it is, or it is where the gunner stands.
    """
    ground, actor = reading.scene.ground, suppress.actor
    if ground is None or actor not in ground.places:
        if suppress.to is not None:
            raise not_laid()
        return None
    start, to = ground.places[actor], suppress.to
    end = place_known(reading.scene, ground, actor, to, start) if to else ground.places.get(suppress.target)
    if end is None or end == start:
        raise RuleViolation("Where is the area?", "Say to=C4, or target= somebody who is there.")
    return start, end


def lay_lane(play: ReflexPlay, fire: SuppressedArea, start: Place, end: Place) -> None:
    """Tell what of the ground a gunner fills with fire: half its width behind the area, which is as deep (ours).

    Of a gunner out of sight only the GM is told where it lies, since it begins where that one stands.
    """
    wide_cm, far_cm = round(fire.width_m * 100), distance_cm(start, end)
    whole_cm = far_cm + wide_cm // 2
    outline = Cone(start, along(start, vector(start, end), whole_cm), wide_cm * whole_cm // far_cm)
    hidden = not fire.known or is_unseen(play.scene, fire.gunner)
    lane = Area(key=key_of(fire), kind=LANE, outline=outline, owner=fire.gunner, hidden=hidden)
    play.tell(AreaLaid(area=lane, audience=audience_of(lane)))


def show_or_hide_lanes(play: ReflexPlay) -> None:
    """Have fire that players know of lie on the ground for all while its gunner is in sight (ours)."""
    show_or_hide(play, LANE, besides={key_of(fire) for fire in play.scene.state.areas if not fire.known})


def fires_upon(reading: ReflexReading, actor: str) -> tuple[SuppressedArea, ...]:
    """Return the fires in whose way somebody stands, and before whose gunners nothing hides it."""
    ground = reading.scene.ground
    if ground is None or actor not in ground.places:
        return ()
    place = ground.places[actor]
    return tuple(
        fire
        for fire in reading.scene.state.areas
        if (lane := ground.areas.get(key_of(fire))) and covers(lane.outline, place) and draws(reading, fire, actor)
    )


def draws(reading: ReflexReading, fire: SuppressedArea, actor: str) -> bool:
    """Tell whether somebody who stands in a lane shows itself to its gunner, who is of another side (ours)."""
    scene = reading.scene
    ground, gunner, combatant = scene.ground, scene.combatants.get(fire.gunner), scene.combatants[actor]
    if ground is None or gunner is None or gunner.side == combatant.side or combatant.hidden:
        return False
    if combatant.state.body.vehicle or ride(scene, actor) or not _is_kept(scene, ground, fire):
        return False
    mine, theirs = figure(reading, fire.gunner), figure(reading, actor)
    return mine is not None and theirs is not None and sees(ground, mine, theirs)


def frightens(scene: ReflexScene, fire: SuppressedArea) -> bool:
    """Tell whether there still is fire to show oneself to: its gunner, and on a ground its lane (003, line 1430)."""
    return has_source(scene, fire) and is_laid(scene, fire)


def _is_kept(scene: ReflexScene, ground: Ground, fire: SuppressedArea) -> bool:
    """Tell whether the gunner of a lane still stands where it begins, with the gun, and has not gone down."""
    lane = ground.areas.get(key_of(fire))
    if lane is None or not has_source(scene, fire) or not isinstance(lane.outline, Cone):
        return False
    return ground.places.get(fire.gunner) == lane.outline.apex


def end_lanes(play: ReflexPlay) -> None:
    """Tell which lanes nobody fires through any more: their gunners went, or fell, or the fire was ended."""
    ground = play.scene.ground
    if ground is None:
        return
    kept = {key_of(fire) for fire in play.scene.state.areas if _is_kept(play.scene, ground, fire)}
    for area in ground.areas.values():
        if area.kind == LANE and area.key not in kept:
            play.tell(AreaGone(key=area.key, audience=audience_of(area)))


@follows(ExchangeEnded, AreaLifted)
def _over(play: ReflexPlay, _event: Event) -> None:
    end_lanes(play)
