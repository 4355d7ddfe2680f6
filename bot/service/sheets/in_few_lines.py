"""What somebody carries, wears and does best, in a few lines, as cards tell it and whoever has made a sheet reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.core.telling.cards import Card
from bot.core.wording import Line, Mark, Span, bad, line

MOST_TOLD = 8


def in_few_lines(card: Card) -> Iterator[Line]:
    """Yield what somebody has left, wears, is best at and has."""
    if card.rounds:
        yield headed("Has left", card.rounds, "")
    parts = {"Wears": card.wears, "Is best at": card.skills, "Has": card.weapons}
    for title, told in parts.items():
        yield headed(title, told, "nothing")


def headed(title: str, told: Sequence[str], otherwise: str, *, good: bool = True) -> Line:
    """Return what is told behind its title, or what is said where there is nothing."""
    words = listed(told) or otherwise
    return line(Span(f"{title} ", Mark.HEADING), Span(words) if good or not told else bad(words))


def listed(told: Sequence[str]) -> str:
    """Return what is told, the last of many only counted."""
    more = f" and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return f"{', '.join(told[:MOST_TOLD])}{more}"
