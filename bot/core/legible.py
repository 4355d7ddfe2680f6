"""What people may call things: words that can be seen, told from others, and read as nothing but words."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

from bot.core.wording import BLANKS

MARKUP = frozenset("@<>`*~|\\#")
MARKS_OF_PEOPLE = frozenset("@#")  # they stand in lists of names with places: "Bob#2 3, Cy 5@4"
MOST_MARKS = 3  # accents and the like on one letter; some scripts need that many
_NO_TEXT = re.compile(r"[\x00\ud800-\udfff]")
_OWN_NUMBER = re.compile(r"(?<=\w) ?#\d{1,2}$")  # what tells the second of two with one name apart


def is_text(text: str) -> bool:
    """Tell whether it can be written down at all: no half of a surrogate pair, and no zero."""
    return _NO_TEXT.search(text) is None


def is_legible(text: str) -> bool:
    """Tell whether all of it can be seen and told from others: no blank letters, no marks alone or piled up."""
    if text.isascii():
        return text.isprintable()
    marks = [len(list(run)) for is_mark, run in groupby(text, _is_mark) if is_mark]
    seen = text.isprintable() and BLANKS.isdisjoint(text) and not _is_mark(text[0])
    return seen and max(marks, default=0) <= MOST_MARKS


def _is_mark(letter: str) -> bool:
    return unicodedata.category(letter).startswith("M")


def is_plain(text: str, besides: frozenset[str] = frozenset()) -> bool:
    """Tell whether it is legible and can close no markup, mention nobody and pass for no number of an order.

    The number that tells two of one name apart may stand at its end; ``besides`` are marks that may stand anywhere.
    """
    return is_legible(text) and (MARKUP - besides).isdisjoint(_OWN_NUMBER.sub("", text))


def plainly() -> str:
    """Return how to write so that it is plain."""
    return f"Use printable characters, and none of {' '.join(sorted(MARKUP))}"
