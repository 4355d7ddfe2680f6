"""A round ends and begins in the same words and numbers, whether somebody hidden acts last, first or not at all."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot import app
from bot.core.wording import Line
from bot.service.orders import automatic_events, ledger
from bot.service.outbox import Post, Stream
from bot.service.requests import OnGround, Verb
from tests.service.table import ANN, CHANNEL, Script, Table, agreed, ask, words

HIDDEN = "Lurker"
PUBLIC = (Post.ORDER, Post.ROUND)
Opened = Callable[..., Awaitable[Table]]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    """Opens tables of Ann's Axel and, with three faces for each round instead of two, somebody hidden."""
    tables: list[Table] = []

    async def begun(*faces: int, hidden: bool) -> Table:
        table = Table(tmp_path / f"{len(tables)}.db", Script(*faces))
        tables.append(table)
        await table.sheet(ANN, "Axel")
        agreed(await table.referee.init_join(ask(ANN)))
        if hidden:
            agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=True))
        agreed(await table.referee.init_start(ask(), now=True))
        return table

    yield begun
    for table in tables:
        await table.store.close()


async def rests(table: Table, actor: str) -> str:
    """Somebody lets the moment go by; what everybody reads of the answer."""
    user = ANN if actor == "Axel" else 9
    reply = agreed(await table.referee.act(ask(user), actor, "rest"))
    return "" if reply.ephemeral else words(reply).removesuffix("\nWhy?")


async def log(table: Table) -> list[str]:
    """The lines of the public log so far, each behind the number that it stands behind."""
    owed = [each for each in await table.parcels() if each.kind in PUBLIC]
    return [f"{each.label} {line.text}".strip() for each in owed for line in each.lines if not line.depth]


async def news(table: Table) -> list[str]:
    """What the channel is told beside the answers."""
    return [line.text for each in await table.parcels() if each.kind is Post.NEWS for line in each.lines]


async def test_the_round_ends_behind_the_last_in_sight_though_somebody_hidden_acts_last(opened: Opened) -> None:
    alone, more = await opened(3, 4, hidden=False), await opened(3, 1, 4, 1, hidden=True)
    told = await rests(alone, "Axel")
    assert "Round 2" in told
    assert "Round 2" not in await rests(more, "Axel")
    assert await rests(more, HIDDEN) == ""
    one, other = await log(alone), await log(more)
    assert [each.lstrip("0123456789 ") for each in one] == [each.lstrip("0123456789 ") for each in other]
    numbers = {each.number for each in alone.orders() if not each.gm_only}
    assert numbers == {each.number for each in more.orders() if not each.gm_only}
    assert await news(more) == told.split("\n")[2:]
    assert await news(alone) == []


async def test_why_tells_what_was_told_behind_an_order_whoever_was_waited_for(opened: Opened) -> None:
    alone, more = await opened(3, 4, hidden=False), await opened(3, 1, 4, 1, hidden=True)
    explained = []
    for table in (alone, more):
        await rests(table, "Axel")
        order = [each for each in table.orders() if not each.gm_only][-1]
        if table is more:
            await rests(more, HIDDEN)
        why = agreed(await table.referee.click(ask(ANN), Verb.WHY, f"{order.chapter}.{order.number}", ""))
        explained.append([line.text for line in why.lines if not line.depth])
    assert explained[0] == explained[1]
    assert any("Round 2" in line for line in explained[0])


async def test_nobody_is_told_of_a_round_before_somebody_in_sight_may_act(opened: Opened) -> None:
    table = await opened(3, 6, hidden=True)
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    looks = [
        *await log(table),
        words(await table.referee.init_status(ask(ANN))),
        words(await table.referee.log_show(ask(ANN))),
        *(line.text for line in tracker.lines),
    ]
    assert [each for each in looks if "Round 1" in each or "acts at" in each] == []
    assert "The GM has something to settle." in looks
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    assert [each for each in await log(table) if "Round" in each] == ["Round 1"]
    assert await news(table) == ["Round 1", "Axel acts at 7."]
    assert "Round 1" in words(await table.referee.log_show(ask(ANN)))
    assert "Round 1" in words(await table.referee.init_status(ask(ANN)))


async def under_orders(table: Table) -> Table:
    """Have somebody hidden hold by a standing order, so that nobody need tap for them."""
    agreed(await table.referee.npc_squad(ask(), "Dark", HIDDEN))
    agreed(await table.referee.npc_order(ask(), "Dark", "hold"))
    return table


async def test_what_squads_do_unseen_parts_nothing_of_an_order_from_it(opened: Opened) -> None:
    alone, more = await opened(3, 4, hidden=False), await under_orders(await opened(3, 1, 4, 1, hidden=True))
    one, other = [agreed(await table.referee.act(ask(ANN), "Axel", "rest")) for table in (alone, more)]
    assert [order.gm_only for order in more.orders()][-2:] == [False, True]
    assert words(one) == words(other)
    assert "Round 2" in words(other)
    pages = [[each.text for each in await table.letters() if each.stream is Stream.LOG] for table in (alone, more)]
    assert pages[0] == pages[1]
    assert await news(more) == []


async def test_what_a_release_of_before_owes_apart_is_told_once(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "told_with", lambda *_: 0)
    table = await under_orders(await opened(3, 1, 4, 1, hidden=True))
    await table.deliver()
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert [each.kind for each in await table.parcels() if each.kind in PUBLIC] == [Post.ORDER, Post.ROUND]
    assert str(await log(table)).count("Round 2") == 1
    assert "Round 2" in str(await news(table))  # the answer of before did not tell it
    await table.deliver()
    assert await table.parcels() == ()


async def test_what_is_asked_again_tells_what_squads_did_unseen_behind_it(opened: Opened) -> None:
    table = await under_orders(await opened(3, 1, 4, 1, hidden=True))
    request = ask(ANN)
    first = agreed(await table.referee.act(request, "Axel", "rest"))
    assert "Round 2" in words(first)
    assert agreed(await table.referee.act(request, "Axel", "rest")) == first


async def test_what_is_told_late_is_told_once(opened: Opened) -> None:
    table = await opened(3, 6, hidden=True)
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    assert (await log(table)).count("Round 1") == 1


async def test_what_is_told_behind_an_order_is_worded_once(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def without_number(*given: Any, brief: bool = False) -> tuple[Line, ...]:
        asked.append(brief)
        return automatic_events.without_number(*given, brief=brief)

    table = await opened(3, 1, 4, 1, hidden=True)
    monkeypatch.setattr(ledger, "without_number", without_number)
    await rests(table, "Axel")
    await rests(table, HIDDEN)
    assert asked.count(False) == len(asked) == 1
    assert await news(table)


async def test_the_gm_is_told_at_once(opened: Opened) -> None:
    table = await opened(3, 6, hidden=True)
    gms = [line.text for each in await table.parcels() if each.kind is Post.GM for line in each.lines]
    assert "Round 1" in gms


async def test_the_log_and_the_file_say_it_where_it_was_said_with_nobody_hidden(opened: Opened) -> None:
    alone, more = await opened(3, 4, hidden=False), await opened(3, 1, 4, 1, hidden=True)
    for table in (alone, more):
        await rests(table, "Axel")
    await rests(more, HIDDEN)
    one, other = [words(await table.referee.log_show(ask(ANN))) for table in (alone, more)]
    assert one == other
    assert "Round 2" in one
    files = [(await table.referee.log_export(ask(ANN))).attachment for table in (alone, more)]
    said = [file.content.decode().partition('"dice"')[0] for file in files if file]
    assert said[0] == said[1]


async def test_what_stands_without_a_number_is_struck_with_the_order_it_followed(opened: Opened) -> None:
    table = await opened(3, 1, 4, 1, hidden=True)
    await rests(table, "Axel")
    number = next(each.number for each in reversed(table.orders()) if not each.gm_only)
    await rests(table, HIDDEN)
    await table.deliver(555, 777)
    agreed(await table.referee.undo(ask(), str(number)))
    undone = next(each for each in await table.letters() if each.kind is Post.UNDONE)
    assert undone.stream is Stream.LOG
    marks = await table.postbox.marks(undone)
    assert "" in {mark.label for mark in marks.posted}


async def test_of_a_round_that_ends_with_its_fight_nobody_is_told_late(opened: Opened) -> None:
    table = await opened(3, 6, hidden=True)
    agreed(await table.referee.init_end(ask()))
    assert [each for each in (*await log(table), *await news(table)) if "Round" in each] == []
    assert "Round" not in words(await table.referee.log_show(ask(ANN)))


async def test_what_comes_again_in_the_same_words_is_another_message(opened: Opened) -> None:
    table = await opened(3, 1, 4, 1, 4, 1, hidden=True)
    await rests(table, "Axel")
    told = []
    for _ in range(2):
        await table.deliver()
        await rests(table, HIDDEN)
        told += [each for each in await table.letters() if each.kind is Post.ROUND]
        agreed(await table.referee.undo(ask()))
    first, second = told
    assert first.text == second.text
    assert first.nonce != second.nonce


async def test_a_step_that_begins_behind_somebody_hidden_is_announced_as_behind_any_other(tmp_path: Path) -> None:
    system, heard = app.house().system("nighttripper"), []
    for hidden in (False, True):
        table = Table(tmp_path / f"{hidden}.db", None, None, **app.house().systems)
        agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
        await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
        agreed(await table.referee.init_join(ask(ANN)))
        if hidden:
            agreed(await table.referee.npc_add(ask(), "boarder", name=HIDDEN, hidden=True))
        agreed(await table.referee.init_start(ask(), now=True))
        told = words(agreed(await table.referee.act(ask(ANN), "Axel", "pass", {"until": "movement"})))
        if hidden:
            agreed(await table.referee.act(ask(), HIDDEN, "pass", {"until": "miscellaneous"}))
        heard.append([*told.split("\n"), *await news(table)])
        assert [line for line in await log(table) if "all at once" in line] == []
        await table.store.close()
    assert heard[0] == heard[1]
    assert heard[0][-1].startswith("Movement, all at once")


async def test_a_step_that_begins_behind_what_one_alone_is_answered_is_announced_to_all(tmp_path: Path) -> None:
    system = app.house().system("nighttripper")
    table = Table(tmp_path / "one.db", None, None, **app.house().systems)
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "boarder", name="Guard"))
    agreed(await table.referee.init_start(ask(), now=True, range_m=60))
    wall = OnGround(name="wall", material="brick_wall", at="30,108", to="70,108", high_m=1.0)
    agreed(await table.referee.map_piece(ask(), wall))
    agreed(await table.referee.act(ask(ANN), "Axel", "pass", {"until": "movement"}))
    assert agreed(await table.referee.act(ask(), "Guard", "correct", {"dead": True})).ephemeral
    (posted,) = (each for each in await table.parcels() if each.kind is Post.CHANNEL)
    fallen, called = (line.text for line in posted.lines)
    assert fallen.startswith("Guard is out of sight")
    assert called.startswith("Movement, all at once")
    await table.store.close()


async def test_a_step_stands_over_what_is_done_in_it_and_not_over_who_comes_before(tmp_path: Path) -> None:
    system = app.house().system("nighttripper")
    table = Table(tmp_path / "one.db", None, None, **app.house().systems)
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.npc_add(ask(), "boarder", name="Guard"))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_range(ask(), "Axel", "Guard", 5))
    agreed(await table.referee.act(ask(), "Guard", "talk", {}))
    lines = await log(table)
    (called,) = (number for number, line in enumerate(lines) if "Talking, all at once" in line)
    assert [line for line in lines[:called] if "Axel joins" in line]
    assert "Guard speaks" in lines[called + 1]
    await table.store.close()
