"""Where everybody sees one side alone that stands, a GM ends the fight at two taps, and nobody does by mistake."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.service.requests import Button, OnGround, Verb
from tests.service.posting.test_moment_buttons import tapped, view_of
from tests.service.table import ANN, GM, Table, agreed, ask, refused, words


@pytest.fixture
async def bridge(tmp_path: Path) -> AsyncIterator[Table]:
    """Ann against two guards and a sniper whom nobody sees."""
    table = Table(tmp_path / "table.db", reflex=app.house().system("reflex"))
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    agreed(await table.referee.sheet_create(ask(ANN), "Ann", "rifleman"))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.npc_add(ask(), "guard", 2, "bridge"))
    agreed(await table.referee.npc_add(ask(), "guard", 1, "bridge", "Sniper", hidden=True))
    agreed(await table.referee.init_start(ask(), "Bridge", 30.0, now=True))
    agreed(await table.referee.act(ask(), "Ann", "correct", {"initiative": 50}))  # the sniper is not to be waited for
    yield table
    await table.store.close()


async def fallen(table: Table, *names: str) -> None:
    for name in names:
        agreed(await table.referee.act(ask(), name, "correct", {"dead": True}))


async def ending(table: Table) -> list[Button]:
    return [each for each in (await view_of(table)).buttons if each.verb is Verb.END]


async def test_the_fight_can_be_ended_once_one_side_alone_is_seen_to_stand(bridge: Table) -> None:
    await fallen(bridge, "Guard 1")
    assert await ending(bridge) == []
    await fallen(bridge, "Guard 2")
    assert [each.label for each in await ending(bridge)] == ["End the fight (GM)"]
    agreed(await bridge.referee.undo(ask()))
    assert await ending(bridge) == []


async def test_it_can_be_ended_where_nobody_stands_any_more(bridge: Table) -> None:
    await fallen(bridge, "Guard 1", "Guard 2", "Sniper", "Ann")
    assert len(await ending(bridge)) == 1


@pytest.mark.parametrize("unseen", [(), ("Sniper",)])
async def test_whether_it_is_offered_tells_nothing_of_the_hidden(bridge: Table, unseen: tuple[str, ...]) -> None:
    await fallen(bridge, "Guard 1", "Guard 2", *unseen)
    (button,) = await ending(bridge)
    assert (button.argument, button.once) == ("", "")


async def test_a_gm_is_asked_first_and_reads_who_still_stands_unseen(bridge: Table) -> None:
    await fallen(bridge, "Guard 1", "Guard 2")
    (button,) = await ending(bridge)
    asked = agreed(await tapped(bridge, GM, button))
    assert asked.ephemeral
    assert "Still standing, unseen by players: Sniper." in words(asked)
    assert bridge.scene().fight is not None
    await fallen(bridge, "Sniper")
    asked = agreed(await tapped(bridge, GM, button))
    assert "unseen" not in words(asked)
    (sure,) = asked.buttons
    ended = agreed(await tapped(bridge, GM, sure))
    assert "party has won" in words(ended).casefold()
    assert bridge.scene().fight is None


async def test_of_a_side_it_is_said_that_it_has_or_they_have_won(bridge: Table) -> None:
    agreed(await bridge.referee.npc_add(ask(), "guard", 1, "raiders", "Rider"))
    await fallen(bridge, "Guard 1", "Guard 2", "Sniper", "Ann")
    assert "Raiders have won: nobody else is left standing." in words(await bridge.referee.init_end(ask()))


async def test_a_gm_reads_who_stands_up_again_where_nobody_sees_it(bridge: Table) -> None:
    agreed(await bridge.referee.map_use(ask(), 60))
    agreed(await bridge.referee.map_place(ask(), "Ann", "50,0"))
    agreed(await bridge.referee.map_place(ask(), "Guard 1, Guard 2", "150,40"))
    wall = OnGround(name="wall", material="brick_wall", at="20,20", to="80,20")
    agreed(await bridge.referee.map_piece(ask(), wall))
    await fallen(bridge, "Guard 1", "Guard 2")
    agreed(await bridge.referee.map_place(ask(), "Guard 2", "50,40"))
    agreed(await bridge.referee.act(ask(), "Guard 2", "correct", {"dead": False}))
    (button,) = await ending(bridge)
    asked = agreed(await tapped(bridge, GM, button))
    assert "Still standing, unseen by players: Guard 2, Sniper." in words(asked)


async def test_nobody_but_a_gm_ends_it(bridge: Table) -> None:
    await fallen(bridge, "Guard 1", "Guard 2")
    (button,) = await ending(bridge)
    assert "Only a GM" in refused(await tapped(bridge, ANN, button))
    (sure,) = agreed(await tapped(bridge, GM, button)).buttons
    assert "Only a GM" in refused(await tapped(bridge, ANN, sure))
    assert bridge.scene().fight is not None


async def test_what_was_ordered_since_the_question_is_not_passed_over(bridge: Table) -> None:
    await fallen(bridge, "Guard 1", "Guard 2")
    (button,) = await ending(bridge)
    (sure,) = agreed(await tapped(bridge, GM, button)).buttons
    agreed(await bridge.referee.npc_add(ask(), "guard", 1, "bridge", "Late"))
    assert "gone on since" in refused(await tapped(bridge, GM, sure))
    (sure,) = agreed(await tapped(bridge, GM, button)).buttons
    agreed(await tapped(bridge, GM, sure))
    assert "That fight is over" in refused(await tapped(bridge, GM, button))
    assert "That fight is over" in refused(await tapped(bridge, GM, sure))


async def test_while_it_waits_for_the_gm_there_is_nothing_but_to_go_on(bridge: Table) -> None:
    await fallen(bridge, "Guard 1", "Guard 2")
    agreed(await bridge.referee.act(ask(), "Ann", "correct", {"initiative": 0}))
    assert [each.label for each in (await view_of(bridge)).buttons] == ["Wait (GM)"]
