"""The outbox keeps its promises in order, one channel at a time, also after a restart."""

from __future__ import annotations

from msgspec.structs import replace

from bot.service.parcels import LogThread, Post
from tests.service.table import CHANNEL, OTHER_CHANNEL, Table, agreed, ask


async def test_parcels_come_in_order_until_they_are_posted(table: Table) -> None:
    await table.fight()
    first = await table.postbox.parcels(CHANNEL, 3)
    await table.postbox.posted([first[0].id, first[1].id], 5, 6)
    rest = await table.parcels()
    assert rest[0] == first[2]
    assert [parcel.id for parcel in rest] == sorted(parcel.id for parcel in rest)


async def test_numbers_of_the_public_log_have_no_gaps(table: Table) -> None:
    await table.fight()
    for _ in range(5):
        agreed(await table.referee.init_next(ask()))
    labels = [int(parcel.label) for parcel in await table.parcels() if parcel.kind is Post.ORDER]
    assert labels == list(range(labels[0], labels[0] + len(labels)))


async def test_a_new_process_finds_what_was_left(table: Table) -> None:
    await table.fight()
    waiting = await table.parcels()
    again = Table(table.path)
    assert await again.postbox.channels() == (CHANNEL,)
    assert await again.parcels() == waiting
    await again.store.close()


async def test_what_is_known_of_a_log_only_grows(table: Table) -> None:
    await table.fight()
    log = (await table.parcels())[0].log
    assert log == LogThread(scene_id=log.scene_id, fight=1)
    await table.postbox.thread_opened(replace(log, starter_id=3, thread_id=3))
    await table.postbox.thread_opened(replace(log, gm_thread_id=4))
    assert (await table.parcels())[0].log == replace(log, starter_id=3, thread_id=3, gm_thread_id=4)


async def test_a_fight_in_a_thread_logs_in_place(table: Table) -> None:
    thread = {"channel_id": 700, "parent_id": CHANNEL}
    agreed(await table.referee.init_start(ask(**thread)))
    assert (await table.postbox.parcels(700))[0].log.in_place
    assert table.row(700).channel_id == 700


async def test_the_tracker_remembers_where_it_stands_and_what_it_pinged(table: Table) -> None:
    assert await table.postbox.tracker(CHANNEL) is None
    await table.fight()
    post = await table.postbox.tracker(CHANNEL)
    assert post is not None
    assert post.tracker is not None
    assert post.message_id == 0
    await table.postbox.tracker_posted(post.scene_id, 5, 6, post.tracker.version, post.tracker.turn)
    after = await table.postbox.tracker(CHANNEL)
    assert after is not None
    assert (after.message_id, after.version, after.pinged) == (6, post.tracker.version, post.tracker.turn)
    agreed(await table.referee.init_end(ask()))
    ended = await table.postbox.tracker(CHANNEL)
    assert ended is not None
    assert ended.tracker is None


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
    assert await table.postbox.parcels(OTHER_CHANNEL) == ()
    assert await table.postbox.channels() == ()
