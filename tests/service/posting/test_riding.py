"""Where Discord is the limit, a call rides on the page of the log that tells whose turn it has become."""

from __future__ import annotations

from bot.service.outbox import Letter, Mail, Post, Stream
from bot.service.requests import Pinged
from tests.service.table import ANN, CHANNEL, Table, agreed, ask


async def mail(table: Table, *streams: Stream) -> Mail:
    """What these streams and the tracker owe, calls riding."""
    return await table.postbox.mail(CHANNEL, streams, with_tracker=True, rides=True)


async def opened(table: Table) -> None:
    """A fight in which Axel is to act, of which all but the last order is posted and shown."""
    await table.fight()
    await table.turn_of("Axel")
    await table.deliver()
    post = await table.tracker_post()
    assert post is not None
    await table.postbox.tracker_posted(post, 6)
    while ANN in called(await table.tracker_post()):
        agreed(await table.referee.init_next(ask()))


def called(post: object) -> tuple[int, ...]:
    """Whom a tracker or a page calls."""
    ping = getattr(post, "ping", Pinged())
    return (*ping.users, *ping.roles)


async def another_turn(table: Table) -> None:
    """Somebody else of the players is to act."""
    for _ in range(20):
        agreed(await table.referee.init_next(ask()))
        if called(await table.tracker_post()):
            return
    raise AssertionError("nobody is to be called")


async def test_the_last_page_of_the_log_calls_and_the_tracker_does_not(table: Table) -> None:
    await opened(table)
    await another_turn(table)
    due = called(await table.tracker_post())
    found = await mail(table, Stream.LOG)
    assert [called(each) for each in found.letters] == [*[()] * (len(found.letters) - 1), due]
    assert called(found.tracker) == ()
    assert found.tracker is None or "<@" not in found.tracker.blocks[0]


async def test_who_was_called_on_a_page_is_not_called_again(table: Table) -> None:
    await opened(table)
    await another_turn(table)
    (*_, page) = await written(table)
    assert called(page)
    await table.postbox.posted(page, 5, 7)
    assert called(await table.tracker_post()) == ()
    assert not any(called(each) for each in (await mail(table, Stream.LOG)).letters)


async def written(table: Table) -> tuple[Letter, ...]:
    """The pages of the log that are owed, written down."""
    return await table.postbox.write_down((await mail(table, Stream.LOG)).letters)


async def test_a_tracker_that_was_on_its_way_forgets_no_call_of_a_page(table: Table) -> None:
    await opened(table)
    await another_turn(table)
    on_its_way = (await mail(table)).tracker
    assert on_its_way is not None
    assert called(on_its_way) == ()  # a page is owed, which will call
    for page in await written(table):
        await table.postbox.posted(page, 5, 7)
    await table.postbox.tracker_posted(on_its_way, 6)
    assert called(await table.tracker_post()) == ()


async def test_where_no_page_is_owed_the_tracker_calls(table: Table) -> None:
    await opened(table)
    await another_turn(table)
    await table.deliver()
    found = await mail(table, Stream.LOG)
    assert found.letters == ()
    assert called(found.tracker)


async def test_the_page_that_opens_a_thread_calls_nobody(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    found = await mail(table, Stream.LOG)
    assert [each.kind for each in found.letters] == [Post.THREAD]
    assert not any(map(called, (*found.letters, found.tracker)))


async def test_what_is_ordered_unseen_is_owed_to_the_gm_alone(table: Table) -> None:
    await opened(table)
    await table.deliver()
    post = await table.tracker_post()
    if post is not None:
        await table.postbox.tracker_posted(post, 6)
    assert await table.postbox.owing(CHANNEL) == frozenset()
    agreed(await table.referee.act(ask(), "Lurker", "hurt", {"points": 1}))
    assert await table.postbox.owing(CHANNEL) == frozenset({Stream.GM})
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    assert await table.postbox.owing(CHANNEL) == frozenset({Stream.LOG, Stream.GM, None})
    assert await table.postbox.owing(404) == frozenset()
