"""Somebody's sheet as a card: its lines, and in words what its drawn figure shows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.telling.cards import WoundFigure
from bot.core.wording import Line, Mark, Span, shortened
from bot.render.limits import CARD, FILE_WORDS
from bot.render.pages import pages
from bot.service.requests import Reply

ELSEWHERE = "-# … more: All"


def sheet_text(reply: Reply) -> str:
    """Return the words of a card, as many as it has room for."""
    heading = Line((Span(reply.title, Mark.HEADING),))
    first, *others = pages([heading, *reply.lines], CARD - len(ELSEWHERE))
    return f"{first}\n{ELSEWHERE}" if others else first


def figure_words(title: str, figure: WoundFigure) -> str:
    """Return in words what a drawn figure shows, for whoever cannot see it."""
    return shortened(f"Wounds of {title}: {'; '.join(_told(figure))}.", FILE_WORDS)


def _told(figure: WoundFigure) -> Iterator[str]:
    hurt = [f"{each.title} {each.words}" for each in figure.places if each.hurt]
    if figure.places:
        yield ", ".join(hurt) or "no place of the body is hurt"
    for track in figure.tracks:
        yield f"{track.title} {track.marked} of {track.boxes}"
