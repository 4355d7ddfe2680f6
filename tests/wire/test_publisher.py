"""The publisher over doors and a postbox of paper: what it posts, in which order, and what it does when a door jams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from bot.core.wording import line
from bot.publisher import PARCELS_AT_ONCE, Publisher
from bot.service.parcels import LogThread, Parcel, Post, Posted

CHANNEL, LOG, GM_THREAD = 1, 10, 20
OPENED = LogThread(scene_id=1, fight=1, starter_id=LOG, thread_id=LOG, gm_thread_id=GM_THREAD)


class Paper:
    """Doors that lead to sheets of paper; `jam` is raised once, before or after the message stands there."""

    def __init__(self) -> None:
        self.sheets: dict[int, list[tuple[int, str]]] = {LOG: [], GM_THREAD: [], CHANNEL: []}
        self.jam: Exception | None = None
        self.jams_late = False
        self.struck: list[int] = []
        self._ids = iter(range(1000, 2000))

    async def send(self, place: Any, text: str, nonce: str | None = None) -> int:
        """Write a message."""
        jam, self.jam = self.jam, None
        if jam is None or self.jams_late:
            self.sheets[place.id].append((next(self._ids), text))
        if jam is not None:
            raise jam
        return self.sheets[place.id][-1][0]

    async def recent(self, place: Any, most: int) -> list[tuple[int, str]]:
        """What stands there."""
        return self.sheets[place.id][-most:]

    async def id_of(self, place: Any) -> int:
        """The number of the sheet."""
        return int(place.id)

    async def log_place(self, channel_id: int, known: LogThread) -> Any:
        """The log's sheet."""
        return _Place(known.thread_id)

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> Any:
        """The GM's sheet."""
        return _Place(known.gm_thread_id)

    async def rewrite(self, channel_id: int, message_id: int, change: Any) -> None:
        """Note what was struck."""
        self.struck.append(message_id)


class _Place(msgspec.Struct):
    id: int


class Box:
    """A postbox in memory; undone orders know where they stand once that has been noted."""

    def __init__(self, *parcels: Parcel) -> None:
        self.waiting = list(parcels)
        self.noted: dict[int, int] = {}

    def subscribe(self, listener: Any) -> None:
        """Nobody is told."""

    async def channels(self) -> tuple[int, ...]:
        """The one channel."""
        return (CHANNEL,)

    async def parcels(self, channel_id: int, most: int = 20) -> tuple[Parcel, ...]:
        """What waits."""
        marks = tuple(Posted("1", LOG, message) for message in self.noted.values())
        left = [parcel for parcel in self.waiting if parcel.id not in self.noted][:most]
        return tuple(msgspec.structs.replace(each, marks=marks) if each.kind is Post.UNDONE else each for each in left)

    async def posted(self, parcels: Sequence[int], channel_id: int, message_id: int) -> None:
        """Note where parcels stand."""
        self.noted |= dict.fromkeys(parcels, message_id)


def parcel(number: int, kind: Post = Post.ORDER, words: str = "waits") -> Parcel:
    """A parcel about order `number`; the GM's copies are numbered from 100."""
    key = number + 100 * (kind is Post.GM)
    lines = (line(f"{words} {number}"),)
    return Parcel(id=key, kind=kind, guild_id=1, channel_id=CHANNEL, log=OPENED, label=str(number), lines=lines)


async def published(paper: Paper, box: Box) -> Publisher:
    """A publisher that has posted what it could."""
    shown: list[int] = []

    async def tracker(channel_id: int) -> None:
        shown.append(channel_id)

    publisher = Publisher(paper, box, tracker)  # type: ignore[arg-type]
    await publisher.start()
    await publisher.flush()
    return publisher


def texts(paper: Paper, place: int) -> list[str]:
    """The messages on a sheet."""
    return [text for _, text in paper.sheets[place]]


async def test_each_log_is_posted_in_few_messages_and_in_order() -> None:
    paper = Paper()
    both = [parcel(number, kind) for number in range(1, 4) for kind in (Post.ORDER, Post.GM)]
    await published(paper, Box(*both))
    assert texts(paper, LOG) == ["`#1` waits 1\n`#2` waits 2\n`#3` waits 3"]
    assert texts(paper, GM_THREAD) == texts(paper, LOG)


async def test_more_than_one_turn_holds_is_posted_too() -> None:
    paper, box = Paper(), Box(*(parcel(number) for number in range(1, PARCELS_AT_ONCE + 3)))
    await published(paper, box)
    assert len(box.noted) == PARCELS_AT_ONCE + 2
    assert "\n".join(texts(paper, LOG)).count("`#") == PARCELS_AT_ONCE + 2


async def test_an_undo_strikes_what_was_posted_in_the_same_breath() -> None:
    paper = Paper()
    await published(paper, Box(parcel(1), parcel(2, Post.UNDONE)))
    assert paper.struck == [paper.sheets[LOG][0][0]]
    assert texts(paper, LOG) == ["`#1` waits 1", "`#2` waits 2"]


@pytest.mark.parametrize("jam", [OSError("cut off"), TimeoutError(), ValueError("a mistake of ours")])
@pytest.mark.parametrize("late", [False, True])
async def test_a_jammed_door_is_tried_again_and_nothing_stands_twice(jam: Exception, late: bool) -> None:
    paper, box = Paper(), Box(parcel(1), parcel(2))
    paper.jam, paper.jams_late = jam, late
    publisher = await published(paper, box)
    assert box.noted == {}
    publisher.wake(CHANNEL)
    await publisher.flush()
    assert "\n".join(texts(paper, LOG)) == "`#1` waits 1\n`#2` waits 2"
    assert set(box.noted) == {1, 2}


async def test_a_long_order_that_was_cut_off_gets_what_is_missing() -> None:
    paper, box = Paper(), Box(parcel(1, words="far away " * 400))
    await published(paper, box)
    whole = list(paper.sheets[LOG])
    assert len(whole) > 1
    paper.sheets[LOG], box.noted = whole[:1], {}
    await published(paper, box)
    assert texts(paper, LOG) == [text for _, text in whole]


async def test_what_a_crash_had_posted_is_only_noted() -> None:
    paper, box = Paper(), Box(parcel(1), parcel(2))
    await published(paper, box)
    before, box.noted = texts(paper, LOG), {}
    await published(paper, box)
    assert texts(paper, LOG) == before
    assert set(box.noted) == {1, 2}
