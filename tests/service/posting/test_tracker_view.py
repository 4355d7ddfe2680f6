"""The tracker is made from public facts alone: what happens unseen neither edits it nor pings anybody."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot import app
from bot.service.outbox import Stream
from bot.service.requests import TrackerView, Verb
from tests.service.table import ANN, BOB, CHANNEL, GM, Script, Table, agreed, ask

HIDDEN = "Lurker"


async def seen(table: Table) -> TrackerView:
    """What everybody sees of the fight."""
    found = await table.referee.tracker(CHANNEL)
    assert found is not None
    return found


async def posted(table: Table) -> None:
    """Axel is to act, and the tracker says so."""
    await table.fight()
    await table.turn_of("Axel")
    post = await table.tracker_post()
    assert post is not None
    await table.postbox.tracker_posted(post, 6)


async def hurt(table: Table) -> object:
    """Somebody hidden is hurt."""
    return await table.referee.act(ask(), HIDDEN, "hurt", {"points": 1})


async def added(table: Table) -> object:
    """Somebody hidden comes."""
    return await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True)


async def undone(table: Table) -> object:
    """Somebody hidden comes, and that is undone."""
    await added(table)
    return await table.referee.undo(ask())


@pytest.mark.parametrize("order", [hurt, added, undone])
async def test_what_is_ordered_unseen_edits_nothing(table: Table, order: Callable[[Table], Awaitable[object]]) -> None:
    await posted(table)
    before = await seen(table)
    await order(table)
    assert await seen(table) == before
    assert await table.tracker_post() is None
    again = Table(table.database)
    assert await again.tracker_post() is None
    await again.store.close()


@pytest.mark.parametrize("verb", [Verb.ACT, Verb.GO_ON])
async def test_a_button_stays_good_whatever_is_ordered_unseen(table: Table, verb: Verb) -> None:
    await posted(table)
    button = next(each for each in (await seen(table)).buttons if each.verb is verb)
    await hurt(table)
    reply = await table.referee.click(ask(ANN), button.verb, button.argument, button.once)
    assert not reply.refusal


async def test_what_everybody_sees_edits_it_once(table: Table) -> None:
    await posted(table)
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    post = await table.tracker_post()
    assert post is not None
    await table.postbox.tracker_posted(post, 6)
    assert await table.tracker_post() is None


async def test_only_the_hidden_to_act_leaves_no_button_that_tells_what_they_may_do(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=True))
    agreed(await table.referee.init_start(ask(), now=True))
    view = await seen(table)
    assert [button.label for button in view.buttons] == ["Wait (GM)"]
    assert "The GM has something to settle." in [line.text for line in view.lines]
    assert not view.ping


async def test_nobody_is_pinged_twice_for_a_turn_that_somebody_hidden_came_between(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", Script(6, 4, 1))
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=True))
    agreed(await table.referee.init_join(ask(ANN)))
    await table.sheet(BOB, "Bea")
    agreed(await table.referee.init_join(ask(BOB)))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.act(ask(), HIDDEN, "hold", {"until": 3}))
    assert await _pings(table) == (ANN,)
    agreed(await table.referee.act(ask(), HIDDEN, "pounce"))
    assert await _pings(table) == ()
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    assert await _pings(table) == ()
    assert table.entitled() == "Axel"
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert await _pings(table) == (BOB,)
    await table.store.close()


async def _pings(table: Table) -> tuple[int, ...]:
    """Who is pinged now; the tracker is posted where there is anything to it."""
    post = await table.tracker_post()
    if post is None:
        return ()
    await table.postbox.tracker_posted(post, 6)
    return post.ping.users


async def test_a_question_to_somebody_hidden_makes_everybody_wait_and_pings_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", Script(6, 1, 1, 20))
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "guard", name=HIDDEN, hidden=True))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.act(ask(), "Axel", "strike", {"target": HIDDEN}))
    assert table.scene().pending is not None
    view = await seen(table)
    assert "The GM has something to settle." in [line.text for line in view.lines]
    assert not view.ping
    await table.store.close()


async def _waits_for_hidden(tmp_path: Path, *others: int) -> Table:
    """Axel has acted, and now the fight waits for somebody hidden; of the others Bea comes last but one."""
    table = Table(tmp_path / "table.db", Script(4, *others, 6, 2))
    await table.sheet(ANN, "Axel")
    for name in (HIDDEN, *(f"Shade {at}" for at, _ in enumerate(others))):
        agreed(await table.referee.npc_add(ask(), "thug", name=name, hidden=True))
    agreed(await table.referee.init_join(ask(ANN)))
    await table.sheet(BOB, "Bea")
    agreed(await table.referee.init_join(ask(BOB)))
    agreed(await table.referee.init_start(ask(), now=True))
    await table.deliver()
    await _pings(table)
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert table.entitled() == HIDDEN
    return table


async def test_for_somebody_hidden_the_gm_is_called_in_their_thread_alone(tmp_path: Path) -> None:
    table = await _waits_for_hidden(tmp_path)
    letters = await table.letters()
    called = [each for each in letters if each.ping]
    assert [(each.stream, each.ping.users) for each in called] == [(Stream.GM, (GM,))]
    assert "The fight waits for people of yours whom nobody sees." in called[0].text
    assert all("<@" not in each.text for each in letters if each.stream is not Stream.GM)
    assert await _pings(table) == ()
    await table.deliver()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    assert not any(each.ping for each in await table.letters())
    await table.store.close()


async def test_the_gm_is_not_called_for_somebody_hidden_who_has_acted_meanwhile(tmp_path: Path) -> None:
    table = await _waits_for_hidden(tmp_path)
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    assert not any(each.ping for each in await table.letters())
    assert await _pings(table) == (BOB,)
    await table.store.close()


async def test_a_page_that_tells_of_several_waits_for_the_hidden_calls_the_gm_once(tmp_path: Path) -> None:
    table = await _waits_for_hidden(tmp_path, 1)
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    agreed(await table.referee.act(ask(BOB), "Bea", "rest"))
    assert table.entitled() == "Shade 0"
    (called,) = [each for each in await table.letters() if each.ping]
    assert called.text.count("whom nobody sees") == 1
    assert called.ping.users == (GM,)
    await table.store.close()


async def test_below_the_clock_stands_what_explains_the_moment(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", nighttripper=app.house().systems["nighttripper"])
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    for side in ("party", "foes"):
        agreed(await table.referee.npc_add(ask(), "guard", 1, side))
    agreed(await table.referee.init_start(ask(), "", 30, now=True))
    tracker = await table.referee.tracker(CHANNEL)
    assert tracker is not None
    clock, why = (each.text for each in tracker.lines)
    assert clock.startswith("Round 1, ")
    assert "Each acts once in a round, in the step that fits." in why
    await table.store.close()


async def test_who_is_to_act_now_stands_before_whoever_joins_in_that_moment(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", Script(2, 9, 9), horizons=app.house().system("horizons"))
    agreed(await table.referee.campaign_setup(ask(), "horizons"))
    for user, name in ((BOB, "Zoe"), (ANN, "Ann")):
        agreed(await table.referee.sheet_create(ask(user), name, "soldier"))
    agreed(await table.referee.init_join(ask(BOB)))
    agreed(await table.referee.npc_add(ask(), "guard"))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.init_next(ask()))
    agreed(await table.referee.init_join(ask(ANN)))
    assert [each.name for each in (await seen(table)).people] == ["Zoe", "Ann", "Guard"]
    await table.store.close()
