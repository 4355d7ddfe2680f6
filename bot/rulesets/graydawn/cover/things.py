"""What a thing on the ground is as cover follows from its material and from how much of somebody it hides."""

from __future__ import annotations

from bot.core.ground.outlines import SPOT_CM, Disc, Spot, covers, flat, middle_of, sides_of, spans
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place, distance_cm
from bot.rulesets.graydawn.play import DawnReading, DawnScene
from bot.rulesets.graydawn.state import Shelter
from bot.rulesets.graydawn.tables import GrayTables

WHOLE_PCT = 100
CM = 100


def rank(tables: GrayTables, shelter: Shelter) -> tuple[int, int]:
    """Return by what one cover is better than another: its level, then how much it covers."""
    return shelter.level, len(tables.covers[shelter.kind].faces)


def cover_of(tables: GrayTables, thing: Piece, hidden_pct: int = WHOLE_PCT) -> Shelter | None:
    """Return what a thing is as cover that hides so many hundredths of somebody; None where it stops nothing."""
    row = tables.pieces[thing.material]
    most_pct = min(hidden_pct, tables.covers[row.cover].least_pct)
    kinds = [kind for kind, each in tables.covers.items() if each.least_pct <= most_pct]
    level = row.level if thing.stops is None else thing.stops
    if not level or not kinds:
        return None
    return Shelter(max(kinds, key=lambda kind: tables.covers[kind].least_pct), level, thing.name)


def shows_cover(scene: DawnScene) -> bool:
    """Tell whether things stand on the ground by which everybody sees who is behind what."""
    return scene.ground is not None and any(not thing.hidden for thing in scene.ground.pieces.values())


def beside(reading: DawnReading, place: Place) -> Shelter | None:
    """Return the best cover among what is within a metre of a place (text 004, line 146)."""
    tables, ground = reading.tables, reading.scene.ground
    things = ground.pieces.values() if ground else ()
    near = [thing for thing in things if not thing.hidden and is_beside(tables, thing, place)]
    offered = [shelter for thing in near if (shelter := cover_of(tables, thing))]
    return max(offered, key=lambda shelter: rank(tables, shelter), default=None)


def is_beside(tables: GrayTables, thing: Piece, place: Place) -> bool:
    """Tell whether a place is so near to a thing that it is cover there."""
    reach_cm = tables.limits.beside.value * CM
    outline, here = thing.outline, flat(place)
    if thing.opened or not thing.bottom_cm <= place.height_cm < thing.top_cm:
        return False
    if isinstance(outline, Spot | Disc):
        size_cm = SPOT_CM if isinstance(outline, Spot) else outline.radius_cm
        middle = middle_of(outline)
        return distance_cm(Place(middle.east_cm, middle.north_cm), Place(*here)) <= size_cm + reach_cm
    around = Disc(place, reach_cm)
    return covers(outline, place) or any(spans(around, one, other) for one, other in sides_of(outline))
