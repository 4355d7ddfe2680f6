"""Fights on paper: what they owe to Discord, when it was ordered, and how old it had become when it stood there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Final

import msgspec

from bot.core.wording import line
from bot.render.log import drafted
from bot.service.outbox import Letter, LogThread, Mail, Parcel, Post, Stream, TrackerPost
from bot.service.posting.letters import AT_ONCE, carrying
from bot.service.requests import Button, Pinged, TrackerView, Verb
from tests.bench.paper_discord import GUARDED, LOGGED

PLAYERS: Final = 4
LENGTHS: Final[Mapping[int, int]] = {40: 50, 110: 30, 350: 15, 1_500: 5}
"""Letters that an order is told in, each with how many of a hundred are as long.

In the recorded fights of tests/databases half are at most 56 and nine of ten at most 376 long, 176 on average; a shot
with all its circumstances has 1,500.
"""
KINDS: Final = {Stream.LOG: Post.ORDER, Stream.GM: Post.GM}
SQUADS: Final = Button("Squads", Verb.SQUAD)  # of every fight, which is more than there are

_replace = msgspec.structs.replace


@dataclass
class Fight:
    """One fight: what is owed of it, what was written down, and which state its tracker shows."""

    id: int
    head: int = 0
    shown: int = 0
    ordered_s: list[float] = field(default_factory=lambda: [0.0])  # by number
    owed: dict[Stream, list[Parcel]] = field(default_factory=lambda: {stream: [] for stream in Stream})
    letters: dict[Stream, list[Letter]] = field(default_factory=lambda: {stream: [] for stream in Stream})
    stood: dict[Stream, list[int]] = field(default_factory=lambda: {stream: [] for stream in Stream})
    tracker: TrackerPost = field(default_factory=partial(TrackerPost, scene_id=0, tracker=None))

    @property
    def log(self) -> LogThread:
        """Its threads, which are open."""
        return LogThread(
            scene_id=self.id, fight=1, starter_id=1, thread_id=self.id + LOGGED, gm_thread_id=self.id + GUARDED
        )

    def view(self) -> TrackerView:
        """Where it stands after its last order: somebody else is to act."""
        player = self.id * PLAYERS + self.head % PLAYERS
        words = {"title": "", "turn": str(self.head), "lines": ()}
        return TrackerView(channel_id=self.id, scene_id=self.id, fight=1, ping=Pinged((player,)), **words)  # type: ignore[arg-type]


class PaperPostbox:
    """What the publisher asks of the service, over fights on paper; ages are noted by stream, None for trackers."""

    def __init__(self, fights: int, length: Callable[[], int]) -> None:
        self.fights = {number: Fight(number) for number in range(1, fights + 1)}
        self.ages_s: dict[Stream | None, list[float]] = {stream: [] for stream in (*Stream, None)}
        self._length = length
        self._ids: Iterator[int] = count(1)
        self._listener: Callable[[int], None] = lambda _: None
        self._now_s = asyncio.get_running_loop().time

    def order(self, number: int) -> None:
        """Have something happen in a fight, of which everybody is told."""
        fight = self.fights[number]
        fight.head += 1
        fight.ordered_s.append(self._now_s())
        length = self._length()
        for stream, kind in KINDS.items():
            words = (line("x" * length),)
            parcel = Parcel(id=next(self._ids), kind=kind, fight=1, label=str(fight.head), lines=words)
            fight.owed[stream].append(parcel)
        self._listener(number)

    @property
    def owed(self) -> int:
        """How many promises are not kept, and trackers not true."""
        return sum(
            sum(map(len, each.owed.values())) + sum(map(len, each.letters.values())) + (each.shown < each.head)
            for each in self.fights.values()
        )

    def amiss(self) -> list[str]:
        """Where a log does not hold every order once and in order."""
        return [
            f"fight {each.id}, {stream}: {each.stood[stream]}"
            for each in self.fights.values()
            for stream in KINDS
            if each.stood[stream] != list(range(1, each.head + 1))
        ]

    # --- what the publisher, the postman and the tracker ask

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """See Postbox."""
        self._listener = listener

    async def channels(self) -> tuple[int, ...]:
        """See Postbox."""
        return ()

    def check(self, lease: int) -> None:
        """See Postbox: there is but one process."""

    async def pass_on(self, channel_id: int) -> None:
        """See Postbox."""

    async def let_in(self, letter: Letter) -> tuple[int, ...]:
        """See Postbox: a GM for each fight."""
        return (letter.channel_id,)

    async def no_gms(self, letter: Letter, members: object, parent_id: int) -> list[int]:
        """See Postbox: they are GMs still."""
        return []

    def stands(self, lease: int) -> bool:
        """See Postbox."""
        return True

    async def owing(self, channel_id: int) -> frozenset[Stream | None]:
        """See Postbox."""
        fight = self.fights[channel_id]
        streams = [stream for stream in Stream if fight.owed[stream] or fight.letters[stream]]
        return frozenset((*streams, *([None] if fight.shown < fight.head else [])))

    async def mail(
        self, channel_id: int, streams: Collection[Stream], *, with_tracker: bool, rides: bool = False
    ) -> Mail:
        """See Postbox."""
        fight = self.fights[channel_id]
        letters: list[Letter] = []
        more: set[Stream] = set()
        for stream in streams:
            found = fight.letters[stream][:AT_ONCE] or list(self._drafted(fight, stream))
            letters += found
            if len(fight.owed[stream]) > AT_ONCE:
                more.add(stream)
        post = self._tracker(fight) if fight.shown < fight.head else None
        if post and rides and (fight.owed[Stream.LOG] or fight.letters[Stream.LOG]):
            letters = list(carrying(letters, post.ping, str(fight.head)))
            post = _replace(post, ping=Pinged())
        return Mail(tuple(letters), frozenset(more), post if with_tracker else None)

    def _drafted(self, fight: Fight, stream: Stream) -> Iterator[Letter]:
        for each in drafted(fight.owed[stream][:AT_ONCE]):
            nonce = f"{fight.id}:{stream}:{each.parts[0].parcel_id}"
            yield Letter(
                kind=KINDS[stream],
                stream=stream,
                channel_id=fight.id,
                log=fight.log,
                parts=each.parts,
                text=each.text,
                nonce=nonce,
                buttons=(SQUADS,) if stream is Stream.GM else (),
            )

    def _tracker(self, fight: Fight) -> TrackerPost:
        view = fight.view()
        ping = view.ping if view.turn != fight.tracker.pinged else Pinged()
        words = {"blocks": (f"Order {fight.head}",), "head": "Fight", "nonce": str(fight.head)}
        known = _replace(fight.tracker, scene_id=fight.id, tracker=view, version=fight.head, ping=ping)
        return _replace(known, **words)

    async def write_down(self, letters: Sequence[Letter]) -> tuple[Letter, ...]:
        """See Postbox."""
        written = tuple(_replace(each, id=next(self._ids)) for each in letters)
        for each in written:
            fight = self.fights[each.channel_id]
            named = {part.parcel_id for part in each.parts}
            fight.owed[each.stream] = [parcel for parcel in fight.owed[each.stream] if parcel.id not in named]
            fight.letters[each.stream].append(each)
        return written

    async def posted(self, letter: Letter, place_id: int, message_id: int) -> None:
        """See Postbox."""
        fight, now_s = self.fights[letter.channel_id], self._now_s()
        fight.letters[letter.stream].remove(letter)
        if letter.ping:
            fight.tracker = _replace(fight.tracker, pinged=letter.turn)
        for label in _labels(letter.text):
            fight.stood[letter.stream].append(label)
            self.ages_s[letter.stream].append(now_s - fight.ordered_s[label])

    async def tracker_posted(self, post: TrackerPost, message_id: int) -> None:
        """See Postbox."""
        fight, now_s = self.fights[post.scene_id], self._now_s()
        self.ages_s[None] += [now_s - at_s for at_s in fight.ordered_s[fight.shown + 1 : post.version + 1]]
        fight.shown = post.version
        pinged = post.tracker.turn if post.tracker and post.ping else fight.tracker.pinged
        fight.tracker = _replace(post, message_id=message_id, channel_id=fight.id, pinged=pinged, ping=Pinged())


def _labels(text: str) -> list[int]:
    return [int(each.partition("`")[0]) for each in text.split("`#")[1:]]


def mixed(dice: random.Random) -> Callable[[], int]:
    """How long an order is told, as chance has it."""
    lengths, weights = list(LENGTHS), list(LENGTHS.values())
    return lambda: dice.choices(lengths, weights)[0]
