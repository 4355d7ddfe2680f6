"""The books after a crash: what people were promised, what the database holds and what the threads say must agree.

The database is read with plain SQL, behind the bot's back, so that a mistake in the bot's own reading cannot hide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import discord.utils

from bot.settings import Database
from tests.wire import pages
from tests.wire.battle import Try
from tests.wire.client import Wire
from tests.wire.rows import rows
from tests.wire.world import PRIVATE_THREAD, Channel

Moment = tuple[int, int]
BEGINNING = 60  # letters by which two messages are known to tell the same

ORDERS = """
    SELECT ordinal, user_id, at_ms, number, gm_only, fight, voids, again FROM orders JOIN scenes ON scenes.id = scene_id
    WHERE {guild} IN (0, guild_id) ORDER BY ordinal
"""
PROMISED = """
    SELECT ordinal, kind FROM outbox JOIN scenes ON scenes.id = scene_id
    WHERE kind IN ('order', 'undone', 'gm') AND {guild} IN (0, guild_id) ORDER BY outbox.id
"""


@dataclass(frozen=True)
class Entry:
    """An order as its row has it."""

    ordinal: int
    user_id: int
    at_ms: int
    number: int
    gm_only: int
    fight: int
    voids: int
    again: int

    @property
    def label(self) -> str:
        """The number that people know it by."""
        return f"g{self.number}" if self.gm_only else str(self.number)


@dataclass(frozen=True)
class Book:
    """All orders, and the labels that the public thread and the GM's must show, in order."""

    entries: tuple[Entry, ...]
    public: tuple[str, ...]
    gm: tuple[str, ...]


def read(database: Database, guild_id: int = 0) -> Book:
    """The books of the one scene of a guild, or of the one in a database."""
    orders, promised = rows(database, ORDERS.format(guild=guild_id), PROMISED.format(guild=guild_id))
    entries = tuple(Entry(*row) for row in orders)
    labels = {entry.ordinal: entry.label for entry in entries}
    public = tuple(labels[ordinal] for ordinal, kind in promised if kind != "gm")
    return Book(entries, public, tuple(labels[ordinal] for ordinal, kind in promised if kind == "gm"))


def posted(wire: Wire, *, gm: bool = False) -> list[str]:
    """The order numbers that the log threads, or the GM's, show from the first message to the last."""
    places = [each for each in wire.threads() if (each.kind == PRIVATE_THREAD) == gm]
    return [label for place in places for label in _labels(place)]


def _labels(place: Channel) -> Iterator[str]:
    """The numbers in order; a message that continues an order has its number too, before other words."""
    last, seen = "", set[str]()
    for label, words in pages.posted(place):
        if label and (label != last or words in seen):
            last, seen = label, set()
            yield label
        seen.add(words)


def repeated(channel: Channel) -> Iterator[str]:
    """The orders that a channel tells of more than once; one that was ordered aside may go on in further messages."""
    told = Counter(
        (part.label, part.words[:BEGINNING])
        for message in channel.messages.values()
        for part in pages.parts(message.told)
        if part.label
    )
    for (label, _), messages in told.items():
        if messages > 1:
            yield f"#{label} begins in {messages} messages of {channel.name}"


def moment(wire: Wire, tried: Try) -> Moment:
    """Who and when: an order keeps both of the interaction that gave it."""
    return wire.person(tried.user).id, created_ms(tried.interaction_id)


def created_ms(interaction_id: int) -> int:
    """When an interaction came to be, in milliseconds."""
    return int(discord.utils.snowflake_time(interaction_id).timestamp() * 1000)


def broken(wire: Wire, tries: Iterable[Try], book: Book) -> Iterator[str]:
    """What does not agree while the threads may still lag behind."""
    tries = tuple(tries)
    yield from _lost(wire, tries, book)
    yield from _doubled(wire, book)
    yield from _unpromised(book)
    for gm, expected in ((False, book.public), (True, book.gm)):
        shown = posted(wire, gm=gm)
        if tuple(shown) != expected[: len(shown)]:
            yield f"{'the GM thread' if gm else 'the log'} is out of order: {_difference(shown, expected)}"


def _lost(wire: Wire, tries: Sequence[Try], book: Book) -> Iterator[str]:
    """Every number that was acknowledged is an order, of whoever was told it."""
    known = {entry.label: (entry.user_id, entry.at_ms) for entry in book.entries}
    for each in tries:
        if each.label and known.get(each.label) != moment(wire, each):
            yield f"{each.user} was told #{each.label} for {each.command}, and the database has {known.get(each.label)}"


def _doubled(wire: Wire, book: Book) -> Iterator[str]:
    """No interaction led to two orders, but for those that its undo gave again unchanged."""
    people = {user.id: name for name, user in wire.guild.people.items()}
    asked = Counter(
        moment(wire, Try(people[each.user.id], "", {}, each.id))
        for each in wire.world.interactions.values()
        if each.user.id in people
    )
    given = Counter((entry.user_id, entry.at_ms) for entry in book.entries if not entry.again)
    for who_and_when, orders in given.items():
        if orders > asked[who_and_when]:
            yield f"{orders} orders came from {asked[who_and_when]} commands of {who_and_when}"


def _unpromised(book: Book) -> Iterator[str]:
    """Every order of a fight is promised to its log once, and to the GM's."""
    public = {entry.label for entry in book.entries if entry.fight and not entry.gm_only}
    everything = {entry.label for entry in book.entries if entry.fight}
    for missing in (public - set(book.public)) | (everything - set(book.gm)):
        yield f"#{missing} was never promised to the log"
    if len(set(book.public)) < len(book.public) or len(set(book.gm)) < len(book.gm):
        yield "an order was promised to the log twice"


def complete(wire: Wire, book: Book) -> bool:
    """Whether the threads show all that they must."""
    return len(posted(wire)) >= len(book.public) and len(posted(wire, gm=True)) >= len(book.gm)


def _difference(shown: Sequence[str], expected: Sequence[str]) -> str:
    at = next((at for at, pair in enumerate(zip(shown, expected, strict=False)) if pair[0] != pair[1]), len(expected))
    return f"at {at}: {list(shown[max(0, at - 2) : at + 4])} for {list(expected[max(0, at - 2) : at + 4])}"
