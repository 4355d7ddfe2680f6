"""A GM says what stands on the ground and which areas are marked; everybody may ask what is there that they know of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.finding import place_said
from bot.core.ground.laid import Ground
from bot.core.ground.laying import not_laid
from bot.core.ground.materials import Materials
from bot.core.ground.outlines import Box, Cone, Disc, Lane, Outline, Path, Spot, middle_of
from bot.core.ground.pieces import MARKED, PIECE, Area, Piece
from bot.core.ground.places import Place, distance_cm
from bot.core.ground.whereabouts import is_point, people_of, read_several
from bot.core.narration import spelled_place
from bot.core.wording import Line, digits, line, name, note
from bot.service.case import Case, PlayedScene
from bot.service.names import clean_name
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.ledger import carry_out
from bot.service.playing.grounds import meant_on_ground, where_named
from bot.service.requests import OnGround, Reply

SHAPES_OF_PIECES = ("point", "line", "box", "circle")
SHAPES_OF_AREAS = ("box", "circle", "lane", "cone")
LONGEST_NAME = 40
MOST_WIDE_M = 1_000
MOST_HIGH_M = 200
USUAL_LANE_M = 3.0
MOST_LISTED = 60


def piece(case: Case, said: OnGround) -> Reply | Unworded:
    """Put a thing on the ground, change one, or take it away."""
    case.check_gm("put things on the ground")
    played, ground = _played(case)
    before = _piece_called(ground, said.name)
    if said.remove:
        order: orders.Order = orders.TakePiece(name=before.name if before else _named(said.name))
    elif before is None:
        order = orders.SetPiece(piece=_new_piece(case, played, ground, said))
    else:
        order = orders.SetPiece(piece=_changed_piece(case, played, ground, said, before))
    return answer_to(case, carry_out(case, played, order, by=tuple(_by_whom(case, played, said))))


def area(case: Case, said: OnGround) -> Reply | Unworded:
    """Mark an area, have a marked one reach elsewhere, or lift the mark."""
    case.check_gm("mark areas of the ground")
    played, ground = _played(case)
    wanted = said.name.strip().casefold()
    before = next((each for each in ground.areas.values() if each.key.casefold() == wanted), None)
    called = before.key if before else _named(said.name)
    by = tuple(_by_whom(case, played, said))
    if said.remove:
        return answer_to(case, carry_out(case, played, orders.LiftMark(name=called), by=by))
    if before is None and not said.at:
        raise RuleViolation(f"Where is {called}?", "Say at:C4 and to:D6, or at:C4, shape:circle and wide_m:6.")
    usual = before or Area(called, MARKED, Spot(Place(0, 0)))
    marked = Area(
        key=called,
        kind=usual.kind,
        outline=_outline(case, played, ground, said, SHAPES_OF_AREAS) if said.at else usual.outline,
        top_cm=_high_cm(said, usual.top_cm),
        hides=usual.hides if said.hides is None else said.hides,
        hidden=usual.hidden if said.hidden is None else said.hidden,
    )
    return answer_to(case, carry_out(case, played, orders.MarkArea(area=marked), by=by))


def listed(case: Case) -> Reply:
    """Return the things and areas of the ground that the asker knows of."""
    played = case.played()
    ground = played.seen_by(case.viewer).ground
    if ground is None:
        raise not_laid()
    lines = [_of_piece(case.house.materials, each) for each in ground.pieces.values()]
    lines += [_of_area(each) for each in ground.areas.values()]
    more = len(lines) - MOST_LISTED
    rest = (line(note(f"And {more} more.")),) if more > 0 else ()
    empty = (line("Nothing stands here."),)
    return Reply(title="On the ground", lines=(*lines[:MOST_LISTED], *rest) or empty, ephemeral=True)


def _played(case: Case) -> tuple[PlayedScene, Ground]:
    played = case.played()
    if played.scene.ground is None:
        raise not_laid()
    return played, played.scene.ground


def _named(text: str) -> str:
    """Return the name of a thing or an area, without its article.

    Raises:
        RuleViolation: it is no name, or reads like a place.
    """
    lead, _, rest = " ".join(text.split()).partition(" ")
    called = clean_name(rest if rest and lead.casefold() == "the" else text, LONGEST_NAME)
    if is_point(called):
        raise RuleViolation(f"{called} is a place.", "Choose another name.")
    return called


def _piece_called(ground: Ground, words: str) -> Piece | None:
    found = meant_on_ground(ground, words)
    return ground.pieces[found.removeprefix(PIECE)] if found else None


def _new_piece(case: Case, played: PlayedScene, ground: Ground, said: OnGround) -> Piece:
    called = _named(said.name)
    if not said.at:
        raise RuleViolation(f"Where is {called}?", "Say at:C4, or at:C4 and to:D6.")
    word = _material(case.house.materials, said.material)
    usual = case.house.materials[word]
    return Piece(
        name=called,
        outline=_outline(case, played, ground, said, SHAPES_OF_PIECES),
        material=word,
        top_cm=_high_cm(said, usual.top_cm),
        hides=usual.hides if said.hides is None else said.hides,
        blocks=usual.blocks if said.blocks is None else said.blocks,
        opened=bool(said.opened),
        hidden=bool(said.hidden),
        stops=_stopped(played, said),
    )


def _changed_piece(case: Case, played: PlayedScene, ground: Ground, said: OnGround, before: Piece) -> Piece:
    word = _material(case.house.materials, said.material) if said.material else before.material
    usual = case.house.materials[word] if said.material else before
    return Piece(
        name=before.name,
        outline=_outline(case, played, ground, said, SHAPES_OF_PIECES) if said.at else before.outline,
        material=word,
        top_cm=_high_cm(said, usual.top_cm),
        bottom_cm=before.bottom_cm,
        hides=usual.hides if said.hides is None else said.hides,
        blocks=usual.blocks if said.blocks is None else said.blocks,
        opened=before.opened if said.opened is None else said.opened,
        hidden=before.hidden if said.hidden is None else said.hidden,
        stops=_stopped(played, said) if said.stops is not None else None if said.material else before.stops,
    )


def _stopped(played: PlayedScene, said: OnGround) -> int | None:
    """Return the number that a GM says for what a thing stops; None where its material says it.

    Raises:
        RuleViolation: the system knows no such number, or none so high.
    """
    ruleset = played.system.ruleset
    if said.stops is not None and not ruleset.most_stopped:
        raise RuleViolation(
            f"{ruleset.title} has no number for what a thing stops.", "Leave stops out: its material says it."
        )
    if said.stops is not None and not 0 <= said.stops <= ruleset.most_stopped:
        raise RuleViolation(f"Nothing stops {said.stops}.", f"From 0 to {ruleset.most_stopped}.")
    return said.stops


def _material(materials: Materials, said: str) -> str:
    """Return the word of a material that somebody says by its word or its title.

    Raises:
        RuleViolation: there is none; the remedy names those there are.
    """
    wanted = said.strip().casefold()
    found = next((word for word, each in materials.items() if wanted in (word, each.title.casefold())), None)
    if found is None:
        what = f"Nothing is made of {said[:40]!r}." if wanted else "What is it made of?"
        raise RuleViolation(what, f"Say material: {', '.join(each.title for each in materials.values())}.")
    return found


def _high_cm(said: OnGround, usual_cm: int) -> int:
    return usual_cm if said.high_m is None else _cm("high_m", said.high_m, MOST_HIGH_M)


def _cm(what: str, metres: float, most_m: int) -> int:
    if not 0 <= metres <= most_m:
        raise RuleViolation(f"{what} {digits(metres)} does not work.", f"From 0 to {most_m} m.")
    return round(metres * 100)


def _by_whom(case: Case, played: PlayedScene, said: OnGround) -> Iterator[str]:
    """Yield those by whom it was said where something stands, also where that is not asked for."""
    for text in filter(None, (said.at, said.to)):
        with suppress(RuleViolation):
            for where in read_several(text, where_named(played.scene, case.viewer)):
                yield from people_of(where)


def _outline(case: Case, played: PlayedScene, ground: Ground, said: OnGround, shapes: tuple[str, ...]) -> Outline:
    """Return the outline that is said: areas lie around people, and things stand beside them.

    Raises:
        RuleViolation: its places cannot be read, or it needs more of them.
    """
    at, *ends = (
        place_said(ground, where, None)
        for text in (said.at, said.to)
        if text
        for where in read_several(text, where_named(played.scene, case.viewer), onto=shapes == SHAPES_OF_AREAS)
    )
    shape = said.shape.strip().casefold() or (("line" if "line" in shapes else "box") if ends else shapes[0])
    if shape not in shapes:
        raise RuleViolation(f"There is no shape {said.shape[:40]!r} here.", f"Choose one of: {', '.join(shapes)}.")
    wide_cm = None if said.wide_m is None else _cm("wide_m", said.wide_m, MOST_WIDE_M)
    return _shaped(shape, at, ends, wide_cm)


def _shaped(shape: str, at: Place, ends: list[Place], wide_cm: int | None) -> Outline:
    end = ends[-1] if ends else None
    if shape == "point":
        return Spot(at)
    if shape == "circle" and (wide_cm or end):
        return Disc(at, wide_cm // 2 if wide_cm else distance_cm(at, end or at))
    if end is None or end == at:
        raise RuleViolation(f"A {shape} needs more than one place.", _NEEDS[shape])
    match shape:
        case "line":
            return Path((at, *ends))
        case "lane":
            return Lane(at, end, wide_cm or round(USUAL_LANE_M * 100))
        case "cone":
            return Cone(at, end, wide_cm or distance_cm(at, end))
        case _:
            return Box(at, end)


_NEEDS = {
    "line": "Say where it ends: to:D6, or with corners to:D4 then D6.",
    "box": "Say the corner that faces it: to:D6.",
    "circle": "Say how wide it is: wide_m:6, or a place on its edge: to:D6.",
    "lane": "Say where it ends: to:D6, and how wide it is: wide_m:2.",
    "cone": "Say where it ends: to:D6, and how wide it is there: wide_m:10.",
}


def _of_piece(materials: Materials, each: Piece) -> Line:
    title = materials[each.material].title if each.material in materials else each.material
    opened, hidden = ", open" if each.opened else "", ", hidden" if each.hidden else ""
    stops = "" if each.stops is None else f", stops {each.stops}"
    high = f", {(each.top_cm - each.bottom_cm) / 100:g} m high{stops}{opened}{hidden}."
    return line(name(each.name), f": {title}, {_spelled(each.outline)}{high}")


def _of_area(each: Area) -> Line:
    called = each.key if each.kind == MARKED else "an area"
    return line(name(called), f": {_spelled(each.outline)}{', hidden' if each.hidden else ''}.")


def _spelled(outline: Outline) -> str:
    """Return an outline in words."""
    match outline:
        case Path():
            ends = f"from {spelled_place(outline.points[0])} to {spelled_place(outline.points[-1])}"
            more = len(outline.points) - 2
            return f"{ends}, by way of {more} more point{'s' * (more > 1)}" if more else ends
        case Lane():
            return f"from {spelled_place(outline.start)} to {spelled_place(outline.end)}"
        case Cone():
            return f"from {spelled_place(outline.apex)} towards {spelled_place(outline.end)}"
        case Disc():
            return f"at {spelled_place(outline.middle)}, {outline.radius_cm / 50:g} m wide"
        case Box():
            east = abs(outline.corner.east_cm - outline.opposite.east_cm) / 100
            north = abs(outline.corner.north_cm - outline.opposite.north_cm) / 100
            return f"around {spelled_place(middle_of(outline))}, {east:g} by {north:g} m"
        case Spot():
            return f"at {spelled_place(outline.at)}"
