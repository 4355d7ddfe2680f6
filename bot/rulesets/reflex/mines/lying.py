"""On a ground a mine lies at a place, and an area around it or along its wire is where somebody meets it."""

from __future__ import annotations

import math

from bot.core.events import AreaGone, AreaLaid, audience_of
from bot.core.ground.outlines import Disc, Path
from bot.core.ground.pieces import Area
from bot.core.ground.places import Place, distance_cm
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.traps import Mine

MINE, FIELD = "reflex.mine", "reflex.minefield"


def field_around(place: Place, area_m2: float) -> Disc:
    """Return a circle of so many square metres around a place (ours)."""
    return Disc(place, round(math.sqrt(area_m2 / math.pi) * 100))


def lay_mines(play: ReflexPlay) -> None:
    """Tell where mines lie by now: those that are new or known to all lie anew, and those that are gone do not."""
    ground = play.scene.ground
    if ground is None:
        return
    there: dict[str, Area] = {}
    for key, mine in play.scene.state.mines.items():
        if mine.outline is not None:
            area = Area(f"{MINE} {key}", FIELD if mine.is_field else MINE, mine.outline, hidden=not mine.open)
            there[area.key] = area
    for area in there.values():
        if ground.areas.get(area.key) != area:
            play.tell(AreaLaid(area=area, audience=audience_of(area)))
    for area in ground.areas.values():
        if area.kind in (MINE, FIELD) and area.key not in there:
            play.tell(AreaGone(key=area.key, audience=audience_of(area)))


def lies_near(mine: Mine, place: Place | None, far_m: float) -> bool:
    """Tell whether a mine that lies on the ground is so near to a place; one of which no place is known may be."""
    if place is None or mine.spot is None:
        return True
    reach_cm = mine.outline.radius_cm if isinstance(mine.outline, Disc) else 0
    wires = mine.outline.points if isinstance(mine.outline, Path) else ()
    return min(distance_cm(each, place) for each in (mine.spot, *wires)) <= far_m * 100 + reach_cm
