"""Laying a ground puts each side in a row and faces it with the others; who comes later stands with its own."""

from __future__ import annotations

from typing import Any, TypeVar, assert_never

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.events import AreaGone, AreaLaid, GroundLaid, PieceGone, PieceSet, Placed, Stood
from bot.core.ground.finding import place_said
from bot.core.ground.laid import (
    Ground,
    with_area,
    with_piece,
    with_place,
    with_side,
    without_area,
    without_piece,
)
from bot.core.ground.layouts import PACKED_CM, Layout, places_in
from bot.core.ground.outlines import middle_of
from bot.core.ground.places import Place, distance_cm, moved_by
from bot.core.ground.whereabouts import Where, in_a_row
from bot.core.orders import LayGround, PutAt
from bot.core.play import Play
from bot.core.scene import Combatant, Scene
from bot.core.wording import digits

S = TypeVar("S")
G = TypeVar("G")

_replace = msgspec.structs.replace

APART_CM = 300
"""How far apart people of one side begin (house)."""

BEHIND_CM = 200
"""How far behind its row somebody hidden begins, who must not push anybody aside whom all can see (house)."""

MOST_APART_M = 5_000
CORNER_CM = 5_000
"""How far from where the ground begins the first side stands, so that every place of a usual fight has a square."""

_PLACES = ((0, 0), (0, 1000), (866, 500), (-866, 500))
"""Where sides begin, in thousandths of how far apart they are; the first three are all as far from each other."""


def lay(play: Play[S, G, Any], order: LayGround) -> None:
    """Give everybody a place: each side in a row, as far apart as is said, or in a zone of the ground.

    Those whom all can see are laid out as if nobody was hidden.

    Raises:
        RuleViolation: nobody is here, or the sides would be too far apart.
    """
    if not play.scene.combatants:
        raise RuleViolation("Nobody is here to be placed.", "/init join and /npc add bring people in.")
    lay_out(play, order.range_m, order.layout)


def lay_out(play: Play[S, G, Any], range_m: float, layout: Layout | None = None) -> None:
    """Give everybody who is here a place, the sides ``range_m`` apart, or in the zones of a layout."""
    if layout is None:
        check_apart(range_m)
    apart_cm = layout.apart_cm if layout else round(range_m * 100)
    seen = [each for each in play.scene.combatants.values() if not each.hidden]
    sides = tuple(dict.fromkeys(each.side for each in seen))
    play.tell(GroundLaid(apart_cm=apart_cm, sides=sides, layout=layout))
    hidden = (each for each in play.scene.combatants.values() if each.hidden)
    for each in (*seen, *hidden):
        stand(play, each.actor)


def check_apart(range_m: float) -> None:
    """Raise RuleViolation where sides cannot begin so far apart."""
    if not 1 <= range_m <= MOST_APART_M:
        raise RuleViolation(f"{digits(range_m)} m apart does not work.", f"From 1 to {MOST_APART_M} m.")


def stand(play: Play[S, G, Any], actor: str, where: Where | None = None, in_row: int = 0) -> None:
    """Give a newcomer a place, with its own side or in a row ``where`` it is said; none where no ground is laid."""
    ground, combatant = play.scene.ground, play.scene.combatants[actor]
    if ground is None:
        if where is not None:
            raise not_laid()
        return
    if where is None:
        place = _free(play.scene, ground, combatant)
    else:
        place = in_a_row(place_said(ground, where, None), in_row, APART_CM)
    known = combatant.hidden or combatant.side in ground.sides
    play.tell(Stood(actor=actor, place=place, side="" if known else combatant.side))


def not_laid() -> RuleViolation:
    """Return the refusal where nobody has a place."""
    return RuleViolation("Here distances are told: nobody has a place.", "A GM gives everybody one with /map use.")


def _free(scene: Scene[S, G], ground: Ground, newcomer: Combatant[S]) -> Place:
    """Return the nearest free place to where the side of a newcomer begins; for the hidden those in sight take none.

    So neither depends on the other, and what either does can be undone alone.
    """
    alike = (each.actor for each in scene.combatants.values() if each.hidden == newcomer.hidden)
    taken = [ground.places[actor] for actor in alike if actor in ground.places]
    if ground.zones:
        return _free_in_zone(ground, newcomer, taken)
    row = moved_by(_row(ground, newcomer), (0, -BEHIND_CM if newcomer.hidden else 0, 0))
    number = 0
    while any(distance_cm(in_a_row(row, number, APART_CM), place) < APART_CM // 2 for place in taken):
        number += 1
    return in_a_row(row, number, APART_CM)


def _free_in_zone(ground: Ground, newcomer: Combatant[S], taken: list[Place]) -> Place:
    """Return a free place in the zone of a newcomer's side, its middle where it is full; the hidden stand aside."""
    zone = ground.zones[_number_of_side(ground, newcomer) % len(ground.zones)]
    aside_cm = PACKED_CM // 4 if newcomer.hidden else 0
    found = places_in(zone, ground.pieces, aside_cm)
    return next((place for place in found if place not in taken), middle_of(zone))


def _row(ground: Ground, newcomer: Combatant[S]) -> Place:
    """Return where the row of somebody's side has its middle; one that only the hidden are of stands apart."""
    number = _number_of_side(ground, newcomer)
    if 0 <= number < len(_PLACES):
        east, north = _PLACES[number]
    else:
        east, north = (0, -1000) if number < 0 else (1000 * (number - 2), 0)
    return Place(CORNER_CM + ground.apart_cm * east // 1000, CORNER_CM + ground.apart_cm * north // 1000)


def _number_of_side(ground: Ground, newcomer: Combatant[S]) -> int:
    """Return which of the sides that everybody knows of a newcomer's is, from 0; -1 where only the hidden are of it."""
    if newcomer.side in ground.sides:
        return ground.sides.index(newcomer.side)
    return -1 if newcomer.hidden else len(ground.sides)


def put(play: Play[S, G, Any], order: PutAt) -> None:
    """Put people elsewhere by the GM's word: several in a row.

    Raises:
        RuleViolation: no ground is laid, or it cannot be told where that is.
    """
    ground = play.scene.ground
    if ground is None:
        raise not_laid()
    for actor in order.actors:
        if actor not in play.scene.combatants:
            raise absent(actor, "See /init status.")
    for number, actor in enumerate(order.actors):
        middle = place_said(ground, order.where, ground.places.get(actor))
        place = in_a_row(middle, number, order.apart_cm) if len(order.actors) > 1 else middle
        play.tell(Placed(actor=actor, place=place, reason=order.reason))


def after_coming(scene: Scene[S, G], event: Placed | Stood) -> Scene[S, G]:
    """Return the scene after somebody has come to stand somewhere."""
    ground = scene.ground
    if ground is None:
        return scene
    if event.actor in scene.combatants:
        ground = with_place(ground, event.actor, event.place)
    if isinstance(event, Stood) and event.side:
        ground = with_side(ground, event.side)
    return _replace(scene, ground=ground)


def after_laying(scene: Scene[S, G], event: GroundLaid | PieceSet | PieceGone | AreaLaid | AreaGone) -> Scene[S, G]:
    """Return the scene after a ground was laid, or something on it."""
    if isinstance(event, GroundLaid):
        return _replace(scene, ground=_laid_by(event))
    return scene if scene.ground is None else _replace(scene, ground=_changed(scene.ground, event))


def _laid_by(event: GroundLaid) -> Ground:
    layout = event.layout
    if layout is None:
        return Ground(event.apart_cm, sides=event.sides)
    return Ground(
        event.apart_cm,
        sides=event.sides,
        pieces={piece.name: piece for piece in layout.pieces},
        areas={area.key: area for area in layout.areas},
        title=layout.title,
        zones=layout.zones,
        backdrop=layout.backdrop,
    )


def _changed(ground: Ground, event: PieceSet | PieceGone | AreaLaid | AreaGone) -> Ground:
    match event:
        case PieceSet():
            return with_piece(ground, event.piece)
        case PieceGone():
            return without_piece(ground, event.name)
        case AreaLaid():
            return with_area(ground, event.area)
        case AreaGone():
            return without_area(ground, event.key)
        case _:
            assert_never(event)
