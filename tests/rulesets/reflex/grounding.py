"""A ground for two: Ann at its corner, Guard so many metres to the north, and things that stand between them."""

from __future__ import annotations

from typing import Any

from bot.core import orders
from bot.core.events import AreaLaid, PieceSet
from bot.core.ground.outlines import Disc, Outline, Path
from bot.core.ground.pieces import Area, Piece
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace
from bot.rulesets.reflex.play import ReflexScene
from tests.rulesets.game import play_on
from tests.rulesets.reflex.firing import REFLEX, fight, ordered

ANN = Place(5000, 5000)


def north(metres: float, east_m: float = 0) -> Place:
    """Return the place so far north and east of Ann."""
    return Place(ANN.east_cm + round(east_m * 100), ANN.north_cm + round(metres * 100))


def facing(range_m: float = 60, *things: Piece | Area, **places: Any) -> ReflexScene:
    """Ann and Guard in an exchange of fire on a ground, so far apart."""
    scene = ordered(fight(**places), orders.LayGround(range_m=range_m)).scene
    return laid(scene, *things)


def laid(scene: ReflexScene, *things: Piece | Area) -> ReflexScene:
    """Return the scene with things on its ground."""
    play = play_on(REFLEX, scene)
    for each in things:
        play.tell(PieceSet(piece=each) if isinstance(each, Piece) else AreaLaid(area=each))
    return play.scene


def put(scene: ReflexScene, actor: str, place: Place) -> ReflexScene:
    """Return the scene with somebody elsewhere by the GM's word."""
    return ordered(scene, orders.PutAt(actors=(actor,), where=AtPlace(place))).scene


def wall(metres: float, top_cm: int = 90, material: str = "brick_wall", *, name: str = "Wall", **given: Any) -> Piece:
    """A long wall so far north of Ann, from west to east."""
    line = Path((north(metres, -50), north(metres, 50)))
    return Piece(name, line, material, top_cm=top_cm, **given)


def patch(kind: str, metres: float, radius_m: float = 5, **given: Any) -> Area:
    """A round area of a kind so far north of Ann."""
    outline: Outline = Disc(north(metres), round(radius_m * 100))
    return Area(kind, kind, outline, **given)
