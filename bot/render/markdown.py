"""Words marked by meaning become Markdown, and nothing that a user typed can become markup, a mention or a link."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final

from bot.core.wording import BLANKS, SIDES, Line, Mark, Span
from bot.service.requests import Pinged

MOST_PINGED: Final = 10

WORD_JOINER: Final = "\N{WORD JOINER}"

_MARKUP: Final = re.compile(r"[\\*_~`|<\[\]]|:(?=//|[\w+-]+:)|(?<=:)/(?=/)")
_SUSPECT: Final = re.compile(r"[\\*_~`|<\[\]@]|//|:[\w+-]+:|discord", re.IGNORECASE)  # most words need no second look
_INVITE: Final = re.compile(r"(discord(?:app)?\.\w+)/", re.IGNORECASE)
_OPENING: Final = re.compile(r"^([-+>#]|\d+(?=[.)]))")

SMALL: Final = "-# "
STRIKE: Final = "~~"
_BOLD, _SLANTED = "**", "*"
SIGNS: Final = dict(zip(SIDES, ("🔵", "🟧", "🔺", "💜", "⭐"), strict=True))
"""What each side is known by: a shape as well as a colour, those that it has in the picture of the ground."""

_SIGNS: Final = frozenset(SIGNS.values())
_LOOKS: Final = {
    Mark.NAME: _BOLD,
    Mark.HEADING: _BOLD,
    Mark.GOOD: _BOLD,
    Mark.BAD: _BOLD,
    Mark.NOTE: _SLANTED,
    Mark.DROPPED: STRIKE,
    Mark.PLAIN: "",
    Mark.NUMBER: "",
    Mark.DICE: "",
    **SIGNS,
}


def mentions(ping: Pinged) -> str:
    """Return the first of those who are called as Discord reads them, each behind a blank."""
    called = [*(f" <@{user}>" for user in ping.users), *(f" <@&{role}>" for role in ping.roles)]
    return "".join(called[:MOST_PINGED])


def escaped(text: str) -> str:
    """Return ``text`` as Discord shows it letter by letter: no markup, no mention, no link, no line break.

    What cannot be seen is left out or, where it takes room, a blank.
    """
    seen = text if text.isprintable() and BLANKS.isdisjoint(text) else "".join(map(_visible, text))
    if not _SUSPECT.search(seen):
        return seen
    quiet = _MARKUP.sub(r"\\\g<0>", seen)
    return _INVITE.sub(r"\1\\/", quiet).replace("@", f"@{WORD_JOINER}")


def _visible(character: str) -> str:
    if character.isprintable():
        return " " if character in BLANKS else character
    return "" if unicodedata.category(character) == "Cf" else " "


@lru_cache(maxsize=512)  # what a reply says the log says again, and most of a tracker stays as it was
def line_text(line: Line) -> str:
    """Return one line; what explains stands small below what happened. Empty where nothing can be seen."""
    text = _unblocked("".join(_joined(line)).strip())
    return f"{SMALL}{text}" if line.depth and text else text


def _unblocked(text: str) -> str:
    """Return the text of a line that opens no heading, list or quotation."""
    opening = _OPENING.match(text)
    if not opening:
        return text
    if opening[1].isdigit():
        return f"{opening[1]}\\{text[opening.end() :]}"
    return f"\\{text}"


def _joined(line: Line) -> Iterator[str]:
    """Yield runs of one look, kept apart where two of them would touch and read as something else."""
    touching = False
    for look, spans in groupby(line.spans, lambda span: _look(span, line.depth)):
        if look in _SIGNS:
            yield f"{look} "
            continue
        text = escaped("".join(span.text for span in spans))
        if not look or not any(map(str.isalnum, text)):  # a lone bracket is not worth marks that may not be read
            yield text
            touching = touching and not text
            continue
        bare = text.strip()
        lead, trail = text[: text.index(bare)], text[text.index(bare) + len(bare) :]
        yield f"{lead}{WORD_JOINER if touching and not lead else ''}{look}{bare}{look}{trail}"
        touching = not trail


def _look(span: Span, depth: int) -> str:
    """Return the marks around a span; notes within an explanation are as small as the rest of it."""
    return "" if depth and span.mark is Mark.NOTE else _LOOKS[span.mark]
