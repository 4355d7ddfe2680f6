"""What became of a channel's orders, judged from outside: the log as `/log export` has it against what people can read.

Words are compared without their markup, all of them and in order, so that a page that is missing, doubled or in the
wrong place is seen whichever message it stood in. Nothing is read from the database.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from bot.render.markdown import SIGNS, UNBROKEN
from tests.wire.battle import LABEL
from tests.wire.client import Wire
from tests.wire.pages import CALL
from tests.wire.world import PRIVATE_THREAD, Channel, Interaction, Json, Message

MARKUP: Final = re.compile(rf"^-# |[*~`\u2060]|[{''.join(SIGNS.values())}][ {UNBROKEN}]")
LEAD: Final = re.compile(r"^(-# )?`#g?\d+` ")
BEGINS: Final = re.compile(r"^Fight \d+\b.* begins\.$")
STARTS: Final = re.compile(r"^Fight \d+.* · ")
ENDS: Final = re.compile(r"^Fight \d+ is over\.$")
ANSWERED: Final = 20  # the kind of a message that answers a command
TRACKED: Final = "ft:next:"


@dataclass(frozen=True)
class Order:
    """An order as the export has it: its number, its words, and when its interaction was made."""

    label: str
    words: tuple[str, ...]
    at_ms: int


@dataclass(frozen=True)
class Line:
    """A line of a log without its markup; `small` ones tell what the answer in the channel leaves out."""

    text: str
    small: bool


@dataclass(frozen=True)
class Entry:
    """The consecutive lines that stand under one number, or under none."""

    label: str
    lines: tuple[Line, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(each.text for each in self.lines)


@dataclass(frozen=True)
class Export:
    """Everything one reader may know of a channel's scene."""

    orders: tuple[Order, ...] = ()
    seals: tuple[str, ...] = ()

    @property
    def in_fights(self) -> tuple[Order, ...]:
        """The orders that a log must show: from where a fight begins to where it is over."""
        found, open_now = [], False
        for order in self.orders:
            open_now = open_now or bool(BEGINS.match(order.words[0]))
            if open_now:
                found.append(order)
            open_now = open_now and not ENDS.match(order.words[0])
        return tuple(found)


@dataclass
class Logbook:
    """One channel: what it and its threads show, what was in threads that have been deleted, and which were locked.

    Where a thread was locked for a while the log may go on in it, or stand in another from its first line on.
    """

    wire: Wire
    channel: Channel
    lost: list[Channel] = field(default_factory=list)
    locked: list[Channel] = field(default_factory=list)
    told: Export = Export()
    known_to_gm: Export = Export()

    async def export(self) -> None:
        """Ask the bot for the log as a player may know it, and as the GM does."""
        self.told = await exported(self.wire, "ann", self.channel)
        self.known_to_gm = await exported(self.wire, "gm", self.channel)

    def amiss(self, cut_off: Iterable[int] = ()) -> list[str]:
        """Everything that does not agree; of `cut_off` interactions the channel need not show the answer."""
        public = [*self._threads(gm=False), self.channel]
        secret = self._threads(gm=True)
        return [
            *(f"log: {what}" for what in self._log(self.told.in_fights, public, gm=False)),
            *(f"GM: {what}" for what in self._log(self.known_to_gm.in_fights, secret, gm=True)),
            *(f"GM: nobody was let into {each.name}" for each in self._open(secret) if not self._with_gm(each)),
            *(f"dice: {what}" for what in self._untold_seals(public)),
            *(f"channel: {what}" for what in self._answers(public, set(cut_off))),
            *(f"tracker: {what}" for what in self._tracker()),
        ]

    def _threads(self, *, gm: bool) -> list[Channel]:
        return [each for each in self.wire.threads(self.channel) if (each.kind == PRIVATE_THREAD) == gm]

    def _log(self, orders: Sequence[Order], places: Sequence[Channel], *, gm: bool) -> list[str]:
        """What is amiss with a log; nothing if it is whole without the threads that were locked."""
        found = list(_amiss(orders, entries(places), entries(self._lost(gm=gm))))
        left = [each for each in self.locked if (each.kind == PRIVATE_THREAD) == gm]
        if found and left:
            anew = _amiss(orders, entries(self._open(places)), entries([*self._lost(gm=gm), *left]))
            return found if list(anew) else []
        return found

    def _open(self, places: Iterable[Channel]) -> list[Channel]:
        return [each for each in places if each not in self.locked]

    def _with_gm(self, thread: Channel) -> bool:
        return self.wire.person("gm").id in thread.members

    def _lost(self, *, gm: bool) -> list[Channel]:
        return [each for each in self.lost if (each.kind == PRIVATE_THREAD) == gm]

    def _untold_seals(self, public: Sequence[Channel]) -> Iterator[str]:
        """Each chapter's seal stands in the log once; once more where the thread it stood in is gone."""
        everywhere = "\n".join(message.told for place in (*public, *self.lost) for message in posts(place))
        here = "\n".join(message.told for place in self._open(public) for message in posts(place))
        for seal in self.told.seals:
            if not everywhere.count(seal) or here.count(seal) > 1:
                yield f"a seal stands there {here.count(seal)} times"

    def _answers(self, public: Sequence[Channel], cut_off: set[int]) -> Iterator[str]:
        """Each outcome stands in the channel once, whole, in the answer to its command."""
        shown = {entry.label: entry for entry in entries(public)}
        at_ms = {order.at_ms: order for order in self.told.orders}
        for interaction in self.wire.world.interactions.values():
            order = at_ms.get(made_at_ms(interaction)) if interaction.channel_id == self.channel.id else None
            if order is not None:
                yield from self._answer(interaction, order, shown.get(order.label), cut_off)

    def _answer(self, interaction: Interaction, order: Order, shown: Entry | None, cut_off: set[int]) -> Iterator[str]:
        said = [each for each in outcome(interaction) if each.id in self.channel.messages]
        if not said:
            if interaction.id not in cut_off:
                yield f"#{order.label} was never told"
            return
        told = [line.text for entry in _entries_of(said) for line in entry.lines]
        lines = list(mended(told, order.words))
        large = [line.text for line in shown.lines if not line.small] if shown else told
        expected = list(mended(large, order.words))
        summary = lines[len(expected) :] if ENDS.match(order.words[0]) else []
        if interaction.id in cut_off and len(set(lines)) == len(lines):
            return
        if lines != [*expected, *summary]:
            yield f"#{order.label} reads {difference(lines, expected)}"
        if summary and not self._sums_up(summary):
            yield f"the log has not the summary of #{order.label}, or has it twice"

    def _sums_up(self, summary: list[str]) -> bool:
        """Whether the log has these lines under no number, once where it can be read."""
        public = [*self._threads(gm=False), self.channel]
        here = _found(summary, self._open(public))
        return here == 1 or (not here and bool(_found(summary, [*self.lost, *self.locked])))

    def _tracker(self) -> Iterator[str]:
        """One tracker where a fight is open."""
        found = sum(TRACKED in json.dumps(message.components) for message in self.channel.messages.values())
        last = self.told.in_fights[-1:]
        if last and not ENDS.match(last[0].words[0]) and found != 1:
            yield f"there are {found}"


async def exported(wire: Wire, user: str, channel: Channel) -> Export:
    """`/log export`, read; empty where there is nothing to export."""
    answer = await wire.slash(user, channel, "/log export")
    if answer.message is None or not answer.message.attachments:
        return Export()
    found = json.loads(wire.world.files[answer.message.attachments[0]["id"]])
    seals = [chapter["seal"] for chapter in found["dice"] if chapter["chapter"] > 1]
    return Export(tuple(_order(each) for each in found["orders"]), tuple(seals))


def _order(found: Json) -> Order:
    return Order(found["number"], tuple(plain(each) for each in found["words"]), found["at_ms"])


def plain(line: str) -> str:
    """A line without its number and its markup."""
    return MARKUP.sub("", LEAD.sub("", line))


def posts(place: Channel) -> list[Message]:
    """What the bot posted of its own accord, but for trackers and for what a thread hangs on."""
    own = (each for each in place.messages.values() if not each.kind and not STARTS.match(plain(each.told)))
    return [each for each in own if TRACKED not in json.dumps(each.components)]


def entries(places: Iterable[Channel]) -> list[Entry]:
    """What the messages of a log say, in the order in which they were posted, wherever they stand."""
    return _entries_of(sorted((each for place in places for each in posts(place)), key=lambda message: message.id))


def _found(words: Sequence[str], places: Iterable[Channel]) -> int:
    """How often these lines stand somewhere under no number."""
    lines = [text for entry in entries(places) if not entry.label for text in entry.words]
    return sum(lines[at : at + len(words)] == list(words) for at in range(len(lines)))


def _entries_of(messages: Iterable[Message]) -> list[Entry]:
    """A number holds for the lines below it in its message; without one they belong to no order."""
    found: list[tuple[str, Line]] = []
    for message in messages:
        label = ""
        for line in CALL.sub("", message.told).split("\n"):
            number = LABEL.match(line)
            label = number[1] if number else label
            found.append((label, Line(plain(line), line.startswith("-# "))))
    return [Entry(label, tuple(line for _, line in lines)) for label, lines in groupby(found, key=lambda pair: pair[0])]


def _amiss(orders: Sequence[Order], shown: Sequence[Entry], lost: Sequence[Entry]) -> Iterator[str]:
    """Each order is there, once, whole and in its place; what was lost with a thread need not be there again."""
    expected = {order.label: order.words for order in orders}
    gone: dict[str, tuple[str, ...]] = {}
    for entry in lost:
        gone[entry.label] = gone.get(entry.label, ()) + entry.words
    numbered = [entry for entry in shown if entry.label]
    for entry in numbered:
        words = expected.get(entry.label)
        if words is None:
            yield f"#{entry.label} does not belong there"
        elif words not in (mended(entry.words, words), mended(gone.get(entry.label, ()) + entry.words, words)):
            yield f"#{entry.label} reads {difference(entry.words, words)}"
    labels = [entry.label for entry in numbered]
    doubled = [label for label, times in Counter(labels).items() if times > 1]
    if doubled:
        yield f"twice: {', '.join('#' + each for each in doubled)}"
    missing = [
        label
        for label, words in expected.items()
        if label not in labels and mended(gone.get(label, ()), words) != words
    ]
    if missing:
        yield f"missing: {', '.join('#' + each for each in missing)}"
    in_order = [label for label in expected if label in labels]
    if not doubled and set(labels) <= set(expected) and labels != in_order:
        yield f"out of order: {labels}"


def mended(found: Iterable[str], expected: Iterable[str]) -> tuple[str, ...]:
    """Return lines as they were found, but those whole again that the ends of messages have cut."""
    whole: list[str] = []
    lines = tuple(expected)
    for text in found:
        joined = f"{whole[-1]} {text}" if whole else text
        if whole and whole[-1] not in lines and any(line.startswith(joined) for line in lines):
            whole[-1] = joined
        else:
            whole.append(text)
    return tuple(whole)


def outcome(interaction: Interaction) -> list[Message]:
    """What answered an interaction, page by page, where everybody reads it."""
    found = [each for each in (interaction.original, *interaction.followups) if each is not None]
    return [each for each in found if not each.ephemeral and each.kind == ANSWERED]


def made_at_ms(interaction: Interaction) -> int:
    """When an interaction was made, as its order has it."""
    return (interaction.id >> 22) + 1_420_070_400_000


def difference(found: Sequence[str], expected: Sequence[str]) -> str:
    """Where two texts part, and how long they are."""
    pairs = enumerate(zip(found, expected, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), min(len(found), len(expected)))
    return f"{len(found)} lines for {len(expected)}, apart at {at}: {found[at : at + 1]} for {expected[at : at + 1]}"
