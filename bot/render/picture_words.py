"""Whoever cannot see a picture of the ground reads the same in words."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.ground.outlines import Flat, Outline, middle_of
from bot.core.ground.places import Place, square_of
from bot.render.limits import FILE_WORDS
from bot.service.requests import GroundMark, GroundTrace, GroundView, Posture

MORE = " …"


def picture_words(view: GroundView) -> str:
    """Return in words what a picture shows, as much as Discord takes beside a file."""
    parts = (*_people(view), *_things(view), *(_traced(trace) for trace in view.traces))
    whole = " ".join(parts) or "Nobody is here."
    return whole if len(whole) <= FILE_WORDS else whole[: FILE_WORDS - len(MORE)] + MORE


def _people(view: GroundView) -> Iterator[str]:
    for number, side in enumerate(view.sides):
        here = [_person(mark) for mark in view.marks if mark.side == number]
        if here:
            yield f"{side}: {'; '.join(here)}."


def _person(mark: GroundMark) -> str:
    named = mark.name or mark.initials
    short = "" if named == mark.initials else f" ({mark.initials})"
    at = _square((mark.east_cm, mark.north_cm))
    state = ["down"] if mark.down else [] if mark.posture is Posture.UPRIGHT else [mark.posture.value]
    return ", ".join([f"{named}{short} {'last seen ' if mark.lost else ''}at {at}", *state, *["to act"] * mark.acts])


def _things(view: GroundView) -> Iterator[str]:
    things = [
        f"{each.name}{_made_of(each.name, each.title)}{', open' if each.opened else ''} at {_middle(each.outline)}"
        for each in view.things
    ]
    zones = [f"{each.kind} at {_middle(each.outline)}" for each in view.zones]
    for what, found in (("Things", things), ("Areas", zones)):
        if found:
            yield f"{what}: {'; '.join(found)}."


def _made_of(name: str, title: str) -> str:
    return f" ({title})" if title and title.casefold() not in name.casefold() else ""


def _traced(trace: GroundTrace) -> str:
    if trace.whom:
        return f"{trace.who} attacked {trace.whom}."
    return f"{trace.who} came from {_square(trace.way[0])}."


def _middle(outline: Outline) -> str:
    middle = middle_of(outline)
    return _square((middle.east_cm, middle.north_cm))


def _square(at: Flat) -> str:
    place = Place(*at)
    return square_of(place) or f"{at[0] / 100:g}, {at[1] / 100:g}"
