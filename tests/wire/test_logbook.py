"""The judge of the fault table sees what is missing, doubled, misplaced or opened in vain, each in a sound fight."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.wire.battle import BOT
from tests.wire.client import Wire
from tests.wire.fault_table import Room
from tests.wire.logbook import ANSWERED, Logbook, difference, mended, plain
from tests.wire.world import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Message

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def room() -> AsyncIterator[Room]:
    """A fight of forty with a long order that was undone, all of it posted."""
    async with Wire() as wire:
        room = Room(wire, "order")
        await wire.start_bot(BOT, {"FIRETEAM_LOG": "WARNING"})
        await room.open()
        await room.act()
        await room.slash("/undo")
        await room.settled(())
        assert room.wrong == []
        yield room


@pytest.fixture
def book(room: Room) -> Logbook:
    """Its log, which each test leaves as it was."""
    return room.book


def thread(book: Logbook, kind: int) -> Channel:
    """The one thread of this kind."""
    (found,) = [each for each in book.wire.threads(book.channel) if each.kind == kind]
    return found


def posted(place: Channel, words: str) -> Message:
    """The first message that has these words."""
    return next(each for each in place.messages.values() if words in each.told)


def without(book: Logbook, place: Channel, message: Message) -> list[str]:
    """What is wrong while a message is gone."""
    before = dict(place.messages)
    del place.messages[message.id]
    found = book.amiss()
    place.messages = before
    return found


def with_another(book: Logbook, place: Channel, message: Message, at: int) -> list[str]:
    """What is wrong while a message stands there a second time, in the place of this id."""
    place.messages[at] = Message(at, place.id, message.author, message.told, kind=message.kind)
    found = book.amiss()
    del place.messages[at]
    return found


@pytest.mark.parametrize(("kind", "what"), [(PUBLIC_THREAD, "log: missing: #5"), (PRIVATE_THREAD, "GM: #5 reads")])
async def test_a_lost_page_is_seen(book: Logbook, kind: int, what: str) -> None:
    place = thread(book, kind)
    *_, last = (each for each in place.messages.values() if "long causeway" in each.told)
    (found,) = [each for each in without(book, place, last) if not each.startswith("channel")]
    assert found.startswith(what)
    assert book.amiss() == []


@pytest.mark.parametrize("kind", [PUBLIC_THREAD, PRIVATE_THREAD])
async def test_a_page_or_an_order_that_stands_twice_is_seen(book: Logbook, kind: int) -> None:
    place = thread(book, kind)
    page, undo = posted(place, "causeway 20"), posted(place, "Undone")
    assert any("#5 reads" in each for each in with_another(book, place, page, page.id + 1))
    assert any("twice: #6" in each for each in with_another(book, place, undo, 1))


async def test_an_order_in_the_wrong_place_or_of_another_fight_is_seen(book: Logbook) -> None:
    log = thread(book, PUBLIC_THREAD)
    undo = posted(log, "Undone")
    sound, undo.id = undo.id, 1
    assert any("out of order" in each for each in book.amiss())
    undo.id = sound
    sound_words, undo.content = undo.content, "`#77` Somebody else waits."
    assert "log: #77 does not belong there" in book.amiss()
    undo.content = sound_words


async def test_an_order_that_went_with_its_thread_need_not_be_posted_again(book: Logbook) -> None:
    log = thread(book, PUBLIC_THREAD)
    del book.wire.world.channels[log.id]
    assert any(each.startswith("log: missing: #3") for each in book.amiss())
    book.lost = [log]
    assert book.amiss() == []
    book.lost, book.wire.world.channels[log.id] = [], log


async def test_a_log_may_stand_anew_beside_a_thread_that_was_locked(book: Logbook) -> None:
    secret = thread(book, PRIVATE_THREAD)
    anew = book.wire.world.add_channel(book.wire.guild, "anew", PRIVATE_THREAD)
    anew.parent_id, anew.members, anew.messages = secret.parent_id, secret.members, dict(secret.messages)
    assert any(each.startswith("GM: ") for each in book.amiss())
    book.locked = [secret]
    assert book.amiss() == []
    *_, last = anew.messages
    kept = anew.messages.pop(last)
    del secret.messages[last]
    assert any(each.startswith("GM: ") for each in book.amiss())
    secret.messages[last] = kept
    del book.wire.world.channels[anew.id]
    book.locked = []


async def test_a_seal_that_is_not_told_is_seen(book: Logbook) -> None:
    log = thread(book, PUBLIC_THREAD)
    assert without(book, log, posted(log, "Dice sealed")) == ["dice: a seal stands there 0 times"]


async def test_an_answer_that_is_missing_or_doubled_is_seen(book: Logbook) -> None:
    first = posted(book.channel, "`#5`")
    assert first.kind == ANSWERED
    interaction = next(each for each in book.wire.world.interactions.values() if each.original is first)
    (found,) = without(book, book.channel, first)
    assert found.startswith("channel: #5 reads")
    interaction.followups.append(interaction.followups[-1])
    assert any("channel: #5 reads" in each for each in book.amiss())
    assert any("channel: #5 reads" in each for each in book.amiss([interaction.id]))
    interaction.followups.pop()
    interaction.original, followups = None, interaction.followups
    interaction.followups = []
    assert book.amiss() == ["channel: #5 was never told"]
    assert book.amiss([interaction.id]) == []
    interaction.original, interaction.followups = first, followups


async def test_a_tracker_that_is_missing_or_doubled_is_seen(book: Logbook) -> None:
    tracker = next(each for each in book.channel.messages.values() if each.components)
    assert without(book, book.channel, tracker) == ["tracker: there are 0"]
    twin = Message(tracker.id + 1, book.channel.id, tracker.author, components=tracker.components)
    book.channel.messages[twin.id] = twin
    assert book.amiss() == ["tracker: there are 2"]
    del book.channel.messages[twin.id]


async def test_a_gm_who_is_not_let_in_is_seen(book: Logbook) -> None:
    secret = thread(book, PRIVATE_THREAD)
    gm = book.wire.person("gm").id
    secret.members.discard(gm)
    assert book.amiss() == [f"GM: nobody was let into {secret.name}"]
    secret.members.add(gm)


async def test_a_thread_opened_in_vain_is_seen(room: Room) -> None:
    assert list(room.in_vain(allowed=0)) == []
    secret = thread(room.book, PRIVATE_THREAD)
    room.wire.world.opened[1] = secret
    assert list(room.in_vain(allowed=0)) == ["2 threads of kind 12 were opened for 1 fights"]
    assert list(room.in_vain(allowed=1)) == []
    del room.wire.world.opened[1]


async def test_what_is_half_done_is_seen(room: Room) -> None:
    typed = room.typed[0]
    assert list(room.half_done(may_be_cut_off=False)) == []
    interaction = room.wire.world.interactions[typed.interaction_id]
    original, interaction.original = interaction.original, None
    followups, interaction.followups = interaction.followups, []
    assert list(room.half_done(may_be_cut_off=False)) == ["npc was done and never told"]
    assert list(room.half_done(may_be_cut_off=True)) == []
    interaction.original, interaction.followups = original, followups
    known, room.book.known_to_gm = room.book.known_to_gm, type(room.book.known_to_gm)()
    assert list(room.half_done(may_be_cut_off=True)) == ["npc was told and not done"]
    room.book.known_to_gm = known


async def test_lines_are_compared_without_their_markup() -> None:
    assert plain("-# `#g5` ~~**Guard 2** rolls 2d20L 4, *11*~~") == "Guard 2 rolls 2d20L 4, 11"
    assert difference(["a", "b"], ["a", "c", "d"]) == "2 lines for 3, apart at 1: ['b'] for ['c']"


async def test_a_line_that_messages_cut_is_whole_again_and_one_that_lost_a_part_is_not() -> None:
    expected = ("#5 begins", "Ann waits, Bob waits, Cid waits", "Dan fires")
    assert mended(("#5 begins", "Ann waits,", "Bob waits,", "Cid waits", "Dan fires"), expected) == expected
    assert mended(("#5 begins", "Ann waits,", "Cid waits", "Dan fires"), expected) != expected
    assert mended(("#5 begins Ann waits, Bob waits, Cid waits", "Dan fires"), expected) != expected
    assert (
        mended(("#5 begins", "Ann waits,", "Bob waits,", "Cid waits", "Dan fires", "Dan fires"), expected) != expected
    )
