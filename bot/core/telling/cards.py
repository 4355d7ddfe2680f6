"""What a card tells of somebody: a few words under each heading, what is read on from there, and where it hurts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from bot.core.rows import TableRow
from bot.core.wording import Line, Span, figure

Hundredths = Annotated[int, Meta(ge=0, le=100)]
Rectangle = tuple[Hundredths, Hundredths, Hundredths, Hundredths]
"""A part of a drawn figure: how far from its left and from its top, how wide and how high, in hundredths of it."""

MOST_SKILLS = 6
MOST_WEAPONS = 2
IN_HAND = " (in hand)"


class WoundGrade(IntEnum):
    """How badly a place is hurt, as it is drawn."""

    NOT = 0
    SLIGHT = 1
    GRAVE = 2
    WORST = 3


class BodyRow(TableRow, frozen=True, kw_only=True):
    """Where a place of a body is on a drawn figure, which faces whoever looks; a ``round`` one is drawn so."""

    boxes: tuple[Rectangle, ...]
    round: bool = False


class BodyPlace(msgspec.Struct, frozen=True):
    """A place of a body as it is drawn, and in words what is wrong with it."""

    title: str
    boxes: tuple[Rectangle, ...]
    round: bool = False
    hurt: WoundGrade = WoundGrade.NOT
    words: str = ""


class Track(msgspec.Struct, frozen=True):
    """So many boxes of a row of them are marked."""

    title: str
    marked: int
    boxes: int


class WoundFigure(msgspec.Struct, frozen=True):
    """Somebody's wounds as they are drawn: places of a body in the order in which they are painted, and tracks."""

    places: tuple[BodyPlace, ...] = ()
    tracks: tuple[Track, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """What a system tells of somebody in a few words: ``what`` it is, what is wrong with it ``now``, and so on.

    ``skills`` are the best ones, best first. ``weapons`` are what it has in so many words, ``arms`` the same with all
    their numbers, ``wounds`` all that is known of its condition.
    """

    what: str = ""
    now: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()
    wears: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    arms: tuple[Line, ...] = ()
    wounds: tuple[Line, ...] = ()
    figure: WoundFigure = WoundFigure()


def best(skills: Mapping[str, int]) -> tuple[str, ...]:
    """Return the best few skills with their values, best first."""
    found = sorted(skills.items(), key=lambda each: -each[1])
    return tuple(f"{skill} {figure(value)}" for skill, value in found[:MOST_SKILLS])


def in_hand(called: str, *, held: bool) -> str:
    """Return what a weapon is called, and whether it is in hand."""
    return f"{called}{IN_HAND}" if held else called


def in_short(card: Card) -> str:
    """Return in a line what somebody is: the first weapons, what they wear, and what they are best at.

    Of what has no skill, such as a vehicle, it is said what it is.
    """
    weapons = ", ".join(each.removesuffix(IN_HAND) for each in card.weapons[:MOST_WEAPONS])
    is_what = (weapons or "unarmed") if card.skills else card.what
    strength = f"best at {card.skills[0]}" if card.skills else ""
    return "; ".join(filter(None, (is_what, ", ".join(card.wears), strength)))


def loaded_with(called: str, loaded: int, most: int, spare: int | None) -> str:
    """Return how many rounds are in a weapon and are carried for it; nothing of these where nobody counts them."""
    carried = "" if spare is None else f" and {spare} carried"
    return f"{called} {loaded}/{most}{carried}"


def texts(spans: Iterable[str | Span]) -> tuple[str, ...]:
    """Return words without their marks."""
    return tuple(each if isinstance(each, str) else each.text for each in spans)


def drawn_places(rows: Mapping[str, BodyRow], hurt: Mapping[str, tuple[WoundGrade, str]]) -> Iterator[BodyPlace]:
    """Yield every place of a body that can be drawn, hurt or not, then what is hurt and has no place on the figure."""
    for key, row in rows.items():
        how, words = hurt.get(key, (WoundGrade.NOT, ""))
        yield BodyPlace(row.title or key, row.boxes, row.round, how, words)
    for key, (how, words) in hurt.items():
        if key not in rows:
            yield BodyPlace(key, (), hurt=how, words=words)
