"""A request acts once, however often it is delivered."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, datetime

import msgspec
import pytest

from bot.core.wording import line
from bot.service.orders.answers import Unworded
from bot.service.ports import Unit
from bot.service.requests import Reply, Verb
from tests.service.table import ANN, CHANNEL, Table, agreed, ask, refused, words


async def test_a_redelivered_order_gets_the_first_answer_and_acts_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    first = await table.referee.act(request, None, "strike", {"target": "Thug"})
    head = table.row().head
    assert await table.referee.act(request, None, "strike", {"target": "Thug"}) == first
    assert table.row().head == head


async def test_an_order_of_the_gm_alone_reads_the_same_when_it_is_delivered_again(table: Table) -> None:
    await table.fight()
    request = ask()
    first = agreed(await table.referee.npc_add(request, "thug", name="Unseen Ursula", hidden=True))
    assert first.ephemeral
    assert "Unseen Ursula joins" in words(first)
    assert await table.referee.npc_add(request, "thug", name="Unseen Ursula", hidden=True) == first


async def test_no_words_of_an_order_are_kept_with_its_answer(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    first = agreed(await table.referee.act(request, None, "strike", {"target": "Thug"}))
    assert "Thug" in words(first)
    kept = await table.store.write(lambda unit: unit.claim(request.interaction_id, 0))
    assert kept
    assert b"Thug" not in kept


async def test_an_older_release_takes_the_answer_to_an_order_for_none_of_its_own(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    agreed(await table.referee.act(request, "Axel", "rest"))
    kept = await table.store.write(lambda unit: unit.claim(request.interaction_id, 0))
    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(kept or b"", type=Reply)


async def test_an_answer_that_an_older_release_has_kept_is_given_again(table: Table) -> None:
    await table.fight()
    request, given = ask(ANN), Reply(lines=(line("Axel rests."),), title="#7")

    def keep(unit: Unit) -> None:
        unit.claim(request.interaction_id, request.at_ms)
        unit.answered(request.interaction_id, msgspec.msgpack.encode(given))

    await table.store.write(keep)
    assert await table.referee.act(request, "Axel", "rest") == given


async def test_an_order_of_a_fight_that_was_deleted_is_told_no_more_when_it_is_delivered_again(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    assert "Axel" in words(agreed(await table.referee.act(request, "Axel", "rest")))
    scene_id = table.row().id
    await table.store.write(lambda unit: unit.forget_scene(scene_id))
    (told,) = agreed(await table.referee.act(request, "Axel", "rest")).lines
    assert told.text == "Rest: done."


async def test_the_words_of_an_answer_leave_the_event_loop_to_others(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    worded_on: list[threading.Thread] = []
    worded = Unworded.worded

    def watched(answer: Unworded) -> Reply:
        worded_on.append(threading.current_thread())
        return worded(answer)

    monkeypatch.setattr(Unworded, "worded", watched)
    agreed(await table.referee.npc_add(ask(), "thug", 10))
    (thread,) = worded_on
    assert thread is not threading.main_thread()


async def test_whoever_is_asked_again_looks_at_what_the_channel_owes(table: Table) -> None:
    """Another process may have answered first, which has no way to tell whoever posts."""
    await table.fight()
    await table.turn_of("Axel")
    request = ask(ANN)
    agreed(await table.referee.act(request, "Axel", "rest"))
    heard: list[int] = []
    table.postbox.subscribe(heard.append)
    agreed(await table.referee.act(request, "Axel", "rest"))
    await asyncio.sleep(0)
    assert heard == [CHANNEL]


async def test_one_delivered_twice_at_once_acts_once(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    request, head = ask(ANN), table.row().head
    replies = await asyncio.gather(*(table.referee.act(request, None, "rest") for _ in range(5)))
    assert len(set(map(words, replies))) == 1
    assert table.row().head == head + 1


async def test_a_refusal_is_answered_again_even_when_it_would_work_now(table: Table) -> None:
    await table.fight()
    request = ask(ANN)
    refusal = await table.referee.act(request, "Axel", "strike", {"target": "Late"})
    assert "Late" in refused(refusal)
    agreed(await table.referee.npc_add(ask(), "thug", name="Late"))
    assert await table.referee.act(request, "Axel", "strike", {"target": "Late"}) == refusal


async def test_a_refusal_leaves_no_trace(table: Table) -> None:
    await table.fight()
    head, parcels = table.row().head, await table.parcels()
    refused(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Thug", "bonus": 99}))
    refused(await table.referee.init_start(ask(), now=True))
    assert table.row().head == head
    assert table.row().chapter == 2
    assert await table.parcels() == parcels


async def test_a_button_is_good_for_its_moment_alone(table: Table) -> None:
    await table.fight()
    tracker = await table.referee.tracker(100)
    assert tracker is not None
    button = next(each for each in tracker.buttons if each.verb is Verb.GO_ON)
    agreed(await table.referee.click(ask(), button.verb, button.argument, button.once))
    again = await table.referee.click(ask(), button.verb, button.argument, button.once)
    assert "gone on" in refused(again)


async def test_rolled_dice_are_remembered_as_the_answer(table: Table) -> None:
    request = ask(ANN)
    first = await table.referee.roll(request, "8d20")
    assert await table.referee.roll(request, "8d20") == first
    assert await table.referee.roll(ask(ANN), "8d20") != first
    assert not first.ephemeral


async def test_old_interactions_are_let_go_of(table: Table) -> None:
    old, new = ask(ANN, now=datetime(2025, 1, 1, tzinfo=UTC)), ask(ANN)
    for request in (old, new):
        await table.referee.roll(request, "d6")
    agreed(await table.referee.init_start(ask(), now=True))
    known = await table.store.write(lambda unit: [unit.claim(each.interaction_id, 0) for each in (old, new)])
    assert [answer is None for answer in known] == [True, False]
