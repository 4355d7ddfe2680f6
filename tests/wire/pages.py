"""What a thread shows, as its reader puts it together: the words of each order from all messages that it stands in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from bot.render.markdown import SIGNS
from bot.service.posting.worded_posts import WAITS_UNSEEN
from tests.wire.world import Channel

NUMBERED: Final = re.compile(r"^(?:-# )?`#(g?\d+)` ")
CALL: Final = re.compile(  # whom a page calls is not in the log
    rf"\A-# Waiting for(?: <@&?\d+>)+\n|(?:\n|\A)[^\n]*{re.escape(WAITS_UNSEEN)}"
)
SMALL: Final = "-# "
LOOKS: Final = frozenset("\\*~_|`")  # what makes words bold, small or struck out, and what keeps them from being so
MARKS: Final = frozenset(SIGNS.values())  # of sides, which the export leaves out


class Page(NamedTuple):
    """Words behind the number of an order ("12", "g3"), or behind none; without looks, blanks and line breaks."""

    label: str
    words: str


def bare(text: str) -> str:
    """Text as it is compared: letters and signs alone, since messages may be cut at any blank."""
    return "".join(sign for sign in text if sign not in LOOKS | MARKS and sign.isprintable() and not sign.isspace())


@lru_cache(maxsize=200_000)
def parts(content: str) -> tuple[Page, ...]:
    """The parts of orders in one message; what stands before the first number has none."""
    found: list[tuple[str, str]] = []
    label = ""
    for line in CALL.sub("", content).split("\n"):
        number = NUMBERED.match(line)
        if number:
            label = number[1]
        found.append((label, bare(line[number.end() :] if number else line.removeprefix(SMALL))))
    return joined(Page(*each) for each in found)


def joined(pages: Iterable[Page]) -> tuple[Page, ...]:
    """Pages that follow each other under one number put together; those without words left out."""
    groups = groupby((page for page in pages if page.words), lambda page: page.label)
    return tuple(Page(label, "".join(page.words for page in group)) for label, group in groups)


def posted(place: Channel) -> Iterator[Page]:
    """The parts in a thread, message by message."""
    for message in place.messages.values():
        if message.told:
            yield from parts(message.told)


def shown(place: Channel) -> tuple[Page, ...]:
    """What a thread shows of each order, in order."""
    return joined(posted(place))


def unlike(there: Sequence[Page], owed: Sequence[Page], *, whole: bool) -> str:
    """How what is there differs from what is owed, or nothing; unless it must be whole, the end may be missing."""
    for at, (page, due) in enumerate(zip(there, owed, strict=False)):
        last = at == len(there) - 1 and not whole
        if page.label != due.label:
            return f"{_called(page)} stands where {_called(due)} belongs"
        if page.words != due.words and not (last and due.words.startswith(page.words)):
            return f"{_called(due)} is not as it was: {_difference(page.words, due.words)}"
    if len(there) > len(owed):
        return f"{_called(there[len(owed)])} was never promised"
    if whole and len(there) < len(owed):
        return f"{_called(owed[len(there)])} is missing, with {len(owed) - len(there) - 1} more"
    return ""


def _called(page: Page) -> str:
    return f"#{page.label}" if page.label else f"what has no number ({page.words[:30]}...)"


def _difference(there: str, due: str) -> str:
    at = next((at for at, pair in enumerate(zip(there, due, strict=False)) if pair[0] != pair[1]), -1)
    if at < 0:
        at = min(len(there), len(due))
    around = slice(max(0, at - 20), at + 40)
    return f"{len(there)} letters for {len(due)}, at {at} {there[around]!r} for {due[around]!r}"
