"""The publisher over places and a postbox of paper: what it posts, in which order, and what when a place is jammed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import msgspec
import pytest
from aiohttp import web
from structlog.testing import capture_logs

from bot.core.errors import NewerError
from bot.core.wording import line
from bot.posting.last_buttons import LastButtons
from bot.posting.places import NO_GM_THREAD, ClosedError, GoneError, LockedError, Sent
from bot.posting.postman import Postman
from bot.posting.publisher import LONGEST_RETRY_S, Publisher
from bot.render.markdown import line_text
from bot.service.outbox import Abandoned, Letter, LogThread, Mail, Marks, ParcelPart, Post, Posted, Stream
from bot.service.ports import UnreachedError
from bot.service.posting.leases import LostLeaseError
from bot.service.requests import Button, Pinged, Verb
from tests.bench.simulated_time import simulated

CHANNEL, LOG, GM_THREAD, ANOTHER = 1, 10, 20, 30
OPENED = LogThread(scene_id=1, fight=1, starter_id=LOG, thread_id=LOG, gm_thread_id=GM_THREAD)


class Place(msgspec.Struct, frozen=True):
    """A sheet of paper."""

    id: int


class Paper:
    """PaperPlaces that lead to sheets of paper; a `jam` is raised once, before or after the message stands there.

    `closed` places raise what they are told to, always; `nonces` are remembered until they are forgotten.
    """

    def __init__(self) -> None:
        self.sheets: dict[int, list[Sent]] = {CHANNEL: [], LOG: [], GM_THREAD: [], ANOTHER: []}
        self.jam: Exception | None = None
        self.jams_late = False
        self.closed: dict[int, Exception] = {}
        self.nonces: dict[str, Sent] = {}
        self.struck: list[int] = []
        self.bared: list[tuple[int, int]] = []
        self.letters: list[tuple[tuple[int, ...], str]] = []
        self.readable = True
        self._ids = iter(range(1000, 2000))

    async def send(self, place: Place, text: str, *, nonce: str, view: Any = None, mentions: Any = None) -> Sent:
        """Write a message."""
        if place.id in self.closed:
            raise self.closed[place.id]
        jam, self.jam = self.jam, None
        if jam is not None and not self.jams_late:
            raise jam
        if nonce not in self.nonces:
            rows = view.to_components() if isinstance(view, discord.ui.View) else []
            verbs = frozenset(Verb(each["custom_id"].split(":")[1]) for row in rows for each in row["components"])
            self.nonces[nonce] = Sent(next(self._ids), place.id, text, verbs)
            self.sheets[place.id].append(self.nonces[nonce])
        if jam is not None:
            raise jam
        return self.nonces[nonce]

    async def recent(self, place: Place) -> list[Sent]:
        """What stands there."""
        return self.sheets[place.id] if self.readable else []

    async def id_of(self, place: Place) -> int:
        """The number of the sheet."""
        return place.id

    async def channel(self, channel_id: int) -> Place:
        """The channel's sheet."""
        if isinstance(error := self.closed.get(channel_id), GoneError | discord.Forbidden):
            raise error
        return Place(channel_id)

    async def log_place(self, channel_id: int, known: LogThread) -> Place:
        """The log's sheet."""
        return Place(known.thread_id)

    async def gm_place(self, channel_id: int, known: LogThread, title: str) -> Place:
        """The GM's sheet."""
        if isinstance(error := self.closed.get(known.gm_thread_id), ClosedError | GoneError | LockedError):
            raise error
        return Place(known.gm_thread_id)

    async def rewrite(self, channel_id: int, message_id: int, change: Any) -> None:
        """Note what was struck."""
        self.struck.append(message_id)

    async def take_buttons(self, channel_id: int, message_id: int) -> None:
        """Note whose buttons were taken."""
        self.bared.append((channel_id, message_id))

    async def write_to(self, user_ids: Iterable[int], text: str) -> None:
        """Note a direct message."""
        self.letters.append((tuple(user_ids), text))

    def texts(self, place: int) -> list[str]:
        """The messages on a sheet."""
        return [sent.text for sent in self.sheets[place]]


class Box:
    """A postbox in memory."""

    def __init__(self, *letters: Letter) -> None:
        self.letters = list(letters)
        self.noted: dict[int, tuple[int, int]] = {}
        self.lost: list[Stream] = []
        self.given_up = False
        self.newer: Exception | None = None
        self.lease: int | None = 0
        self.passed_on: list[int] = []
        self.listeners: list[Callable[[int], None]] = []

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Whoever orders something tells it."""
        self.listeners.append(listener)

    async def channels(self) -> tuple[int, ...]:
        """The one channel."""
        return (CHANNEL,)

    def check(self, lease: int) -> None:
        """Raises what it is told to, once the lease is somebody else's."""
        if lease != self.lease:
            raise LostLeaseError(lease)

    async def let_in(self, letter: Letter) -> tuple[int, ...]:
        """Nobody was let into the GM's thread."""
        return ()

    async def pass_on(self, channel_id: int) -> None:
        """Note who is told."""
        self.passed_on.append(channel_id)

    async def mail(
        self, channel_id: int, streams: Collection[Stream], *, with_tracker: bool, rides: bool = False
    ) -> Mail:
        """What waits in these streams."""
        if self.newer is not None:
            raise self.newer
        if self.lease is None:
            return Mail(is_elsewhere=True)
        open_ = [each for each in self.letters if each.id not in self.noted and each.stream in streams]
        read = tuple(msgspec.structs.replace(each, lease=self.lease) for each in open_)
        return Mail(() if self.given_up else read, lease=self.lease)

    def stands(self, lease: int) -> bool:
        """See Postbox."""
        return True

    async def owing(self, channel_id: int) -> frozenset[Stream | None] | None:
        """What waits in any stream; None where another process posts."""
        mail = await self.mail(channel_id, tuple(Stream), with_tracker=False)
        return None if mail.is_elsewhere else frozenset(each.stream for each in mail.letters)

    async def write_down(self, letters: Sequence[Letter]) -> tuple[Letter, ...]:
        """Number new letters."""
        written = tuple(msgspec.structs.replace(each, id=each.parts[0].parcel_id) for each in letters)
        self.letters = [each for each in self.letters if each.id] + list(written)
        return written

    async def posted(self, letter: Letter, place_id: int, message_id: int) -> None:
        """Note where a letter stands."""
        self.check(letter.lease)
        self.noted[letter.id] = place_id, message_id

    async def last_posted(self, letter: Letter, place_id: int) -> int:
        """The newest message that is known to stand in a place."""
        return max((message for place, message in self.noted.values() if place == place_id), default=0)

    async def marks(self, letter: Letter) -> Marks:
        """All that was posted before."""
        return Marks(tuple(Posted("1", place, message) for place, message in self.noted.values() if place == LOG))

    async def thread_lost(self, letter: Letter) -> None:
        """The thread is another one from now on."""
        self.lost.append(letter.stream)
        anew = msgspec.structs.replace(OPENED, thread_id=ANOTHER, gm_thread_id=ANOTHER)
        self.letters = [msgspec.structs.replace(each, log=anew) for each in self.letters]

    async def thread_left(self, letter: Letter) -> None:
        """What is still owed goes to another thread from now on."""
        await self.thread_lost(letter)

    async def is_played_in(self, channel_id: int) -> bool:
        """Whether it is the one that there is."""
        return channel_id == CHANNEL

    async def give_up(self, channel_id: int, lease: int = 0) -> Abandoned:
        """Owe nothing any longer."""
        if self.newer is not None:
            raise self.newer
        self.given_up = True
        return Abandoned(2, "Fight 1", (7, 8))


def letter(number: int, stream: Stream = Stream.LOG, words: str = "", *, new: bool = False) -> Letter:
    """A letter about order `number`; the GM's copies are numbered from 100, the channel's from 200."""
    key = number + 100 * list(Stream).index(stream)
    kind = {Stream.LOG: Post.ORDER, Stream.GM: Post.GM, Stream.CHANNEL: Post.CHANNEL}[stream]
    return Letter(
        id=0 if new else key,
        kind=kind,
        stream=stream,
        channel_id=CHANNEL,
        log=OPENED,
        parts=(ParcelPart(key),),
        text=words or f"`#{number}` waits",
        nonce=f"n{key}",
    )


def over(paper: Paper, box: Box) -> Publisher:
    """A publisher over paper."""
    shown: list[Any] = []
    return Publisher(Postman(paper, box), box, shown.append)  # type: ignore[arg-type]


async def published(paper: Paper, box: Box) -> Publisher:
    """A publisher that has posted what it could."""
    publisher = over(paper, box)
    await publisher.start()
    await publisher.flush()
    return publisher


async def again(publisher: Publisher) -> None:
    """Let it try once more."""
    publisher.wake(CHANNEL)
    await publisher.flush()


async def test_each_stream_is_posted_in_order() -> None:
    paper = Paper()
    await published(paper, Box(*(letter(number, stream) for number in range(1, 4) for stream in Stream)))
    expected = ["`#1` waits", "`#2` waits", "`#3` waits"]
    assert [paper.texts(place) for place in (LOG, GM_THREAD, CHANNEL)] == [expected] * 3


@pytest.mark.parametrize("stream", Stream)
async def test_no_stream_waits_for_another(stream: Stream) -> None:
    paper, box = Paper(), Box(*(letter(1, each) for each in Stream))
    places = {Stream.LOG: LOG, Stream.GM: GM_THREAD, Stream.CHANNEL: CHANNEL}
    paper.closed[places[stream]] = OSError("shut")
    publisher = await published(paper, box)
    assert {each.stream for each in box.letters if each.id in box.noted} == set(Stream) - {stream}
    del paper.closed[places[stream]]
    await again(publisher)
    assert len(box.noted) == 3
    await publisher.stop()


async def test_an_undo_strikes_what_was_posted_in_the_same_breath() -> None:
    paper, box = Paper(), Box(letter(1), msgspec.structs.replace(letter(2), kind=Post.UNDONE, strikes=True))
    await published(paper, box)
    assert paper.struck == [paper.sheets[LOG][0].id]


def offering(number: int, verb: Verb, words: str = "") -> Letter:
    """A page of the GM's thread with a button."""
    return msgspec.structs.replace(letter(number, Stream.GM, words), buttons=(Button("Tap", verb),))


@pytest.mark.parametrize("verb", [Verb.SQUAD, Verb.ANSWER])
async def test_buttons_for_the_moment_stand_under_the_last_page_that_has_any(verb: Verb) -> None:
    paper, box = Paper(), Box(offering(1, verb), letter(2, Stream.GM))
    publisher = await published(paper, box)
    assert paper.bared == []
    box.letters.append(offering(3, verb))
    await again(publisher)
    assert paper.bared == [(GM_THREAD, paper.sheets[GM_THREAD][0].id)]


async def test_no_buttons_for_the_moment_stand_there_once_the_fight_is_over() -> None:
    paper, box = Paper(), Box(offering(1, Verb.SQUAD), letter(2, Stream.GM))
    publisher = await published(paper, box)
    box.letters.append(msgspec.structs.replace(letter(3, Stream.GM), over=True))
    await again(publisher)
    assert paper.bared == [(GM_THREAD, paper.sheets[GM_THREAD][0].id)]


async def test_what_is_asked_of_a_gm_keeps_its_buttons_and_so_does_a_card() -> None:
    card = "x" * 3000
    paper, box = Paper(), Box(offering(1, Verb.SETTLE), offering(2, Verb.SQUAD, card), offering(3, Verb.SQUAD))
    await published(paper, box)
    assert (len(paper.texts(GM_THREAD)), paper.bared) == (3, [])


async def test_in_a_crowd_buttons_stay_and_no_request_is_made_for_them() -> None:
    paper, box = Paper(), Box(*(offering(number, Verb.SQUAD) for number in (1, 2)))
    await Postman(paper, box).deliver(box.letters, crowded=True)  # type: ignore[arg-type]
    assert (len(paper.texts(GM_THREAD)), paper.bared) == (2, [])


@pytest.mark.parametrize("ends", [False, True])
async def test_the_page_above_is_found_again_after_a_restart(ends: bool) -> None:
    paper, box = Paper(), Box(offering(1, Verb.SQUAD), offering(2, Verb.SETTLE), letter(3, Stream.GM))
    await published(paper, box)
    later = letter(4, Stream.GM) if ends else offering(4, Verb.SQUAD)
    box.letters.append(msgspec.structs.replace(later, over=ends))
    await published(paper, box)
    assert paper.bared == [(GM_THREAD, paper.sheets[GM_THREAD][0].id)]


async def test_the_page_above_is_looked_for_in_more_threads_than_are_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.posting.last_buttons.MOST_REMEMBERED", 1)
    paper = Paper()
    buttons = LastButtons(paper)  # type: ignore[arg-type]
    for place_id, message_id in ((LOG, 1), (ANOTHER, 2), (LOG, 3), (ANOTHER, 4)):
        paper.sheets[place_id].append(Sent(message_id, place_id, "", frozenset({Verb.SQUAD})))
        place: Any = Place(place_id)
        await buttons.move(offering(1, Verb.SQUAD), place, message_id, crowded=False)
    assert paper.bared == [(LOG, 1), (ANOTHER, 2)]


JAMS = [OSError("cut off"), TimeoutError(), ValueError("ours"), aiohttp.ServerDisconnectedError()]


@pytest.mark.parametrize("jam", JAMS)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("remembers", [False, True])
async def test_a_jammed_door_is_tried_again_and_nothing_stands_twice(
    jam: Exception, late: bool, remembers: bool
) -> None:
    paper, box = Paper(), Box(letter(1), letter(2))
    paper.jam, paper.jams_late = jam, late
    publisher = await published(paper, box)
    assert box.noted == {}
    if not remembers:
        paper.nonces.clear()
    await again(publisher)
    assert paper.texts(LOG) == ["`#1` waits", "`#2` waits"]
    assert set(box.noted) == {1, 2}


async def test_a_name_keeps_a_message_from_doubling_where_the_past_may_not_be_read() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.jam, paper.jams_late, paper.readable = OSError("cut off"), True, False
    publisher = await published(paper, box)
    await again(publisher)
    assert paper.texts(LOG) == ["`#1` waits"]


@pytest.mark.parametrize("posted", range(5))
async def test_pages_that_read_alike_are_told_apart(posted: int) -> None:
    """A long order was cut off: `posted` of its pages stand there, the last of them not noted."""
    paper, box = Paper(), Box(*(letter(number, words="`#1` far away") for number in range(1, 6)))
    for number in range(1, posted + 1):
        paper.sheets[LOG].append(Sent(number, LOG, "`#1` far away"))
        box.noted[number] = LOG, number
    box.noted.pop(posted, None)
    await published(paper, box)
    assert paper.texts(LOG) == ["`#1` far away"] * 5
    assert set(box.noted) == {1, 2, 3, 4, 5}


async def test_what_begins_alike_is_not_taken_for_it() -> None:
    paper, box = Paper(), Box(letter(1, words="`#1` one\nand all of it"))
    paper.sheets[LOG].append(Sent(5, LOG, "`#1` one\nand something else"))
    await published(paper, box)
    assert len(paper.texts(LOG)) == 2


async def test_what_was_written_down_just_now_is_sent_without_a_look() -> None:
    paper, box = Paper(), Box()
    publisher = await published(paper, box)
    paper.sheets[LOG].append(Sent(5, LOG, "`#1` waits"))
    box.letters.append(letter(1, new=True))
    await again(publisher)
    assert len(paper.texts(LOG)) == 2


async def test_another_message_under_its_name_is_not_taken_for_it() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.nonces["n1"] = Sent(5, LOG, "something else")
    await published(paper, box)
    assert paper.texts(LOG) == ["`#1` waits"]
    assert box.noted == {1: (LOG, paper.sheets[LOG][0].id)}


class TrimmingPaper(Paper):
    """One that keeps nothing at the end of a message that cannot be seen."""

    async def send(self, place: Place, text: str, *, nonce: str, view: Any = None, mentions: Any = None) -> Sent:
        """Write a message."""
        return await super().send(place, text.rstrip("\N{LEFT-TO-RIGHT MARK} "), nonce=nonce, view=view)


async def test_words_are_the_same_without_what_cannot_be_seen_of_them() -> None:
    text = line_text(line("`#1` waits for ", "רות"))
    paper, box = TrimmingPaper(), Box(letter(1, words=text, new=True))
    await published(paper, box)
    assert [shown == text for shown in paper.texts(LOG)] == [False]


async def test_the_same_words_in_another_place_are_not_taken_for_it() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.nonces["n1"] = Sent(5, ANOTHER, "`#1` waits")
    await published(paper, box)
    assert paper.texts(LOG) == ["`#1` waits"]


async def test_words_that_discord_does_not_take_are_replaced_once() -> None:
    paper, box = Paper(), Box(letter(1, words="`#1` bad"), letter(2))
    paper.jam = not_taken()
    await published(paper, box)
    assert paper.texts(LOG) == ["`#1` *cannot be shown here: /log show has it.*", "`#2` waits"]
    assert set(box.noted) == {1, 2}


def not_taken() -> discord.HTTPException:
    """What Discord says of words that it does not take."""
    response: Any = web.Response(status=400)
    return discord.HTTPException(response, {"code": 200000, "message": "blocked"})


async def test_what_fails_is_tried_ever_more_rarely() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.closed[LOG] = OSError("shut")
    publisher = await published(paper, box)
    delays = [delay_s(publisher)]
    for _ in range(14):
        publisher.wake(CHANNEL)
        await publisher.flush()
        delays.append(delay_s(publisher))
    assert delays[:4] == [1, 2, 4, 8]
    assert delays[-1] == LONGEST_RETRY_S
    await publisher.stop()


@pytest.mark.parametrize("error", [NewerError("toy.sung of version 1 is not known"), UnreachedError("it is away")])
async def test_what_is_a_newer_versions_or_out_of_reach_is_left_in_peace(error: Exception) -> None:
    """Nothing of it is posted or given up, it is no mishap, and it is tried again."""
    paper, box = Paper(), Box(letter(1))
    box.newer = error
    with capture_logs() as logged:
        publisher = await published(paper, box)
    assert (paper.texts(LOG), box.noted, box.given_up) == ([], {}, False)
    assert [(each["event"], each["exc_info"]) for each in logged] == [("publishing waits", None)]
    box.newer = None
    await again(publisher)
    assert set(box.noted) == {1}
    await publisher.stop()


def delay_s(publisher: Publisher) -> int:
    """In how many seconds the log is tried again."""
    retry = publisher._channels[CHANNEL].lanes[Stream.LOG].retry
    assert retry is not None
    return round(retry.when() - asyncio.get_running_loop().time())


async def test_a_door_that_may_be_open_again_is_tried_at_once() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.closed[LOG] = OSError("shut")
    publisher = await published(paper, box)
    paper.closed.clear()
    publisher.wake_waiting([99])
    await publisher.flush()
    assert box.noted == {}
    publisher.wake_waiting([CHANNEL])
    await publisher.flush()
    assert set(box.noted) == {1}


async def test_what_the_bot_lacks_is_said_once_in_the_channel() -> None:
    paper, box = Paper(), Box(letter(1, Stream.GM), letter(2))
    paper.closed[GM_THREAD] = ClosedError(NO_GM_THREAD)
    publisher = await published(paper, box)
    await again(publisher)
    assert paper.texts(CHANNEL) == [NO_GM_THREAD]
    assert set(box.noted) == {2}
    await publisher.stop()


async def test_a_thread_that_is_gone_is_made_anew() -> None:
    paper, box = Paper(), Box(letter(1), letter(2), letter(1, Stream.GM))
    paper.closed[LOG] = GoneError(LOG)
    await published(paper, box)
    assert box.lost == [Stream.LOG]
    assert paper.texts(ANOTHER) == ["`#1` waits", "`#2` waits"]
    assert paper.texts(GM_THREAD) == ["`#1` waits"]


async def test_a_gms_thread_that_is_locked_is_followed_by_another() -> None:
    paper, box = Paper(), Box(letter(1, Stream.GM), letter(2, Stream.GM))
    paper.closed[GM_THREAD] = LockedError()
    await published(paper, box)
    assert (paper.texts(GM_THREAD), paper.texts(ANOTHER)) == ([], ["`#1` waits", "`#2` waits"])


async def test_a_channel_that_is_gone_is_given_up_and_its_gms_are_told() -> None:
    paper, box = Paper(), Box(letter(1, Stream.CHANNEL))
    paper.closed[CHANNEL] = GoneError(CHANNEL)
    publisher = await published(paper, box)
    assert box.given_up
    assert [users for users, _ in paper.letters] == [(7, 8)]
    assert publisher._channels[CHANNEL].lanes[Stream.CHANNEL].retry is None


@pytest.mark.parametrize("why", [NewerError(), OSError("shut")])
async def test_a_channel_of_which_is_told_that_it_is_gone_is_given_up_where_it_is(why: Exception) -> None:
    paper, box = Paper(), Box()
    paper.closed[CHANNEL] = paper.closed[ANOTHER] = GoneError(CHANNEL)
    publisher = await published(paper, box)
    await publisher.gone(ANOTHER)
    box.newer = why
    with capture_logs() as logged:
        await publisher.gone(CHANNEL)
    assert ([each["event"] for each in logged], box.given_up) == (["channel is not given up"], False)
    box.newer = None
    await publisher.gone(CHANNEL)
    assert (box.given_up, [users for users, _ in paper.letters]) == (True, [(7, 8)])


@pytest.mark.parametrize("is_in_sight", [True, False])
async def test_a_channel_that_is_there_is_not_given_up(is_in_sight: bool) -> None:
    paper, box = Paper(), Box()
    publisher = await published(paper, box)
    if not is_in_sight:
        response: Any = SimpleNamespace(status=403, reason="Forbidden")
        paper.closed[CHANNEL] = discord.Forbidden(response, "Missing Access")
    with capture_logs() as logged:
        await publisher.gone(CHANNEL)
    assert (box.given_up, logged) == (False, [])


async def test_letters_of_an_earlier_version_are_looked_for() -> None:
    """What an earlier version sent without writing it down is found by its words."""
    paper, box = Paper(), Box(letter(1, new=True))
    paper.sheets[LOG].append(Sent(5, LOG, "`#1` waits"))
    await published(paper, box)
    assert paper.texts(LOG) == ["`#1` waits"]
    assert box.noted == {1: (LOG, 5)}


async def test_what_was_ordered_here_for_another_process_is_passed_on_and_not_posted() -> None:
    paper, box = Paper(), Box(letter(1))
    box.lease = None
    publisher = await published(paper, box)
    assert box.passed_on == []
    (ordered,) = box.listeners
    ordered(CHANNEL)
    await publisher.flush()
    assert (box.passed_on, paper.texts(LOG)) == ([CHANNEL], [])


async def test_it_is_passed_on_before_the_start_and_after_the_end_too() -> None:
    paper, box = Paper(), Box(letter(1))
    publisher = over(paper, box)
    publisher.listen()
    (ordered,) = box.listeners
    ordered(CHANNEL)
    await publisher.flush()
    assert (box.passed_on, paper.texts(LOG)) == ([], [])
    box.lease = None
    for ends in (False, True):
        ordered(CHANNEL)
        await publisher.flush()
        assert len(box.passed_on) == 1 + ends
        await publisher.start()
        await publisher.stop()
    assert box.listeners == [ordered]


async def test_what_another_process_tells_of_is_not_passed_on_again() -> None:
    paper, box = Paper(), Box(letter(1))
    box.lease = None
    publisher = await published(paper, box)
    publisher.heard(CHANNEL)
    await publisher.flush()
    assert box.passed_on == []


async def test_one_that_slept_sends_nothing_once_its_lease_is_lost() -> None:
    paper, box = Paper(), LosingBox(letter(1, new=True), letter(2, new=True))
    publisher = await published(paper, box)
    assert (paper.texts(LOG), box.noted) == ([], {})
    assert not publisher.waiting()


class LosingBox(Box):
    """A postbox that is somebody else's as soon as it is written down what is sent."""

    async def write_down(self, letters: Sequence[Letter]) -> tuple[Letter, ...]:
        """Number new letters, and hold the lease no longer."""
        written = await super().write_down(letters)
        self.lease = None
        return written


class LosingPaper(Paper):
    """PaperPlaces behind which a lease is lost, and taken back under another number."""

    def __init__(self, box: Box, after: int | None) -> None:
        super().__init__()
        self.box, self.after = box, after

    async def send(self, place: Place, text: str, *, nonce: str, view: Any = None, mentions: Any = None) -> Sent:
        """Write a message; the first is on its way as the lease is lost."""
        sent = await super().send(place, text, nonce=nonce, view=view, mentions=mentions)
        if self.box.lease == 0:
            self.box.lease = self.after
            if self.after is not None:  # whoever had it between posted more, and noted none of it
                self.sheets[LOG].append(Sent(5000, LOG, "`#2` waits"))
        return sent


async def test_a_message_that_was_on_its_way_as_the_lease_was_lost_is_the_last() -> None:
    box = Box(letter(1), letter(2))
    paper = LosingPaper(box, None)
    publisher = await published(paper, box)
    assert (paper.texts(LOG), box.noted) == (["`#1` waits"], {})
    assert not publisher.waiting()


async def test_whoever_takes_a_lease_finds_what_was_sent_under_another() -> None:
    box = Box()
    paper = LosingPaper(box, 2)
    publisher = await published(paper, box)
    box.letters += [letter(1, new=True), letter(2, new=True)]
    await again(publisher)
    assert paper.texts(LOG) == ["`#1` waits", "`#2` waits"]
    assert set(box.noted) == {1, 2}


async def test_what_was_found_at_the_start_is_looked_at_once_leases_are_gained() -> None:
    paper, box = Paper(), Box(letter(1))
    box.lease = None
    publisher = await published(paper, box)
    assert paper.texts(LOG) == []
    box.lease = 7
    await publisher.gained()
    await publisher.flush()
    assert paper.texts(LOG) == ["`#1` waits"]


async def test_a_look_finds_what_nobody_told_of() -> None:
    paper, box = Paper(), Box()
    publisher = await published(paper, box)
    box.letters.append(letter(1))
    await publisher.look()
    await publisher.flush()
    assert paper.texts(LOG) == ["`#1` waits"]


async def test_before_its_start_and_after_its_end_nothing_is_posted() -> None:
    paper, box = Paper(), Box(letter(1))
    publisher = over(paper, box)
    await publisher.gained()
    await publisher.look()
    await publisher.flush()
    assert paper.texts(LOG) == []


class NarrowRoom:
    """Room for so many requests, which somebody makes."""

    most = 1

    def __init__(self) -> None:
        self.free = 0


def crowded(paper: Paper, box: Box, room: NarrowRoom) -> Publisher:
    """A publisher that may send nothing yet."""
    shown: list[Any] = []
    return Publisher(Postman(paper, box), box, shown.append, room)  # type: ignore[arg-type]


async def test_where_there_is_no_room_what_comes_meanwhile_is_posted_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.posting.publisher.LOOK_S", 0.0)
    paper, box, room = Paper(), CountedBox(letter(1)), NarrowRoom()
    publisher = crowded(paper, box, room)
    await publisher.start()
    await box.questions.get()  # from then on it stands in line
    assert (paper.texts(LOG), publisher.is_posting) == ([], True)
    box.letters.append(letter(2))
    publisher.wake(CHANNEL)
    room.free = 1
    await publisher.stop()
    assert paper.texts(LOG) == ["`#1` waits", "`#2` waits"]


async def test_where_there_is_room_for_one_the_public_log_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.posting.publisher.LOOK_S", 0.0)
    paper, box, room = Paper(), CountedBox(letter(1, Stream.GM), letter(1)), NarrowRoom()
    publisher = crowded(paper, box, room)
    await publisher.start()
    await box.questions.get()  # from then on it stands in line
    room.free = 1
    await publisher.flush()
    assert list(box.noted) == [1, 101]


async def test_a_channel_that_cannot_be_read_takes_nobody_s_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.posting.publisher.LOOK_S", 0.0)
    paper, box, room = Paper(), CountedBox(letter(1)), NarrowRoom()
    publisher = crowded(paper, box, room)
    await publisher.start()
    await box.questions.get()  # from then on it stands in line
    box.newer, room.free = NewerError("a newer version"), 1
    await publisher.flush()
    box.newer = None
    publisher.wake(CHANNEL)
    await publisher.flush()
    assert paper.texts(LOG) == ["`#1` waits"]


async def test_a_crowd_here_keeps_nobody_from_hearing_what_is_posted_elsewhere() -> None:
    paper, box = Paper(), Box(letter(1))
    box.lease = None
    publisher = crowded(paper, box, NarrowRoom())
    await publisher.start()
    box.listeners[0](CHANNEL)
    await publisher.flush()
    assert box.passed_on == [CHANNEL]


class CountedBox(Box):
    """A box that notes each time that it is asked what is owed, and for the mail of which streams."""

    def __init__(self, *letters: Letter) -> None:
        super().__init__(*letters)
        self.questions: asyncio.Queue[int] = asyncio.Queue()
        self.read: list[list[Stream]] = []

    async def owing(self, channel_id: int) -> frozenset[Stream | None] | None:
        """Say what waits, and note it."""
        self.questions.put_nowait(channel_id)
        return frozenset(each.stream for each in self.letters if each.id not in self.noted)

    async def mail(
        self, channel_id: int, streams: Collection[Stream], *, with_tracker: bool, rides: bool = False
    ) -> Mail:
        """Hand out the mail, and note it."""
        self.read.append([*streams])
        return await super().mail(channel_id, streams, with_tracker=with_tracker, rides=rides)


async def test_in_a_crowd_an_order_is_looked_at_once_and_read_when_it_is_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.posting.publisher.LOOK_S", 0.0)
    paper, box, room = Paper(), CountedBox(letter(1)), NarrowRoom()
    publisher = crowded(paper, box, room)
    await publisher.start()
    async with asyncio.timeout(10):
        await box.questions.get()
        box.listeners[0](CHANNEL)
        await box.questions.get()
    room.free = 1
    await publisher.flush()
    assert (box.questions.qsize(), box.read) == (0, [[Stream.LOG]])
    assert paper.texts(LOG) == ["`#1` waits"]


def asked_at_s(*ordered_s: float, until_s: float) -> list[float]:
    """When a channel is asked what it owes that stands in line, in seconds after it first was; orders come then."""

    async def asked() -> list[float]:
        loop, box = asyncio.get_running_loop(), CountedBox(letter(1))
        publisher = crowded(Paper(), box, NarrowRoom())
        await publisher.start()
        await box.questions.get()
        began_s, found = loop.time(), list[float]()
        for at_s in ordered_s:
            loop.call_at(began_s + at_s, box.listeners[0], CHANNEL)
        with suppress(TimeoutError):
            async with asyncio.timeout(until_s):
                while True:
                    await box.questions.get()
                    found.append(round(loop.time() - began_s, 3))
        return found

    return simulated(asked())


def test_in_a_crowd_a_channel_is_asked_but_now_and_then_however_much_is_ordered() -> None:
    assert len(asked_at_s(*(number / 50 for number in range(100)), until_s=3.0)) <= 10


def test_when_it_is_asked_goes_by_no_order_before() -> None:
    (alone_s,) = asked_at_s(0.6, until_s=3.0)
    assert 0.6 < alone_s <= 1.1
    assert asked_at_s(0.1, 0.6, until_s=3.0)[-1] == alone_s
    assert asked_at_s(0.2, 0.3, 0.59, 0.6, until_s=3.0)[-1] == alone_s


def test_whoever_stops_asks_at_once_what_waits_to_be_asked() -> None:
    paper, box, room = Paper(), Box(letter(1)), NarrowRoom()

    async def stopped() -> float:
        publisher = crowded(paper, box, room)
        await publisher.start()
        await asyncio.sleep(1.0)
        box.letters.append(letter(2, Stream.CHANNEL))
        box.listeners[0](CHANNEL)
        room.free, began_s = 1, asyncio.get_running_loop().time()
        await publisher.stop()
        return asyncio.get_running_loop().time() - began_s

    assert simulated(stopped()) < 0.25
    assert (paper.texts(LOG), paper.texts(CHANNEL)) == (["`#1` waits"], ["`#2` waits"])


class LeasedBox(CountedBox):
    """A box whose lease can be lost, also while its mail is read; ``slow`` holds the mail back."""

    def __init__(self, *letters: Letter) -> None:
        super().__init__(*letters)
        self.ours = True
        self.slow: asyncio.Event | None = None

    def stands(self, lease: int) -> bool:
        """Tell whether the lease was not lost."""
        return self.ours

    async def owing(self, channel_id: int) -> frozenset[Stream | None] | None:
        """Say what waits; None where another process posts."""
        return await super().owing(channel_id) if self.ours else None

    async def mail(
        self, channel_id: int, streams: Collection[Stream], *, with_tracker: bool, rides: bool = False
    ) -> Mail:
        """Hand out what was owed as the reading began."""
        read = Mail() if self.ours else Mail(is_elsewhere=True)
        if self.slow is not None:
            await self.slow.wait()
        return read


def test_who_has_lost_a_lease_in_a_crowd_tells_at_once_whoever_posts_now() -> None:
    box = LeasedBox(letter(1))

    async def told() -> list[int]:
        publisher = crowded(Paper(), box, NarrowRoom())
        await publisher.start()
        await asyncio.sleep(1.0)
        box.ours = False
        box.listeners[0](CHANNEL)
        await asyncio.sleep(0.15)
        return box.passed_on

    assert simulated(told()) == [CHANNEL]


def test_who_loses_a_lease_while_mail_is_read_tells_of_what_was_ordered_meanwhile() -> None:
    box = LeasedBox()

    async def told() -> list[int]:
        box.slow = asyncio.Event()
        publisher = over(Paper(), box)
        await publisher.start()
        publisher.wake(CHANNEL)
        await asyncio.sleep(0.5)
        box.ours = False
        box.listeners[0](CHANNEL)
        box.slow.set()
        await publisher.flush()
        return box.passed_on

    assert simulated(told()) == [CHANNEL]


async def test_the_channel_that_fills_the_memory_is_told_of_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.posting.publisher.MOST_REMEMBERED", 3)
    box = LeasedBox()
    box.ours = False
    publisher = over(Paper(), box)
    await publisher.start()
    for channel_id in range(1, 7):
        box.listeners[0](channel_id)
        await publisher.flush()
    assert box.passed_on == [*range(1, 7)]


async def test_a_long_page_is_a_card_and_calls_above_what_it_says() -> None:
    calls = Pinged((7,), (8,))
    paper, box = WatchedPaper(), Box(msgspec.structs.replace(letter(1, words="`#1` " + "waits " * 400), ping=calls))
    await published(paper, box)
    (sent,) = paper.texts(LOG)
    ((view, mentions),) = paper.looks
    assert sent.startswith("-# Waiting for <@7> <@&8>\n`#1` waits")
    assert isinstance(view, discord.ui.LayoutView)
    assert ([each.id for each in mentions.users], [each.id for each in mentions.roles]) == ([7], [8])


async def test_after_a_crash_a_page_is_known_by_its_words_whomever_it_calls() -> None:
    paper, box = Paper(), Box(letter(1))
    paper.sheets[LOG].append(Sent(900, LOG, "-# Waiting for <@7>\n`#1` waits"))
    await published(paper, box)
    assert (len(paper.texts(LOG)), box.noted) == (1, {1: (LOG, 900)})


class WatchedPaper(Paper):
    """Paper that keeps what messages look like."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[tuple[Any, Any]] = []

    async def send(self, place: Place, text: str, *, nonce: str, view: Any = None, mentions: Any = None) -> Sent:
        """Write a message."""
        self.looks.append((view, mentions))
        return await super().send(place, text, nonce=nonce, view=view, mentions=mentions)
