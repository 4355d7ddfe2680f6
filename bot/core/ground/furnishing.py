"""A GM puts things on a ground, opens and hides them, and marks areas; of what is hidden nobody else learns."""

from __future__ import annotations

from typing import Any, TypeAlias, assert_never

from bot.core.errors import RuleViolation
from bot.core.events import AreaGone, AreaLaid, AreaMarked, PieceGone, PieceSet, audience_of
from bot.core.ground.laid import Ground
from bot.core.ground.laying import lay, not_laid, put
from bot.core.ground.outlines import middle_of
from bot.core.ground.pieces import MARKED, Area
from bot.core.orders import LayGround, LiftMark, MarkArea, PutAt, SetPiece, TakePiece
from bot.core.play import Play
from bot.core.wording import agreeing

MOST_PIECES, MOST_AREAS = 600, 100


ByGM: TypeAlias = LayGround | PutAt | SetPiece | TakePiece | MarkArea | LiftMark


def change_ground(play: Play[Any, Any, Any], order: ByGM) -> None:
    """Do with the ground, and those on it, what a GM says.

    Raises:
        RuleViolation: no ground is laid, or it cannot be.
    """
    match order:
        case LayGround():
            lay(play, order)
        case PutAt():
            put(play, order)
        case SetPiece():
            _set_piece(play, order)
        case TakePiece():
            _take_piece(play, order)
        case MarkArea():
            _mark_area(play, order)
        case LiftMark():
            _lift_mark(play, order)
        case _:
            assert_never(order)


def _set_piece(play: Play[Any, Any, Any], order: SetPiece) -> None:
    """Put a piece on the ground, or change it; players see one go that is hidden from them."""
    pieces, piece = _laid(play).pieces, order.piece
    before = pieces.get(piece.name)
    if before == piece:
        already = f"{piece.name} {agreeing(piece.name, 'is', 'are')} so already."
        raise RuleViolation(already, "/map list says what there is.")
    if before is None and len(pieces) >= MOST_PIECES:
        raise RuleViolation(f"This ground is full: {MOST_PIECES} things.", "Remove some with /map piece remove:yes.")
    known = before is not None and not before.hidden
    if known and piece.hidden:
        play.tell(PieceGone(name=piece.name))
    is_new = before is None or (not known and not piece.hidden)
    shut = before is not None and before.opened and not piece.opened
    play.tell(PieceSet(piece=piece, is_new=is_new, shut=shut and not is_new, audience=audience_of(piece)))


def _take_piece(play: Play[Any, Any, Any], order: TakePiece) -> None:
    piece = _laid(play).pieces.get(order.name)
    if piece is None:
        raise RuleViolation(f"There is no {order.name} on this ground.", "/map list says what there is.")
    play.tell(PieceGone(name=piece.name, audience=audience_of(piece)))


def _mark_area(play: Play[Any, Any, Any], order: MarkArea) -> None:
    """Mark an area, or have one reach elsewhere; players read of one that is lifted where it is hidden from them."""
    areas, area = _laid(play).areas, order.area
    if area.key in areas and areas[area.key].kind != MARKED:
        raise RuleViolation(f"{area.key} is an area of the rules.", "Choose another name.")
    if area.key not in areas and len(areas) >= MOST_AREAS:
        raise RuleViolation(f"This ground is full: {MOST_AREAS} areas.", "Remove some with /map area remove:yes.")
    before = areas.get(area.key)
    if before is not None and area.hidden and not before.hidden:
        play.tell(_marked(before, lifted=True))
    play.tell(AreaLaid(area=area, audience=audience_of(area)))
    play.tell(_marked(area))


def _lift_mark(play: Play[Any, Any, Any], order: LiftMark) -> None:
    area = _laid(play).areas.get(order.name)
    if area is None or area.kind != MARKED:
        raise RuleViolation(f"No area here was marked as {order.name}.", "/map list says what there is.")
    play.tell(AreaGone(key=area.key, audience=audience_of(area)))
    play.tell(_marked(area, lifted=True))


def _marked(area: Area, *, lifted: bool = False) -> AreaMarked:
    place = middle_of(area.outline)
    return AreaMarked(name=area.key, place=place, lifted=lifted, audience=audience_of(area))


def _laid(play: Play[Any, Any, Any]) -> Ground:
    if play.scene.ground is None:
        raise not_laid()
    return play.scene.ground
