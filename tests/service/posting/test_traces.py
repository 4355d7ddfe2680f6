"""The picture of the ground carries the last shots and moves, of which each viewer is shown what it may know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from bot import app
from bot.render.picture_words import picture_words
from bot.service.requests import GroundTrace, GroundView, OnGround, Reply
from bot.settings import Database
from tests.service.table import ANN, CHANNEL, GM, Table, agreed, ask

SYSTEM = app.house().system("horizons")
WALL = OnGround(name="wall", material="brick_wall", at="0,80", to="100,80", high_m=4)


@pytest.fixture
async def table(database: Database) -> AsyncIterator[Table]:
    """A fight in Endless Horizons of Ann's Axel and a guard of the GM's, thirty metres apart."""
    made = Table(database, None, None, **app.house().systems)
    referee = made.referee
    agreed(await referee.campaign_setup(ask(), "horizons"))
    await made.sheet(ANN, "Axel", msgspec.json.encode(SYSTEM.templates[SYSTEM.starter]))
    agreed(await referee.init_join(ask(ANN)))
    agreed(await referee.npc_add(ask(), "guard", name="Guard"))
    agreed(await referee.init_start(ask(), "Yard", range_m=30, now=True))
    agreed(await referee.map_place(ask(), "Axel", "50,50"))
    agreed(await referee.map_place(ask(), "Guard", "50,110"))
    yield made
    await made.store.close()


async def acts(table: Table, actor: str, action: str, **given: Any) -> Reply:
    """The answer to a GM who has somebody act in its turn."""
    await table.turn_of(actor)
    return agreed(await table.referee.act(ask(), actor, action, given))


async def pictures(table: Table, user: int) -> list[GroundView]:
    """What somebody is shown who asks, and what hangs on the tracker."""
    shown = agreed(await table.referee.map_show(ask(user))).picture
    tracker = await table.referee.tracker(CHANNEL)
    assert shown is not None
    assert tracker is not None
    assert tracker.picture is not None
    return [shown, tracker.picture]


async def traces(table: Table, user: int) -> list[tuple[GroundTrace, ...]]:
    return [each.traces for each in await pictures(table, user)]


async def test_a_move_is_a_line_from_where_it_began_by_all_that_was_passed(table: Table) -> None:
    agreed(await table.referee.map_area(ask(), OnGround(name="mud", at="50,52", shape="circle", wide_m=2)))
    agreed(await table.referee.map_area(ask(), OnGround(name="bog", at="50,54", shape="circle", wide_m=2, hidden=True)))
    await acts(table, "Axel", "move", pace="slow", to="50,55")
    way = (5_000, 5_000), (5_000, 5_100), (5_000, 5_500)
    assert await traces(table, ANN) == [(GroundTrace("Axel", way),)] * 2
    assert [picture_words(each).count("Axel came from K11.") for each in await pictures(table, ANN)] == [1, 1]
    assert await traces(table, GM) == [(GroundTrace("Axel", way),)] * 2
    agreed(await table.referee.undo(ask()))
    assert await traces(table, ANN) == [()] * 2


async def test_a_shot_is_a_line_from_one_to_the_other_until_somebody_is_put_elsewhere(table: Table) -> None:
    await acts(table, "Axel", "attack", target="Guard")
    shot = GroundTrace("Axel", ((5_000, 5_000), (5_000, 11_000)), "Guard")
    assert await traces(table, ANN) == [(shot,)] * 2
    assert "Axel attacked Guard." in picture_words((await pictures(table, ANN))[0])
    agreed(await table.referee.init_next(ask()))
    assert await traces(table, ANN) == [(shot,)] * 2
    agreed(await table.referee.map_place(ask(), "Guard", "60,110"))
    assert await traces(table, ANN) == [()] * 2


async def test_of_who_is_out_of_sight_only_the_gm_has_lines(table: Table) -> None:
    agreed(await table.referee.map_piece(ask(), WALL))
    agreed(await table.referee.map_place(ask(), "Axel", "49,50"))
    await acts(table, "Guard", "move", pace="fast", to="50,108")
    assert await traces(table, ANN) == [()] * 2
    (own, public) = await traces(table, GM)
    assert (own, public) == ((GroundTrace("Guard", ((5_000, 11_000), (5_000, 10_800))),), ())


async def test_who_comes_into_sight_has_no_line_from_where_it_hid(table: Table) -> None:
    agreed(await table.referee.map_piece(ask(), WALL))
    agreed(await table.referee.map_place(ask(), "Guard", "98,82"))
    await acts(table, "Guard", "move", pace="fast", to="104,82")
    (own, public) = await traces(table, GM)
    assert (own, public) == ((), ())
    assert "Guard (G) at U17" in picture_words((await pictures(table, ANN))[0])
