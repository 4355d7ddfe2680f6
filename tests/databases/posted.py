"""What the threads of a fight show against what the bot's own log says that they must: every order, whole and once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, zip_longest

from bot.render.markdown import SIGNS, UNBROKEN
from tests.databases.manifest import Entry
from tests.wire.battle import LABEL
from tests.wire.pages import CALL
from tests.wire.world import Channel, Message

Order = tuple[str, str]
UNSEEN = str.maketrans("", "", "*_~`\\\N{WORD JOINER}")
SIGNED = re.compile(f"({'|'.join(SIGNS.values())})[ {UNBROKEN}]")
SMALL = "-# "
NORMAL = 0
BESIDE = re.compile(r"(Secret|Dice)\b|\d+ orders? w(as|ere) carried out|$")
"""What stands in a thread and is of no order: the promises of the dice, and how a fight ended."""


SEALED = re.compile(r"Dice sealed: [0-9a-f]{64}$")
"""What a chapter opens with, on a page of its own or behind the orders before it; no log has it among its orders."""


def bare(text: str) -> str:
    """The words alone, whatever looks they were given and however sides are told apart beside them."""
    return " ".join(SIGNED.sub("", text.translate(UNSEEN)).split())


def shown(places: Iterable[Channel]) -> list[Order]:
    """The orders that messages show from the first to the last: number and words, the pages of one order together.

    A message without a number goes on with the order before it: something hidden made time pass.
    """
    found: list[Order] = []
    for label, words in (part for place in places for message in _posts(place) for part in _parts(message.told)):
        if found and label in ("", found[-1][0]):
            found[-1] = (found[-1][0], f"{found[-1][1]} {words}")
        elif label:
            found.append((label, words))
    return found


def since(number: str, orders: Sequence[Order]) -> list[Order]:
    """The orders from a number on; all where it is not among them."""
    labels = [label for label, _ in orders]
    return list(orders[labels.index(number) :]) if number in labels else list(orders)


def unnumbered(places: Iterable[Channel]) -> list[str]:
    """The messages of threads that belong to no order: the promises of the dice, and how fights ended."""
    texts = (_told(message) for place in places for message in _posts(place))
    return [text for text in texts if text and BESIDE.match(bare(text))]


def promised(places: Iterable[Channel]) -> bool:
    """Whether a thread shows by what its dice are sealed, in the words of today or in those of older versions."""
    lines = [
        bare(text.removeprefix(SMALL)) for place in places for each in _posts(place) for text in each.told.split("\n")
    ]
    return any("sha256" in line or SEALED.match(line) for line in lines)


def struck(places: Iterable[Channel]) -> set[str]:
    """The numbers of the orders all of whose lines are struck out."""
    marks: dict[str, set[bool]] = {}
    for label, line in _lines(places):
        marks.setdefault(label, set()).add(_is_struck(line))
    return {label for label, seen in marks.items() if seen == {True}}


def _is_struck(line: str) -> bool:
    return line.startswith("~~") and line.endswith("~~")


def expected(log: Sequence[Entry], logged_from: str) -> list[Order]:
    """The orders that a reader's log has from a number on, as the threads must show them."""
    numbers = [entry.number for entry in log]
    entries = log[numbers.index(logged_from) :]
    return [(entry.number, bare(" ".join(entry.words))) for entry in entries if entry.words]


def as_they_stood(found: list[Order], owed: list[Order], stood: Mapping[str, str]) -> list[Order]:
    """What a thread must show: of the orders that ``stood`` there, in whatever words, only that they go on so.

    That holds of those, too, of which nothing would be told today.
    """
    shown_, due = dict(found), dict(owed)
    must = [
        (label, shown_[label] if shown_.get(label, "").startswith(stood.get(label, "\n")) else words)
        for label, words in owed
    ]
    for at, (label, words) in enumerate(found):
        if label in stood and label not in due and words.startswith(stood[label]):
            must.insert(at, (label, words))
    return must


def differences(found: dict[str, list[Order]], owed: dict[str, list[Order]]) -> Iterator[str]:
    """Where each thread first shows something else than it must, in a few words."""
    for key, orders in owed.items():
        pairs = zip_longest(found[key], orders, fillvalue=("nothing", ""))
        differing = ((shows, due) for shows, due in pairs if shows != due)
        for (label, words), (due, wanted) in islice(differing, 1):
            at = _alike(words, wanted)
            yield f"{key} shows #{label} for #{due}, after {at} letters {words[at : at + 60]!r}"
            yield f"    for {wanted[at : at + 60]!r}, {len(words)} letters for {len(wanted)}"


def _alike(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    return next(
        (at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )


def _told(message: Message) -> str:
    """What a message says, but for whom it calls, which no log has."""
    return CALL.sub("", message.told)


def _posts(place: Channel) -> list[Message]:
    return [message for message in place.messages.values() if message.kind == NORMAL]


@lru_cache(maxsize=1000)  # whoever waits for a thread reads all of it again with each message
def _parts(told: str) -> tuple[Order, ...]:
    """Runs of lines of a message that belong to one order.

    What went on without a number and was undone stands struck out, and is in no log.
    """
    words, label = CALL.sub("", told), ""
    if BESIDE.match(bare(words)):
        return ()
    parts: list[Order] = []
    for text in words.split("\n"):
        found = LABEL.match(text)
        label = found[1] if found else label
        if SEALED.match(bare(text.removeprefix(SMALL))):
            continue
        if label or not _is_struck(text.removeprefix(SMALL).strip()):
            parts.append((label, bare((text[found.end() :] if found else text).removeprefix(SMALL))))
    return tuple(parts)


def _lines(places: Iterable[Channel]) -> Iterator[Order]:
    """Every line below an order's number without it."""
    for message in (message for place in places for message in _posts(place) if LABEL.match(_told(message))):
        label = ""
        for text in _told(message).split("\n"):
            found = LABEL.match(text)
            label = found[1] if found else label
            yield label, (text[found.end() :] if found else text).removeprefix(SMALL).strip()
