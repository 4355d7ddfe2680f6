"""The outbox keeps its promises in order, one channel at a time, also after a restart."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from bot.service.outbox import Letter, LogThread, ParcelPart, Post, Stream
from tests.service.table import ANN, CHANNEL, GM, OTHER_CHANNEL, Script, Table, agreed, ask


async def test_letters_come_in_order_until_they_are_posted(table: Table) -> None:
    await table.fight()
    first, *others = await table.letters()
    await table.postbox.posted(first, 5, 6)
    again = await table.letters()
    opened = [each.kind for each in (first, *others)]
    assert opened[0] is Post.THREAD
    assert [each.id for each in again[: len(others)]] != [first.id]
    assert first.id not in [each.id for each in again]


async def test_what_goes_into_a_message_is_settled_once(table: Table) -> None:
    await table.fight()
    first = await table.letters()
    for _ in range(3):
        agreed(await table.referee.init_next(ask()))
    again = await table.letters()
    settled = [(each.id, each.parts, each.text, each.nonce) for each in first]
    assert [(each.id, each.parts, each.text, each.nonce) for each in again[: len(first)]] == settled


async def test_another_process_words_the_same_messages_under_the_same_names(table: Table) -> None:
    await table.fight()
    first = await table.letters()
    other = Table(table.database)
    assert [(each.text, each.nonce) for each in await other.letters()] == [(each.text, each.nonce) for each in first]
    await other.store.close()


async def test_two_processes_settle_a_message_once(table: Table) -> None:
    await table.fight()
    drafts = (await table.postbox.mail(CHANNEL, (Stream.GM,), with_tracker=False)).letters
    assert len(await table.postbox.write_down(drafts)) == len(drafts)
    assert await table.postbox.write_down(drafts) == ()


async def test_a_nonce_fits_and_tells_nothing(table: Table) -> None:
    await table.fight()
    letters = await table.letters()
    nonces = {each.nonce for each in letters}
    assert len(nonces) == len(letters)
    assert {len(nonce) for nonce in nonces} == {25}
    assert not nonces & {each.nonce for each in await other_key(table)}


async def test_what_is_ordered_unseen_changes_no_name_of_a_message(tmp_path: Path) -> None:
    named = []
    for unseen in range(2):
        table = Table(tmp_path / f"{unseen}.db", Script(1, 2, 3, 4))
        await table.fight()
        for _ in range(unseen):
            agreed(await table.referee.act(ask(), "Lurker", "hurt", {"points": 1}))
            await table.letters()
        agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
        await same_key(table)
        public = [each for each in await table.letters() if each.stream is not Stream.GM]
        named.append([(each.kind, each.nonce) for each in public if each.kind is not Post.SECRET])
        await table.store.close()
    assert named[0] == named[1]


async def same_key(table: Table) -> None:
    """Let the names of messages come from a known key."""
    table.tamper("UPDATE keys SET secret = :secret", secret=b"known")


async def other_key(table: Table) -> tuple[Letter, ...]:
    """The same letters in a database with another key."""
    table.tamper("UPDATE keys SET secret = :secret", secret=b"another")
    return await table.letters()


async def test_a_promise_is_kept_once_every_part_of_it_is_posted(table: Table) -> None:
    await table.fight()
    await table.deliver()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    letter = next(each for each in await table.letters() if each.stream is Stream.LOG)
    halves = [msgspec.structs.replace(letter, id=0, parts=(part,)) for part in cut_in_two(letter)]
    table.tamper("DELETE FROM letter_parts WHERE letter_id = :id", id=letter.id)
    table.tamper("DELETE FROM letters WHERE id = :id", id=letter.id)
    first, second = await table.postbox.write_down(halves)
    await table.postbox.posted(first, 5, 6)
    assert await table.postbox.channels() == (CHANNEL,)
    assert [each.id for each in await table.letters() if each.stream is Stream.LOG] == [second.id]
    await table.postbox.posted(second, 5, 7)
    assert [each.id for each in await table.letters() if each.stream is Stream.LOG] == []
    agreed(await table.referee.undo(ask()))
    undone = next(each for each in await table.letters() if each.kind is Post.UNDONE)
    marks = await table.postbox.marks(undone)
    assert {(mark.channel_id, mark.message_id) for mark in marks.posted} >= {(5, 6), (5, 7)}


def cut_in_two(letter: Letter) -> tuple[ParcelPart, ParcelPart]:
    """A letter of one order as two halves of it."""
    (part,) = letter.parts
    return ParcelPart(part.parcel_id, 0, 1), ParcelPart(part.parcel_id, 1)


async def test_a_lost_thread_is_owed_everything_again(table: Table) -> None:
    await table.fight()
    first = await table.letters()
    opening = first[0]
    await table.postbox.log_opened(replace(opening.log, starter_id=3, thread_id=3))
    await table.postbox.gm_thread_opened(replace(opening.log, gm_thread_id=4))
    await table.deliver(3, 7)
    assert await table.postbox.channels() == (CHANNEL,)  # for its tracker
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    letter = next(each for each in await table.letters() if each.stream is Stream.LOG)
    await table.postbox.thread_lost(letter)
    owed = [each for each in await table.letters() if each.stream is Stream.LOG]
    assert [each.kind for each in owed] == [Post.THREAD]
    assert owed[0].log == replace(opening.log, gm_thread_id=4, lost=1)
    assert owed[0].nonce != opening.nonce
    gms = [each.text for each in await table.letters() if each.stream is Stream.GM]
    assert len(gms) == 1  # the GM's thread stays as it is
    await table.postbox.thread_lost(letter)  # by another process, which is late
    assert [each.id for each in await table.letters() if each.stream is Stream.LOG] == [owed[0].id]


async def gm_letter(table: Table) -> Letter:
    """The newest line that is owed to a GM's thread in which everything before stands."""
    await table.fight()
    log = (await table.letters())[0].log
    await table.postbox.log_opened(replace(log, starter_id=3, thread_id=3))
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=4))
    await table.deliver(4, 7)
    agreed(await table.referee.init_next(ask()))
    return next(each for each in await table.letters() if each.stream is Stream.GM)


async def test_a_lost_gm_thread_is_owed_its_lines_and_its_gms_again(table: Table) -> None:
    letter = await gm_letter(table)
    await table.postbox.thread_lost(letter)
    owed = [each for each in await table.letters() if each.stream is Stream.GM]
    assert [each.user_id for each in owed if each.kind is Post.INVITE] == [GM]
    assert all(each.log.gm_thread_id == 0 for each in owed)
    assert owed[0].kind is Post.INVITE  # who reads it is let in before anything is said
    assert len([each for each in owed if each.text]) > 0


async def test_a_locked_gm_thread_is_left_as_it_is_and_its_gms_are_invited_again(table: Table) -> None:
    letter = await gm_letter(table)
    await table.postbox.thread_left(letter)
    assert [each.user_id for each in await table.parcels() if each.kind is Post.INVITE] == [GM]
    owed = await table.letters()
    assert [each.text for each in owed if each.kind is Post.GM] == [letter.text]
    await table.deliver(4, 7)
    agreed(await table.referee.init_next(ask()))
    owed = await table.letters()
    assert {each.log.gm_thread_id for each in owed} == {0}


async def test_numbers_of_the_public_log_have_no_gaps(table: Table) -> None:
    await table.fight()
    for _ in range(5):
        agreed(await table.referee.init_next(ask()))
    labels = [int(parcel.label) for parcel in await table.parcels() if parcel.kind is Post.ORDER]
    assert labels == list(range(labels[0], labels[0] + len(labels)))


async def test_a_new_process_finds_what_was_left(table: Table) -> None:
    await table.fight()
    waiting = await table.parcels()
    again = Table(table.database)
    assert await again.postbox.channels() == (CHANNEL,)
    assert await again.parcels() == waiting
    await again.store.close()


async def test_what_is_known_of_a_log_only_grows(table: Table) -> None:
    await table.fight()
    log = (await table.letters())[0].log
    assert log == LogThread(scene_id=log.scene_id, fight=1)
    await table.postbox.log_opened(replace(log, starter_id=3, thread_id=3))
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=4))
    assert (await table.letters())[0].log == replace(log, starter_id=3, thread_id=3, gm_thread_id=4)


async def test_opening_one_thread_forgets_nothing_that_is_new_of_the_other(table: Table) -> None:
    await table.fight()
    log = (await table.letters())[0].log
    of_before = replace(log, starter_id=3, thread_id=3, gm_thread_id=4)
    await table.postbox.gm_thread_opened(replace(log, gm_thread_id=40))
    await table.postbox.log_opened(replace(of_before, starter_id=30, thread_id=30))
    assert (await table.letters())[0].log == replace(log, starter_id=30, thread_id=30, gm_thread_id=40)
    await table.postbox.gm_thread_opened(replace(of_before, gm_thread_id=41))
    assert (await table.letters())[0].log == replace(log, starter_id=30, thread_id=30, gm_thread_id=41)


async def test_a_fight_in_a_thread_logs_in_place(table: Table) -> None:
    thread = {"channel_id": 700, "parent_id": CHANNEL}
    agreed(await table.referee.init_start(ask(**thread), now=True))
    assert (await table.letters(700))[0].log.in_place
    assert table.row(700).channel_id == 700


async def test_the_tracker_remembers_where_it_stands_and_what_it_pinged(table: Table) -> None:
    assert await table.tracker_post() is None
    await table.fight()
    await table.turn_of("Axel")
    post = await table.tracker_post()
    assert post is not None
    assert post.tracker is not None
    assert post.message_id == 0
    assert ANN in post.ping.users
    assert f"<@{ANN}>" in post.blocks[0]
    await table.postbox.tracker_posted(post, 6)
    assert await table.tracker_post() is None  # nothing has changed
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    after = await table.tracker_post()
    assert after is not None
    assert (after.message_id, after.pinged) == (6, post.tracker.turn)
    assert after.shown != post.shown
    assert not after.ping
    assert "<@" not in after.blocks[0]
    agreed(await table.referee.init_end(ask()))
    ended = await table.tracker_post()
    assert ended is not None
    assert ended.tracker is None
    await table.postbox.tracker_posted(ended, 0)
    assert await table.tracker_post() is None


async def test_the_turn_changes_when_somebody_else_is_to_act(table: Table) -> None:
    await table.fight()
    turns = set()
    for _ in range(6):
        tracker = await table.referee.tracker(CHANNEL)
        assert tracker is not None
        turns.add(tracker.turn)
        agreed(await table.referee.init_next(ask()))
    assert len(turns) == 6


async def test_between_fights_nothing_is_promised(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(channel_id=OTHER_CHANNEL), "thug"))
    assert await table.letters(OTHER_CHANNEL) == ()
    assert await table.postbox.channels() == ()
