"""A GM who names somebody hidden is answered alone; what all may know stands in the channel and in the log, once."""

from __future__ import annotations

import msgspec
import pytest

from bot import app
from bot.service.outbox import Parcel, Post
from bot.service.requests import OnGround, Reply
from bot.settings import Database
from tests.service.table import ANN, BOB, GM, SHIELDED, Table, agreed, ask, everything, words

HIDDEN = "Lurker"


async def owed(table: Table) -> list[Parcel]:
    """What everybody may read of what is owed."""
    return [each for each in await table.parcels() if each.kind in (Post.ORDER, Post.CHANNEL, Post.UNDONE)]


async def struck(table: Table, *, named: bool) -> Reply:
    """Somebody hidden strikes Axel, in the channel."""
    await table.fight()
    await table.turn_of(HIDDEN)
    await table.deliver()
    return agreed(await table.referee.act(ask(), HIDDEN if named else None, "strike", {"target": "Axel"}))


async def test_who_names_somebody_hidden_is_answered_alone(table: Table) -> None:
    reply = await struck(table, named=True)
    assert reply.ephemeral
    assert HIDDEN in words(reply)


async def test_what_all_may_know_of_it_stands_in_the_channel_and_in_the_log_once(table: Table) -> None:
    reply = await struck(table, named=True)
    told = await owed(table)
    assert sorted(each.kind for each in told) == [Post.CHANNEL, Post.ORDER]
    assert {f"#{each.label}" for each in told} == {reply.title}
    assert all("Axel" in everything(each.lines) and HIDDEN not in everything(each.lines) for each in told)


async def test_who_acts_for_somebody_hidden_without_a_name_is_answered_alone(table: Table) -> None:
    assert (await struck(table, named=False)).ephemeral
    assert len(await owed(table)) == 2


async def test_a_target_that_is_hidden_counts_as_named(table: Table) -> None:
    await table.fight()
    await table.turn_of("Thug")
    await table.deliver()
    reply = agreed(await table.referee.act(ask(), "Thug", "strike", {"target": HIDDEN}))
    assert reply.ephemeral
    assert [each.kind for each in await owed(table)] == [Post.ORDER, Post.CHANNEL]


async def test_who_names_those_in_sight_alone_is_answered_for_all(table: Table) -> None:
    await table.fight()
    await table.turn_of("Thug")
    await table.deliver()
    reply = agreed(await table.referee.act(ask(), "Thug", "strike", {"target": "Axel"}))
    assert not reply.ephemeral
    assert [each.kind for each in await owed(table)] == [Post.ORDER]


async def test_what_comes_into_sight_may_be_named(table: Table) -> None:
    await table.fight()
    assert not agreed(await table.referee.init_show(ask(), HIDDEN)).ephemeral


async def test_an_answer_for_somebody_hidden_is_given_aside(table: Table) -> None:
    await table.sheet(BOB, "Bea", SHIELDED)
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "guard", name="Shade", hidden=True))
    for _ in range(60):
        if table.scene().pending:
            break
        actor = table.entitled()
        action, given = ("strike", {"target": "Shade"}) if actor == "Axel" else ("rest", {})
        agreed(await table.referee.act(ask(), actor, action, given))
    else:
        raise AssertionError("nobody ever hits the shade")
    assert agreed(await table.referee.answer(ask(), "take")).ephemeral


async def test_a_number_of_the_gms_in_an_undo_is_not_shown(table: Table) -> None:
    await table.fight()
    mark = agreed(await table.referee.act(ask(), HIDDEN, "hurt", {"points": 1})).title
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    await table.deliver()
    assert agreed(await table.referee.undo(ask(GM), mark)).ephemeral
    assert sorted(each.kind for each in await owed(table)) == [Post.CHANNEL, Post.UNDONE]


async def test_the_round_of_many_is_told_for_all_though_one_of_them_is_hidden(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=True))
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), now=True))
    for _ in range(200):  # fair dice fall as they like: some day the two are equal
        if {"Thug", HIDDEN} <= {slot.actor for slot in table.scene().entitled()}:
            break
        agreed(await table.referee.init_next(ask()))
    else:
        raise AssertionError("they never act at once")
    assert not agreed(await table.referee.act(ask(), None, "rest")).ephemeral


@pytest.mark.parametrize(
    ("key", "kind", "said"),
    [("graydawn", "kind=flash_bang", "Guard, Lurker 3"), ("eclipse", "item=concussion_grenade", "Guard, Lurker 90@4")],
)
async def test_who_is_listed_with_metres_counts_as_named(database: Database, key: str, kind: str, said: str) -> None:
    table = Table(database, **{key: app.house().system(key)})
    agreed(await table.referee.campaign_setup(ask(), key))
    agreed(await table.referee.npc_add(ask(), "guard", name="Guard"))
    agreed(await table.referee.npc_add(ask(), "guard", name="Guard 2"))
    agreed(await table.referee.npc_add(ask(), "guard", name=HIDDEN, hidden=True))
    seen = agreed(await table.referee.act(ask(), None, "blast", {}, f'{kind} others="Guard 2"'))
    assert not seen.ephemeral
    assert agreed(await table.referee.act(ask(), None, "blast", {}, f'{kind} others="{said}"')).ephemeral
    await table.store.close()


async def test_a_place_that_is_said_by_somebody_hidden_names_it(database: Database) -> None:
    table = Table(database, graydawn=app.house().system("graydawn"))
    referee = table.referee
    agreed(await referee.campaign_setup(ask(), "graydawn"))
    agreed(await referee.npc_add(ask(), "guard", name="Guard"))
    agreed(await referee.npc_add(ask(), "guard", name=HIDDEN, hidden=True))
    agreed(await referee.init_start(ask(), now=True, range_m=20.0))
    for number, (by, aside) in enumerate(((HIDDEN, True), ("Guard", False))):
        at = f"3m north of {by}"
        wall = OnGround(name=f"wall {number}", material="brick_wall", at="C4", to=at)
        yard = OnGround(name=f"yard {number}", shape="circle", wide_m=4.0, at=at)
        replies = (
            await referee.map_piece(ask(), wall),
            await referee.map_piece(ask(), msgspec.structs.replace(wall, at=at, to="C4")),
            await referee.map_area(ask(), yard),
            await referee.map_piece(ask(), OnGround(name=f"wall {number}", to=at, remove=True)),
            await referee.map_area(ask(), OnGround(name=f"yard {number}", at=at, remove=True)),
            await referee.npc_add(ask(), "guard", name=f"One {by}", at=at),
            await referee.npc_add(ask(), "guard", 2, name=f"Two {by}", at=at),
        )
        assert [agreed(reply).ephemeral for reply in replies] == [aside] * 7
    taken = OnGround(name="fence", material="fence", to="nowhere at all")
    assert not agreed(await referee.map_piece(ask(), msgspec.structs.replace(taken, to="", at="D4"))).ephemeral
    assert not agreed(await referee.map_piece(ask(), msgspec.structs.replace(taken, remove=True))).ephemeral
    await table.store.close()
