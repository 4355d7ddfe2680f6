"""On a ground an ambush waits for whoever comes into an area: there is the one chance to notice it."""

from __future__ import annotations

from bot.core.events import AreaGone, AreaLaid, Audience
from bot.core.ground.finding import place_said
from bot.core.ground.laying import not_laid
from bot.core.ground.outlines import Disc, covers
from bot.core.ground.pieces import Area
from bot.core.scene import unique_name
from bot.rulesets.reflex.ambush.actions import SetAmbush
from bot.rulesets.reflex.overwatch.places import no_such_area
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.traps import Ambush

AMBUSHED = "reflex.ambush"


def ground_of(reading: ReflexReading, plan: SetAmbush) -> Area | None:
    """Return the area that an ambush waits for people in, as it lies there or as it will; None for none.

    Raises:
        RuleViolation: nobody has a place, or there is no such area.
    """
    if plan.at is None and not plan.area:
        return None
    ground = reading.scene.ground
    if ground is None:
        raise not_laid()
    if plan.at is not None:
        middle = place_said(ground, plan.at, ground.places.get(plan.actor))
        outline = Disc(middle, round(plan.radius_m * 100))
        others = {each.area for leader, each in reading.scene.state.ambushes.items() if leader != plan.actor}
        key = unique_name(others, f"{AMBUSHED}\n{plan.actor}")
        return Area(key=key, kind=AMBUSHED, outline=outline, owner=plan.actor, hidden=True)
    if plan.area not in ground.areas:
        raise no_such_area(plan.area, ground.areas, "at=")
    return ground.areas[plan.area]


def lay_ground(play: ReflexPlay, area: Area | None) -> None:
    """Tell the GM where an ambush waits, where nothing lies there."""
    if area is not None and area.kind == AMBUSHED:
        play.tell(AreaLaid(area=area, audience=Audience.GM))


def lift_ground(play: ReflexPlay, ambush: Ambush) -> None:
    """Take away the area that was the ambush's own."""
    area = play.scene.ground.areas.get(ambush.area) if play.scene.ground else None
    if area is not None and area.kind == AMBUSHED:
        play.tell(AreaGone(key=area.key, audience=Audience.GM))


def stands_there(scene: ReflexScene, ambush: Ambush, actor: str) -> bool:
    """Tell whether somebody stands where an ambush waits: all do where it has no ground."""
    ground = scene.ground
    if ground is None or ambush.area not in ground.areas:
        return True
    place = ground.places.get(actor)
    return place is not None and covers(ground.areas[ambush.area].outline, place)
