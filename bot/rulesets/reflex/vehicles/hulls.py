"""On a ground a vehicle has a hull that is cover for whoever is behind it, and whoever rides in it is where it is."""

from __future__ import annotations

import msgspec

from bot.core.events import Audience, PieceSet, Stood
from bot.core.ground.lost import is_lost
from bot.core.ground.outlines import Lane, middle_of
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Place, Vector, along, distance_cm, to_side, vector
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Vehicle
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.events import Alighted
from bot.rulesets.reflex.vehicles.seats import ride

NORTHWARD: Vector = (0, 1, 0)
BESIDE_CM = 50
"""How far beside the hull somebody stands who got out (house)."""


def hull_of(tables: ReflexTables, actor: str, vehicle: Vehicle, place: Place, way: Vector) -> Piece | None:
    """Return the hull of a vehicle that looks along ``way``; None of one that is too small to be cover.

    It is called as the vehicle is. Whoever goes to it or looks past it is not held up by it (ours).
    """
    row = tables.vehicles[vehicle.kind]
    if not row.long_cm:
        return None
    rear, front = (along(place, way, far_cm) for far_cm in (-row.long_cm // 2, row.long_cm // 2))
    outline = Lane(rear, front, row.wide_cm)
    return Piece(actor, outline, row.hull, top_cm=row.high_cm, hides=False, blocks=False)


def park(play: ReflexPlay) -> None:
    """Have hulls stand where their vehicles are, and those aboard be there, whoever has put either elsewhere.

    Who is in sight goes nowhere with a vehicle that nobody sees, and is out of it then.
    """
    ground = play.scene.ground
    if ground is None:
        return
    for actor, combatant in play.scene.combatants.items():
        place, vehicle = ground.places.get(actor), combatant.state.body.vehicle
        if place is not None and vehicle is not None:
            with play.by_itself("hull", actor):
                _stand(play, actor, vehicle, place, _heading(ground.pieces.get(actor)))
    for rider, inside in play.scene.state.aboard.items():
        there = ground.places.get(inside)
        if rider not in ground.places or there is None or ground.places[rider] == there:
            continue
        if ride(play.scene, rider):
            play.tell(Stood(actor=rider, place=there))
        else:
            play.tell(Alighted(actor=rider, target=inside, audience=Audience.GM))


def show_or_hide(play: ReflexPlay, actor: str) -> None:
    """Have the hull of a vehicle go out of sight with it, and come into sight: else it showed where that had gone."""
    piece, combatant = play.scene.ground and play.scene.ground.pieces.get(actor), play.scene.combatants[actor]
    if not piece or combatant.state.body.vehicle is None or piece.hidden == combatant.hidden:
        return
    there = msgspec.structs.replace(piece, hidden=combatant.hidden)
    play.tell(PieceSet(actor=actor, piece=there, is_new=False, audience=_audience(play, actor)))


def _audience(play: ReflexPlay, actor: str) -> Audience:
    """Return who reads where a hull stands: the GM alone where nobody sees the vehicle."""
    unseen = play.scene.combatants[actor].hidden or is_lost(play.scene, actor)
    return Audience.GM if unseen else Audience.ALL


def turned(play: ReflexPlay, actor: str, vehicle: Vehicle, start: Place) -> None:
    """Have a vehicle that went straight look where it went."""
    place = play.scene.ground.places.get(actor) if play.scene.ground else None
    if place is not None and place != start:
        _stand(play, actor, vehicle, place, vector(start, place))


def _heading(piece: Piece | None) -> Vector:
    return vector(piece.outline.start, piece.outline.end) if piece and isinstance(piece.outline, Lane) else NORTHWARD


def _stand(play: ReflexPlay, actor: str, vehicle: Vehicle, place: Place, way: Vector) -> None:
    hull = hull_of(play.tables, actor, vehicle, place, way)
    before = play.scene.ground.pieces.get(actor) if play.scene.ground else None
    if hull is None or (before and distance_cm(middle_of(before.outline), place) <= 1):
        return
    hidden = play.scene.combatants[actor].hidden
    there = hull if not hidden else Piece(actor, hull.outline, hull.material, hull.top_cm, 0, False, False, False, True)
    play.tell(PieceSet(actor=actor, piece=there, is_new=before is None, audience=_audience(play, actor)))


def beside(tables: ReflexTables, piece: Piece | None, vehicle: Vehicle, place: Place) -> Place:
    """Return where somebody stands who has just got out of a vehicle: to the right of it."""
    return to_side(place, _heading(piece), tables.vehicles[vehicle.kind].wide_cm // 2 + BESIDE_CM)
