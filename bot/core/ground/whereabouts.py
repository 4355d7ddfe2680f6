"""Where somebody shall be is said in one small language: a square, metres, or beside, behind and between people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from bot.core.errors import RuleViolation
from bot.core.ground.pieces import PIECE
from bot.core.ground.places import (
    FARTHEST_CM,
    Bearing,
    Place,
    Vector,
    along,
    between,
    centre_of,
    moved_by,
    to_side,
    toward,
    vector,
)
from bot.core.wording import shown

BESIDE_CM = 100
"""How far somebody stands from whom it is beside or behind, where no metres are said (house)."""

MOST_METRES = FARTHEST_CM // 100

MOST_SEVERAL = 12
"""How many places may be said one after another (house)."""

Named: TypeAlias = Callable[[str], str | None]
"""Finds the id of whom somebody means by a name; None where nobody is called so."""


class _Where(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="where"):
    """A place as it was said, with ids for names."""


class AtPlace(_Where, frozen=True, tag="at"):
    """A point of the ground."""

    place: Place


class ByCompass(_Where, frozen=True, tag="compass"):
    """So far from somebody in a direction of the compass."""

    of: str
    bearing: Bearing
    far_cm: int


class BySight(_Where, frozen=True, tag="sight"):
    """So far from somebody, on a ``side`` as whoever goes there sees it: left, right, behind or before."""

    of: str
    side: str
    far_cm: int


class InTheMiddle(_Where, frozen=True, tag="between"):
    """In the middle between two."""

    one: str
    other: str


class Straight(_Where, frozen=True, tag="straight"):
    """Straight towards somebody, or ``away``, so far from where one stands; None for as far as one gets."""

    of: str
    away: bool = False
    far_cm: int | None = None


Where: TypeAlias = AtPlace | ByCompass | BySight | InTheMiddle | Straight

_NUMBER = r"-?\d{1,5}(?:\.\d{1,2})?"
_SQUARE = re.compile(r"([a-z]{1,2}) ?([1-9]\d{0,3})", re.I)
_METRES = re.compile(rf"({_NUMBER}) ?[,;] ?({_NUMBER})(?: ?[,;] ?({_NUMBER}))?")
_SIDES = {
    "left": "left",
    "right": "right",
    "behind": "behind",
    "before": "before",
    "in front": "before",
    "beside": "before",
    "next to": "before",
    "near": "before",
    "at": "before",
}
_COMPASS: Mapping[str, Bearing] = {
    form: each
    for each in Bearing
    for form in (each.value, each.value.replace("-", ""), "".join(word[0] for word in each.value.split("-")))
}
_THEN = re.compile(r"\s+then\s+|\s*;\s*", re.I)
_WORDS = sorted((*_SIDES, *_COMPASS, "towards", "toward", "away from", "away"), key=len, reverse=True)
_FROM = re.compile(rf"(?:({_NUMBER}) ?m(?:etres)? )?({'|'.join(map(re.escape, _WORDS))}) (?:of |from )?(.+)", re.I)


def read(text: str, named: Named, *, onto: bool = False) -> Where:
    """Return what somebody says of where; whoever is named alone is meant as a place ``onto`` or beside that one.

    Raises:
        RuleViolation: it cannot be read, or names nobody who is known.
    """
    said = " ".join(text.split())
    found = _point(said) or _between(said, named) or _from_somebody(said, named, onto)
    if found is None:
        raise RuleViolation(
            f"I cannot tell where {text[:60]!r} is.",
            "Say it as: C4; 12,30; 60m north of Ann; 10m left of Ann; behind Ann; between Ann and Bob; towards Ann.",
        )
    return found


def read_several(text: str, named: Named, *, onto: bool = False) -> tuple[Where, ...]:
    """Return places that somebody says one after another, with "then" or a semicolon between them.

    Raises:
        RuleViolation: one cannot be read, names nobody who is known, or they are too many.
    """
    said = [text] if is_point(text.strip()) else _THEN.split(text)
    if len(said) > MOST_SEVERAL:
        raise RuleViolation(f"{len(said)} places are too many.", f"Say at most {MOST_SEVERAL}, such as: C4 then D6.")
    return tuple(read(each, named, onto=onto) for each in said)


def is_point(text: str) -> bool:
    """Tell whether a text reads as a square or as metres, so that nothing can be called that."""
    return bool(_SQUARE.fullmatch(text) or _METRES.fullmatch(text))


def _point(said: str) -> AtPlace | None:
    square, metres = _SQUARE.fullmatch(said), _METRES.fullmatch(said)
    if square:
        place = centre_of(square[1], int(square[2]))
    elif metres:
        place = Place(*(_cm(part) for part in metres.groups() if part))
    else:
        return None
    if max(abs(place.east_cm), abs(place.north_cm), abs(place.height_cm)) > FARTHEST_CM:
        raise RuleViolation(f"{said} is off the ground.", f"It goes {MOST_METRES} m in each direction.")
    return AtPlace(place)


def _cm(metres: str) -> int:
    return round(float(metres) * 100)


def _between(said: str, named: Named) -> InTheMiddle | None:
    """Return the middle between two, whose names may have an "and" in them."""
    lead, _, rest = said.partition(" ")
    for found in re.finditer(" and ", rest, re.I) if lead.casefold() == "between" else ():
        one, other = _known(rest[: found.start()], named), _known(rest[found.end() :], named)
        if one and other:
            return InTheMiddle(one, other)
    return None


def _from_somebody(said: str, named: Named, onto: bool) -> Where | None:
    """Return a place by somebody: whoever is called as the whole text is meant first; things have none of their own."""
    whole = _known(said, named)
    if whole:
        return BySight(whole, "before", 0 if onto and not whole.startswith(PIECE) else BESIDE_CM)
    found = _FROM.fullmatch(said)
    of = _known(found[3], named) if found else None
    if not found or not of:
        return None
    return _directed(found[2].casefold(), of, None if found[1] is None else _within(found[1]))


def _directed(word: str, of: str, far_cm: int | None) -> Where:
    if word.startswith(("toward", "away")):
        return Straight(of, away=word.startswith("away"), far_cm=far_cm)
    if word in _COMPASS:
        return ByCompass(of, _COMPASS[word], BESIDE_CM if far_cm is None else far_cm)
    return BySight(of, _SIDES[word], BESIDE_CM if far_cm is None else far_cm)


def _within(metres: str) -> int:
    """Return metres in centimetres.

    Raises:
        RuleViolation: they are none, or more than the ground has.
    """
    if not 0 < float(metres) <= MOST_METRES:
        raise RuleViolation(f"{metres} m is out of range.", f"It goes from 0 to {MOST_METRES} m.")
    return _cm(metres)


def _known(words: str, named: Named) -> str | None:
    """Return whom words name, with or without an article."""
    lead, _, rest = words.partition(" ")
    return named(words) or (named(rest) if rest and lead.casefold() == "the" else None)


def people_of(where: Where) -> Iterator[str]:
    """Yield the ids of those by whom a place is said."""
    match where:
        case AtPlace():
            return
        case InTheMiddle():
            yield from (where.one, where.other)
        case _:
            yield where.of


def place_of(where: Where, places: Mapping[str, Place], start: Place | None) -> Place:
    """Return the place that is said, among those of ``places``, for somebody who stands at ``start``.

    Raises:
        RuleViolation: somebody named has no place, or the words need somebody who looks from somewhere.
    """
    absent = next((one for one in people_of(where) if one not in places), None)
    if absent is not None:
        raise RuleViolation(
            f"Nobody knows here where {shown(absent.removeprefix(PIECE))} is.",
            "Name somebody else, or a place such as C4.",
        )
    match where:
        case AtPlace():
            return where.place
        case ByCompass():
            return toward(places[where.of], where.bearing, where.far_cm)
        case InTheMiddle():
            return between(places[where.one], places[where.other])
        case BySight():
            return _seen(where, places[where.of], start)
        case _:
            return _straight(where, places[where.of], start)


def _seen(where: BySight, of: Place, start: Place | None) -> Place:
    if start is None and where.side == "before":
        return toward(of, Bearing.EAST, where.far_cm)
    way = vector(_looking(start), of)
    if not any(way[:2]):
        way = (0, 1, 0)
    match where.side:
        case "left":
            return to_side(of, way, -where.far_cm)
        case "right":
            return to_side(of, way, where.far_cm)
        case "behind":
            return along(of, way, where.far_cm)
        case _:
            return along(of, way, -where.far_cm)


def _straight(where: Straight, of: Place, start: Place | None) -> Place:
    here = _looking(start)
    way = vector(here, of)
    if where.away:
        outward = way if any(way[:2]) else (0, -1, 0)
        return along(here, outward, -(FARTHEST_CM if where.far_cm is None else where.far_cm))
    return along(of, way, -BESIDE_CM) if where.far_cm is None else along(here, way, where.far_cm)


def _looking(start: Place | None) -> Place:
    if start is None:
        raise RuleViolation("That needs somebody who stands somewhere.", "Say it by the compass: 5m north of Ann.")
    return start


def in_a_row(centre: Place, number: int, apart_cm: int) -> Place:
    """Return the place of somebody in a row from west to east: the first in the middle, then to both sides by turns."""
    steps = (number + 1) // 2 * (1 if number % 2 else -1)
    way: Vector = (steps * apart_cm, 0, 0)
    return moved_by(centre, way)
