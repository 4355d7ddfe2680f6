"""A player's undo does not tell whether something hidden happened since: that is given again, or the undo refused."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from bot import app
from bot.core.events import Event
from bot.service.outbox import Post
from bot.service.rows import OrderRow
from tests.service.table import ANN, BOB, BRAWLER, SHIELDED, Script, Table, agreed, ask, everything, refused, words

HIDDEN = "Lurker"
Opened = Callable[..., Awaitable[Table]]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    """Opens tables at which Ann's Axel acts first, then somebody of the GM's, then Bob's Bea."""
    tables: list[Table] = []

    async def begun(*faces: int, hidden: bool = True, bea: bytes = BRAWLER, last: int = 1) -> Table:
        table = Table(tmp_path / f"{len(tables)}.db", Script(6, 3, last, *faces))
        tables.append(table)
        await table.sheet(ANN, "Axel")
        await table.sheet(BOB, "Bea", bea)
        agreed(await table.referee.init_join(ask(ANN)))
        agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=hidden))
        agreed(await table.referee.init_join(ask(BOB)))
        agreed(await table.referee.init_start(ask(), now=True))
        assert table.entitled() == "Axel"
        return table

    yield begun
    for table in tables:
        await table.store.close()


async def held(table: Table) -> None:
    """Ann's Axel waits, which rolls nothing."""
    agreed(await table.referee.act(ask(ANN), "Axel", "hold", {"until": 0}))


async def hurt_unseen(table: Table, points: int = 1) -> OrderRow:
    """The GM hurts somebody hidden."""
    assert agreed(await table.referee.act(ask(), HIDDEN, "hurt", {"points": points})).ephemeral
    return table.orders()[-1]


def hits(table: Table) -> int:
    """How many hits the hidden one has left."""
    left: int = table.scene().combatants[HIDDEN].state.hits
    return left


def happened(table: Table, order: OrderRow) -> list[Event]:
    """The events of an order."""
    found = table.look(lambda unit: unit.events(order.scene_id, order.ordinal, order.ordinal, "toy"))
    return found.get(order.ordinal, [])


async def public(table: Table) -> str:
    """All that is owed to the public log and the channel, but for the ids of the promises."""
    owed = [each for each in await table.parcels() if each.kind not in (Post.GM, Post.INVITE)]
    return everything([(each.kind, each.label, each.lines, each.buttons) for each in owed if each.kind != Post.SECRET])


async def test_what_was_ordered_unseen_stands_behind_a_players_undo(opened: Opened) -> None:
    table = await opened()
    await held(table)
    given = await hurt_unseen(table, 2)
    left = hits(table)
    agreed(await table.referee.undo(ask(ANN)))
    assert table.entitled() == "Axel"
    assert hits(table) == left
    last = table.orders()[-1]
    assert (last.gm_only, last.again, last.user_id) == (True, given.ordinal, given.user_id)
    assert happened(table, last) == happened(table, given)


async def test_who_came_in_last_can_undo_that_whatever_was_measured_to_them_unseen(opened: Opened) -> None:
    table = await opened()
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.npc_add(ask(), "thug", name=HIDDEN, hidden=True))
    agreed(await table.referee.init_join(ask(ANN), "Axel"))
    await table.sheet(ANN, "Cid")
    agreed(await table.referee.init_join(ask(ANN), "Cid"))
    agreed(await table.referee.init_range(ask(), "Cid", HIDDEN, 4))
    agreed(await table.referee.init_range(ask(), "Axel", HIDDEN, 7))
    agreed(await table.referee.undo(ask(ANN)))
    assert "Cid" not in table.scene().combatants
    assert table.scene().range_m("Axel", HIDDEN) == 7
    agreed(await table.referee.redo(ask(ANN)))
    assert table.scene().range_m("Cid", HIDDEN) == 4


async def test_the_gms_log_says_that_it_stands_again(opened: Opened) -> None:
    table = await opened()
    await held(table)
    given = await hurt_unseen(table)
    await table.deliver()
    agreed(await table.referee.undo(ask(ANN)))
    undone, undone_for_gm, again = await table.parcels()
    assert (undone.kind, undone_for_gm.kind, again.kind) == (Post.UNDONE, Post.GM, Post.GM)
    assert again.lines[0].text == f"#g{given.number} stands again."
    assert HIDDEN in everything(again.lines)


async def test_undo_and_redo_read_the_same_whatever_was_ordered_unseen(opened: Opened) -> None:
    worlds = []
    for unseen in range(3):
        table = await opened()
        await held(table)
        said = []
        for turn in (table.referee.undo, table.referee.undo, table.referee.redo, table.referee.redo):
            for _ in range(unseen):
                agreed(await table.referee.act(ask(), HIDDEN, "morale_threat", {"amount": 1}))
            said.append(words(await turn(ask(ANN))))
        worlds.append((said, await public(table), [each.number for each in table.orders() if not each.gm_only]))
    assert worlds[0] == worlds[1] == worlds[2]


async def test_faces_that_fell_unseen_are_given_again_and_not_rolled(opened: Opened) -> None:
    table = await opened(5)
    agreed(await table.referee.act(ask(ANN), "Axel", "mine_emplace", {"kind": "jar"}))
    agreed(await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True))
    come = table.orders()[-1]
    agreed(await table.referee.undo(ask(ANN)))
    last = table.orders()[-1]
    assert last.again == come.ordinal
    assert '"faces":[5]' in everything(happened(table, last))
    assert happened(table, last) == happened(table, come)


async def test_an_undo_reads_the_same_whether_or_not_somebody_hidden_had_their_moment_since(opened: Opened) -> None:
    worlds = []
    for is_there in (False, True):
        table = await opened()
        if not is_there:
            agreed(await table.referee.init_remove(ask(), HIDDEN))
        agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
        if is_there:
            assert agreed(await table.referee.act(ask(), HIDDEN, "rest")).ephemeral
        assert table.entitled() == "Bea"
        worlds.append((words(await table.referee.undo(ask(ANN))), await public(table)))
        assert table.entitled() == "Axel"
    assert worlds[0] == worlds[1]


async def test_an_undo_reads_the_same_whether_or_not_somebody_hidden_who_acted_since_has_left(opened: Opened) -> None:
    worlds = []
    for is_there in (False, True):
        table = await opened(last=3)  # Bea acts at the same moment as the hidden one
        if not is_there:
            agreed(await table.referee.init_remove(ask(), HIDDEN))
        agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
        if is_there:
            assert agreed(await table.referee.act(ask(), HIDDEN, "rest")).ephemeral
            assert agreed(await table.referee.init_remove(ask(), HIDDEN)).ephemeral
        worlds.append((words(await table.referee.undo(ask(ANN))), await public(table)))
        assert table.entitled() == "Axel"
    assert worlds[0] == worlds[1]


async def test_what_somebody_hidden_did_goes_with_an_undo_and_comes_back_with_its_redo(opened: Opened) -> None:
    table = await opened()
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    rest = table.orders()[-1]
    await hurt_unseen(table, 2)
    left, behind = hits(table), table.scene()
    await table.deliver()
    agreed(await table.referee.undo(ask(ANN)))
    assert hits(table) == left
    assert [each.again for each in table.orders()[-2:]] == [0, rest.ordinal + 1]
    undone, undone_for_gm, again = await table.parcels()
    assert f"#g{rest.number}" in everything(undone_for_gm.lines)
    assert f"#g{rest.number}" not in everything(undone.lines)
    assert f"#g{rest.number + 1} stands again." in everything(again.lines)
    agreed(await table.referee.redo(ask(ANN)))
    assert table.scene() == behind


async def test_what_was_done_since_in_everybodys_sight_stands_in_the_way_of_an_undo(opened: Opened) -> None:
    table = await opened(hidden=False)
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    assert not agreed(await table.referee.act(ask(), HIDDEN, "rest")).ephemeral
    head = table.row().head
    assert "nothing has happened since" in refused(await table.referee.undo(ask(ANN)))
    assert table.row().head == head


async def test_a_redo_brings_back_the_first_state(opened: Opened) -> None:
    table = await opened()
    await held(table)
    await hurt_unseen(table)
    first = table.scene()
    agreed(await table.referee.undo(ask(ANN)))
    agreed(await table.referee.redo(ask(ANN)))
    assert table.scene() == first
    assert [each.ordinal for each in table.orders() if each.again] == [len(table.orders()) - 1]


async def test_a_gm_may_redo_what_a_player_undid(opened: Opened) -> None:
    table = await opened()
    await held(table)
    await hurt_unseen(table)
    first = table.scene()
    agreed(await table.referee.undo(ask(ANN)))
    agreed(await table.referee.redo(ask()))
    assert table.scene() == first


async def test_a_gm_redoes_what_all_saw_undone_though_something_unseen_came_since(opened: Opened) -> None:
    table = await opened()
    await held(table)
    agreed(await table.referee.undo(ask()))
    late = await hurt_unseen(table, 2)
    left = hits(table)
    assert not agreed(await table.referee.redo(ask())).ephemeral
    assert hits(table) == left
    assert table.orders()[-1].again == late.ordinal


async def test_what_was_ordered_unseen_since_an_undo_stands_behind_its_redo(opened: Opened) -> None:
    table = await opened()
    await held(table)
    await hurt_unseen(table)
    agreed(await table.referee.undo(ask(ANN)))
    late = await hurt_unseen(table, 2)
    left = hits(table)
    agreed(await table.referee.redo(ask(ANN)))
    assert hits(table) == left
    assert table.entitled() == HIDDEN
    assert table.orders()[-1].again == late.ordinal


async def test_what_the_gm_undid_unseen_since_an_undo_stays_undone_behind_its_redo(opened: Opened) -> None:
    table = await opened()
    await held(table)
    await hurt_unseen(table, 1)
    kept = hits(table)
    await hurt_unseen(table, 3)
    agreed(await table.referee.undo(ask(ANN)))
    assert agreed(await table.referee.undo(ask())).ephemeral
    late = await hurt_unseen(table, 2)
    agreed(await table.referee.redo(ask(ANN)))
    assert hits(table) == kept - 2
    assert table.orders()[-1].again == late.ordinal
    assert (await public(table)).count("Redone") == 1


async def test_nothing_is_redone_once_the_gm_has_undone_unseen_what_was_before(opened: Opened) -> None:
    table = await opened()
    await hurt_unseen(table)
    await held(table)
    agreed(await table.referee.undo(ask(ANN)))
    assert agreed(await table.referee.undo(ask())).ephemeral
    assert "nothing to redo" in refused(await table.referee.redo(ask(ANN)))


async def test_dice_that_only_the_gm_knows_of_do_not_stand_in_the_way_of_an_undo(opened: Opened) -> None:
    table = await opened(5, hidden=False)
    agreed(await table.referee.init_remove(ask(BOB), "Bea"))
    await held(table)
    agreed(await table.referee.act(ask(), HIDDEN, "rest"))
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert "Round 2" in words(await table.referee.init_status(ask(BOB)))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.entitled() == "Axel"


async def test_dice_that_fell_before_a_question_stand_in_the_way_of_an_undo(opened: Opened) -> None:
    table = await opened(1, 1, bea=SHIELDED)
    agreed(await table.referee.act(ask(ANN), "Axel", "strike", {"target": "Bea"}))
    assert table.scene().pending
    assert "no dice fell" in refused(await table.referee.undo(ask(ANN)))


async def test_a_players_own_secret_is_theirs_to_undo_and_tells_of_no_number(opened: Opened) -> None:
    table = await opened()
    await hurt_unseen(table)
    assert agreed(await table.referee.act(ask(ANN), "Axel", "mine_emplace", {"kind": "jar"})).ephemeral
    reply = agreed(await table.referee.undo(ask(ANN)))
    assert (words(reply), reply.ephemeral) == ("\nUndone.", True)
    assert not table.scene().state.mines
    assert words(agreed(await table.referee.redo(ask(ANN)))) == "\nRedone."
    assert len(table.scene().state.mines) == 1


async def given_again(table: Table) -> None:
    """Ann's order is undone with one behind it that nobody saw."""
    await table.fight()
    agreed(await table.referee.act(ask(ANN), "Axel", "mine_emplace", {"kind": "jar"}))
    agreed(await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.orders()[-1].again == table.orders()[-3].ordinal


async def test_an_order_given_again_is_audited_by_the_one_it_stands_for(table: Table) -> None:
    await given_again(table)
    agreed(await table.referee.redo(ask(ANN)))
    agreed(await table.referee.undo(ask(ANN)))
    findings = table.audit()
    assert findings.problems == []
    assert findings.orders == table.row().head


async def until_they_act(table: Table, *actors: str) -> None:
    """Let rounds go by until these alone are left to act, in that order."""
    while tuple(slot.actor for slot in table.scene().agenda) != actors:
        agreed(await table.referee.init_next(ask()))


async def test_an_undo_with_which_somebody_hidden_went_is_audited_like_any(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_remove(ask(), "Thug"))
    await until_they_act(table, "Axel", HIDDEN, "Bea")
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    agreed(await table.referee.init_next(ask(), HIDDEN))
    agreed(await table.referee.undo(ask(ANN)))
    assert table.entitled() == "Axel"
    assert table.audit().problems == []


async def test_dice_of_a_round_that_somebody_hidden_let_begin_stand_in_the_way_of_an_undo(table: Table) -> None:
    await table.fight()
    await until_they_act(table, "Axel", HIDDEN)
    agreed(await table.referee.act(ask(ANN), "Axel", "rest"))
    agreed(await table.referee.init_next(ask(), HIDDEN))
    assert "no dice fell" in refused(await table.referee.undo(ask(ANN)))


TAMPERING = {
    "other faces": (
        "update events set payload = replace(payload, '\"faces\":[', '\"faces\":[1') where ordinal = {last}",
        "not the order that it stands for",
    ),
    "another order": (
        "update orders set again = (select min(ordinal) from orders where payload != '') where ordinal = {last}",
        "not the order that it stands for",
    ),
    "counted twice": ("update orders set voids = {last} - 1 where ordinal = {last} - 1", "counts still"),
}


@pytest.mark.parametrize("what", TAMPERING)
async def test_tampering_with_an_order_given_again_is_named(table: Table, what: str) -> None:
    await given_again(table)
    sql, expected = TAMPERING[what]
    assert table.tamper(sql.format(last=table.row().head)) > 0
    assert expected in " ".join(words for _, words in table.audit().problems)


async def test_who_has_come_in_cannot_undo_that_once_time_has_gone_on_with_them_untold(tmp_path: Path) -> None:
    system = app.house().system("nighttripper")
    table = Table(tmp_path / "one.db", None, None, **app.house().systems)
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    for owner, name in ((ANN, "Axel"), (BOB, "Bea")):
        await table.sheet(owner, name, msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.npc_add(ask(), "boarder"))
    agreed(await table.referee.init_start(ask(), ground="trench_line", now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_join(ask(BOB)))
    for _ in range(2):
        agreed(await table.referee.init_next(ask()))
    assert table.orders()[-1].gm_only
    assert "nothing has happened since" in refused(await table.referee.undo(ask(BOB)))
    await table.store.close()
