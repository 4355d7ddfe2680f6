"""In a thread, where the log stands in place, everybody reads of an order once: on its page, and not in its answer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.service.outbox import Letter, LogThread, Post, Stream
from bot.service.requests import Reply, Standing, Verb
from tests.service.table import ANN, BOB, GM, Script, Table, agreed, ask, words

PARENT, THREAD, GM_THREAD = 100, 700, 701
HERE: dict[str, Any] = {"channel_id": THREAD, "parent_id": PARENT}
VOICE: dict[str, Any] = {"channel_id": THREAD, "has_threads": False, "has_private_threads": False}
FOR_GMS: dict[str, Any] = {"channel_id": GM_THREAD, "parent_id": PARENT, "own_thread": True}
NO_THREAD = "no private threads here"


async def opened(table: Table, place: dict[str, Any] = HERE, *, shield: bool = False) -> None:
    """A fight in a thread between Axel, Bea, a thug, and one that is hidden; nothing is left to post."""
    await table.sheet(ANN, "Axel")
    await table.sheet(
        BOB, "Bea", b'{"skill": 12, "hits": 6, "shield": true}' if shield else b'{"skill": 12, "hits": 6}'
    )
    agreed(await table.referee.npc_add(ask(**place), "thug"))
    agreed(await table.referee.npc_add(ask(**place), "thug", name="Lurker", hidden=True))
    agreed(await table.referee.init_start(ask(**place), "Yard", now=True))
    agreed(await table.referee.init_join(ask(ANN, **place)))
    agreed(await table.referee.init_join(ask(BOB, **place)))
    log = (await table.letters(THREAD))[0].log
    await table.postbox.gm_thread_opened(LogThread(scene_id=log.scene_id, fight=log.fight, gm_thread_id=GM_THREAD))
    await delivered(table)


async def delivered(table: Table) -> None:
    """Note all that the thread is owed as posted."""
    while letters := await table.letters(THREAD):
        for letter in letters:
            await table.postbox.posted(letter, 5, 6)


async def by_stream(table: Table) -> dict[Stream, list[Letter]]:
    """What is owed to the thread, by stream."""
    letters = await table.letters(THREAD)
    return {stream: [each for each in letters if each.stream is stream] for stream in Stream}


async def strike(table: Table, **inputs: Any) -> Reply:
    """Have Axel strike once it is his turn."""
    for _ in range(20):
        if any(slot.actor == "Axel" for slot in table.scene(THREAD).entitled()):
            break
        agreed(await table.referee.init_next(ask(**HERE)))
    await delivered(table)
    return agreed(await table.referee.act(ask(ANN, **HERE), "Axel", "strike", {"target": "Bea", **inputs}))


@pytest.mark.parametrize("place", [HERE, VOICE], ids=["a thread", "a voice channel"])
async def test_the_page_is_for_all_and_the_answer_for_who_ordered(table: Table, place: dict[str, Any]) -> None:
    await opened(table, place)
    reply = agreed(await table.referee.act(ask(**place), "Axel", "hurt", {"points": 1}))
    owed = await by_stream(table)
    assert reply.ephemeral
    assert [len(owed[stream]) for stream in (Stream.LOG, Stream.GM, Stream.CHANNEL)] == [1, 1, 0]
    assert owed[Stream.LOG][0].text.startswith(f"`{reply.title}` ")


async def test_what_is_ordered_in_the_gms_thread_is_told_once(table: Table) -> None:
    await opened(table)
    reply = agreed(await table.referee.act(ask(**FOR_GMS), "Axel", "hurt", {"points": 1}))
    owed = await by_stream(table)
    assert reply.ephemeral
    assert [len(owed[stream]) for stream in (Stream.LOG, Stream.GM, Stream.CHANNEL)] == [1, 1, 0]


async def test_a_fight_that_begins_in_the_gms_thread_of_another_has_its_log_in_place(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.init_end(ask(**FOR_GMS)))
    await delivered(table)
    agreed(await table.referee.init_start(ask(**FOR_GMS), now=True))
    owed = await by_stream(table)
    assert owed[Stream.LOG][0].log.in_place
    assert owed[Stream.CHANNEL] == []


async def test_what_the_gm_alone_may_know_is_told_in_their_thread_alone(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.npc_add(ask(**HERE), "thug", name="Ghost", hidden=True))
    owed = await by_stream(table)
    assert [len(owed[stream]) for stream in (Stream.LOG, Stream.GM, Stream.CHANNEL)] == [0, 1, 0]


async def test_what_happens_behind_a_hidden_order_stands_in_the_log_alone(tmp_path: Any) -> None:
    table = Table(tmp_path / "table.db", Script(1, 6, 1, 1, *[3] * 40))
    await opened(table)
    for _ in range(12):
        waits = table.scene(THREAD).entitled()
        lurks = bool(waits) and {slot.actor for slot in waits} == {"Lurker"}
        agreed(await table.referee.init_next(ask(**HERE)))
        owed = await by_stream(table)
        assert owed[Stream.CHANNEL] == []
        if lurks and any(each.kind is Post.ROUND for each in owed[Stream.LOG]):
            break
        await delivered(table)
    else:
        raise AssertionError("nothing ever happened by itself behind a hidden order")
    await table.store.close()


async def test_an_undo_is_told_once_and_marks_the_page(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.act(ask(**HERE), "Axel", "hurt", {"points": 1}))
    await delivered(table)
    reply = agreed(await table.referee.undo(ask(**HERE)))
    owed = await by_stream(table)
    (undone,) = owed[Stream.LOG]
    assert (reply.ephemeral, undone.kind, owed[Stream.CHANNEL]) == (True, Post.UNDONE, [])
    assert (5, 6) in {(mark.channel_id, mark.message_id) for mark in (await table.postbox.marks(undone)).posted}


async def test_the_end_is_told_once_with_its_report(table: Table) -> None:
    await opened(table)
    reply = agreed(await table.referee.init_end(ask(**HERE)))
    owed = await by_stream(table)
    (summary,) = [each for each in owed[Stream.LOG] if each.kind is Post.SUMMARY]
    assert (reply.ephemeral, owed[Stream.CHANNEL]) == (True, [])
    assert [button.verb for button in summary.buttons] == [Verb.REPORT]
    assert "carried out" in summary.text


async def test_between_fights_there_is_no_log_and_the_answer_is_for_all(table: Table) -> None:
    assert not agreed(await table.referee.npc_add(ask(**HERE), "thug")).ephemeral
    await opened(table)
    agreed(await table.referee.init_end(ask(**HERE)))
    await delivered(table)
    assert not agreed(await table.referee.npc_add(ask(**HERE), "thug")).ephemeral
    assert await table.letters(THREAD) == ()
    agreed(await table.referee.npc_add(ask(**FOR_GMS), "thug"))
    assert [each.kind for each in await table.letters(THREAD)] == [Post.CHANNEL]


async def test_what_a_player_said_a_gm_sets_right_on_the_page(table: Table) -> None:
    await opened(table)
    reply = await strike(table, range_m=1)
    (page,) = (await by_stream(table))[Stream.LOG]
    on_page, in_answer = ([each for each in some if each.verb is Verb.CLAIM] for some in (page.buttons, reply.buttons))
    assert len(on_page) == 1
    assert on_page == in_answer
    agreed(await table.referee.claim_fill(ask(**HERE), on_page[0].argument.partition(".")[2], {"range_m": "2"}))
    assert [each for each in (await by_stream(table))[Stream.LOG][0].buttons if each.verb is Verb.CLAIM] == []


async def test_a_question_can_be_answered_on_the_page(table: Table) -> None:
    await opened(table, shield=True)
    for _ in range(20):
        await strike(table)
        if table.scene(THREAD).pending:
            break
    (page,) = (await by_stream(table))[Stream.LOG]
    assert {button.label for button in page.buttons if button.verb is Verb.ANSWER} == {"block", "take"}
    block = page.buttons[0]
    agreed(await table.referee.click(ask(BOB, **HERE), block.verb, block.argument, block.once))
    assert all(button.verb is not Verb.ANSWER for each in await table.letters(THREAD) for button in each.buttons)


async def test_where_no_private_thread_can_be_a_gm_is_told_so_once(table: Table) -> None:
    place = {**HERE, "has_private_threads": False}
    first = agreed(await table.referee.npc_add(ask(**place), "thug"))
    start = agreed(await table.referee.init_start(ask(**place), now=True))
    later = agreed(await table.referee.npc_add(ask(**place), "thug", hidden=True))
    other = agreed(await table.referee.npc_add(ask(BOB, manages_server=True, **place), "thug"))
    said = [NO_THREAD in "\n".join(line.text for line in reply.apart) for reply in (first, start, later, other)]
    assert said == [False, True, False, True]
    assert NO_THREAD not in words(start)


async def test_where_there_can_be_one_nothing_is_said_of_it_apart(table: Table) -> None:
    apart = agreed(await table.referee.init_start(ask(**HERE), now=True)).apart
    assert NO_THREAD not in "\n".join(line.text for line in apart)


async def test_a_fight_of_an_earlier_release_gets_its_gms_thread_with_all_that_was_told_to_nobody(table: Table) -> None:
    await opened(table)
    table.tamper("UPDATE logs SET gm_thread_id = 0")
    table.tamper("UPDATE letters SET place_id = 0, message_id = 0 WHERE stream = 'gm'")
    agreed(await table.referee.npc_add(ask(**HERE), "thug", name="Ghost", hidden=True))
    owed = (await by_stream(table))[Stream.GM]
    assert [each.kind for each in owed] == [Post.GM]
    log = owed[0].log
    await table.postbox.gm_thread_opened(LogThread(scene_id=log.scene_id, fight=log.fight, gm_thread_id=GM_THREAD))
    again = (await by_stream(table))[Stream.GM]
    assert again[0].kind is Post.INVITE
    assert again[0].user_id == GM
    assert "begins" in again[1].text
    assert "Ghost" in again[-1].text
    await delivered(table)
    await table.postbox.gm_thread_opened(LogThread(scene_id=log.scene_id, fight=log.fight, gm_thread_id=GM_THREAD))
    assert await table.letters(THREAD) == ()


async def test_roles_of_the_channel_hold_in_its_threads_for_who_stays_in_the_gms(table: Table) -> None:
    await opened(table)
    agreed(await table.referee.campaign_gm(ask(channel_id=PARENT, role_ids=(77,)), 77, "Referees"))
    agreed(await table.referee.npc_add(ask(role_ids=(77,), **HERE), "thug", hidden=True))
    letter = (await by_stream(table))[Stream.GM][-1]
    members = {GM: Standing((77,)), BOB: Standing()}
    assert await table.postbox.no_gms(letter, members, PARENT) == [BOB]
