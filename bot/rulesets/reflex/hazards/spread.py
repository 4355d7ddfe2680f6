"""On a ground a cloud covers its radius around where it began, and what lies downwind of there as far as it drifted."""

from __future__ import annotations

from bot.core.events import AreaGone, AreaLaid
from bot.core.ground.outlines import Disc, Lane, Outline, covers
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place, toward
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.scene_state import Cloud
from bot.rulesets.reflex.vehicles.seats import stands_at

GAS, SMOKE = "reflex.gas", "reflex.smoke"


def key_of(title: str) -> str:
    """Return what a cloud is called among the areas of the ground."""
    return f"{GAS} {title}"


def outline_of(cloud: Cloud, place: Place) -> Outline:
    """Return what a cloud that began at a place covers: a strip as wide as it, once it has drifted (ours)."""
    radius_cm, length_cm = round(cloud.radius_m * 100), round(cloud.length_m * 100)
    if not length_cm:
        return Disc(place, radius_cm)
    upwind, downwind = (toward(place, cloud.toward, far_cm) for far_cm in (-radius_cm, radius_cm + length_cm))
    return Lane(upwind, downwind, 2 * radius_cm)


def lay_cloud(play: ReflexPlay, title: str) -> None:
    """Tell how far a cloud reaches, where a ground is laid."""
    cloud = next(each for each in play.scene.state.clouds if each.title == title)
    if play.scene.ground is None or cloud.place is None:
        return
    kind = SMOKE if cloud.smoke else GAS
    outline = outline_of(cloud, cloud.place)
    play.tell(AreaLaid(area=Area(key=key_of(title), kind=kind, outline=outline, hides=cloud.smoke)))


def lift_cloud(play: ReflexPlay, title: str) -> None:
    """Tell that the ground is free of a cloud."""
    if play.scene.ground is not None and key_of(title) in play.scene.ground.areas:
        play.tell(AreaGone(key=key_of(title)))


def lies_over(scene: ReflexScene, cloud: Cloud, actor: str) -> bool:
    """Tell whether a cloud that has a place covers where somebody stands, or the vehicle that it is in."""
    place = stands_at(scene, actor)
    return cloud.place is not None and place is not None and covers(outline_of(cloud, cloud.place), place)
