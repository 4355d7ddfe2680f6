"""The log is read page by page, exported as a file, and each reads in it what they may."""

from __future__ import annotations

import json

import msgspec
import pytest

from bot import app
from bot.service.requests import Verb
from bot.settings import Database
from tests.service.table import ANN, GM, Table, agreed, ask, refused, words


async def exported(table: Table, user: int) -> dict[str, list[dict[str, object]]]:
    """The exported log."""
    reply = agreed(await table.referee.log_export(ask(user)))
    assert reply.attachment is not None
    found: dict[str, list[dict[str, object]]] = json.loads(reply.attachment.content)
    return found


async def test_pages_lead_back_to_the_beginning(table: Table) -> None:
    await table.fight()
    for _ in range(15):
        agreed(await table.referee.init_next(ask()))
    page = agreed(await table.referee.log_show(ask(ANN)))
    read = words(page)
    assert [button.label for button in page.buttons] == ["Older"]
    assert not page.in_place
    while older := next((button for button in page.buttons if button.label == "Older"), None):
        assert older.verb is Verb.PAGE
        page = agreed(await table.referee.click(ask(ANN), older.verb, older.argument, older.once))
        assert page.in_place
        read = words(page) + read
    numbers = [order.number for order in table.orders() if not order.gm_only]
    assert all(f"#{number} " in read for number in numbers)
    assert "Lurker" not in read


@pytest.mark.parametrize("user", [ANN, GM])
async def test_a_page_can_be_turned_back(table: Table, user: int) -> None:
    await table.fight()
    for _ in range(15):
        agreed(await table.referee.init_next(ask()))
    newest = agreed(await table.referee.log_show(ask(user)))
    older = agreed(await table.referee.click(ask(user), Verb.PAGE, newest.buttons[0].argument, ""))
    newer = older.buttons[-1]
    assert newer.label == "Newer"
    again = agreed(await table.referee.click(ask(user), Verb.PAGE, newer.argument, ""))
    assert (again.lines, again.buttons) == (newest.lines, newest.buttons)


async def test_undone_orders_are_marked(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await table.referee.undo(ask()))
    assert "(undone)" in words(agreed(await table.referee.log_show(ask(ANN))))
    agreed(await table.referee.redo(ask()))
    assert "(undone)" not in words(agreed(await table.referee.log_show(ask(ANN))))


async def test_what_was_undone_stays_marked_after_the_fight(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 1}))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.init_end(ask()))
    assert words(agreed(await table.referee.log_show(ask(ANN)))).count("(undone)") == 1


async def test_a_page_behind_the_beginning_is_refused(table: Table) -> None:
    await table.fight()
    assert "nothing more" in refused(await table.referee.log_show(ask(ANN), "1"))


async def test_the_gms_export_is_whole_and_the_players_public(table: Table) -> None:
    await table.fight()
    whole, public = await exported(table, GM), await exported(table, ANN)
    assert len(whole["orders"]) == table.row().head
    assert len(public["orders"]) == sum(not order.gm_only for order in table.orders())
    assert "ordinal" not in public["orders"][0]
    assert all("gm_secret" not in chapter for chapter in public["dice"])


async def test_nothing_played_is_said_so(table: Table) -> None:
    for reply in (
        await table.referee.log_show(ask(ANN)),
        await table.referee.log_export(ask(ANN)),
        await table.referee.undo(ask(ANN)),
        await table.referee.init_status(ask(ANN)),
        await table.referee.act(ask(ANN), None, "strike", {"target": "Thug"}),
    ):
        assert "Nothing has been played" in refused(reply)


async def test_every_term_of_an_order_is_behind_the_button_of_its_answer(table: Table) -> None:
    await table.fight()
    answer = agreed(await table.referee.act(ask(), table.entitled(), "strike", {"target": "Bea"}))
    (why,) = [button for button in answer.buttons if button.verb is Verb.WHY]
    assert "Rolled" not in words(answer)
    explained = agreed(await table.referee.click(ask(ANN), why.verb, why.argument, why.once))
    assert explained.ephemeral
    assert explained.title == answer.title
    assert "Rolled" in words(explained)


@pytest.mark.parametrize("argument", ["2.999", "9.1", "2.g1"])
async def test_what_is_not_there_is_not_explained_and_a_player_learns_nothing_of_the_gms_orders(
    table: Table, argument: str
) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True))
    assert "nothing to explain" in refused(await table.referee.click(ask(ANN), Verb.WHY, argument, ""))


async def test_the_gm_reads_why_of_what_only_the_gm_knows(table: Table) -> None:
    await table.fight()
    answer = agreed(await table.referee.npc_add(ask(), "thug", name="Shade", hidden=True))
    explained = agreed(await table.referee.click(ask(), Verb.WHY, f"2.{answer.title.removeprefix('#')}", ""))
    assert "Shade" in words(explained)


async def test_a_step_is_told_once_something_happens_in_it(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    system = app.house().system("nighttripper")
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.act(ask(ANN), "Axel", "pass", {"until": "movement"}))
    agreed(await table.referee.act(ask(ANN), "Axel", "move", {}))
    told = words(agreed(await table.referee.log_show(ask(ANN))))
    assert "Movement, all at once: who acts?\nAxel runs" in told
    assert "Talking" not in told
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.act(ask(ANN), "Axel", "pass", {"until": "miscellaneous"}))
    agreed(await table.referee.act(ask(ANN), "Axel", "work", {}))
    told = words(agreed(await table.referee.log_show(ask(ANN))))
    assert told.count("Movement, all at once") == 1
    assert "Anything else, all at once: who acts?\nAxel is busy." in told
    agreed(await table.referee.init_end(ask()))
    assert told.count("who acts?") == words(agreed(await table.referee.log_show(ask(ANN)))).count("who acts?")
    await table.store.close()


@pytest.mark.parametrize("unseen", [0, 31])
async def test_however_much_happens_out_of_sight_a_step_is_told_with_what_comes_of_it(
    database: Database, unseen: int
) -> None:
    table = Table(database, None, None, **app.house().systems)
    system = app.house().system("nighttripper")
    agreed(await table.referee.campaign_setup(ask(), "nighttripper"))
    await table.sheet(ANN, "Axel", msgspec.json.encode(system.templates[system.starter]))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), now=True))
    agreed(await table.referee.act(ask(ANN), "Axel", "pass", {"until": "movement"}))
    for _ in range(unseen):
        agreed(await table.referee.npc_add(ask(), system.starter, hidden=True))
    agreed(await table.referee.act(ask(ANN), "Axel", "move", {}))
    told = words(agreed(await table.referee.log_show(ask(ANN))))
    assert "Movement, all at once: who acts?\nAxel runs" in told
    await table.store.close()
