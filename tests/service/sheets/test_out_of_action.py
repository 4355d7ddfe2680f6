"""Who brings in somebody dead is told that it is, and how that is set right."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot import app
from bot.service.requests import Reply
from bot.settings import Database
from tests.service.table import ANN, BOB, Table, agreed, ask, words

DEAD = {"dead": True}


async def brought(table: Table, key: str, condition: dict[str, Any], **places: Any) -> Reply:
    """What Ann is told who brings in somebody in that condition."""
    await table.referee.campaign_setup(ask(), key)
    sheet = next(iter(app.built(key).templates.values()))
    hurt = {**sheet, **places, "condition": {**sheet.get("condition", {}), **condition}}
    agreed(await table.referee.sheet_import(ask(ANN), json.dumps(hurt).encode(), "Ann Lee"))
    return agreed(await table.referee.init_join(ask(ANN)))


def apart(reply: Reply) -> str:
    """What the asker alone is told."""
    return words(Reply(lines=reply.apart))


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_who_brings_in_somebody_dead_is_told_so_and_what_sets_it_right(database: Database, key: str) -> None:
    table = Table(database, None, None, **app.house().systems)
    joined = await brought(table, key, DEAD)
    assert "Ann Lee is dead, as the sheet says, and cannot act" in apart(joined)
    assert "is dead" not in words(joined)
    said = re.search(r"/sheet edit path:(\S+) value:(\S+) name:(Ann Lee) ", apart(joined))
    assert said is not None
    agreed(await table.referee.sheet_edit(ask(ANN), *said.groups()))
    state = table.scene().combatants["Ann Lee"].state
    assert app.built(key).ruleset.kept_by(state) == ""
    await table.store.close()


async def test_what_keeps_it_from_acting_is_found_among_what_else_it_is(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    joined = await brought(table, "reflex", {**DEAD, "unconscious": True})
    assert "path:condition.dead" in apart(joined)
    await table.store.close()


@pytest.mark.parametrize("condition", [{}, {"unstable": True}])
async def test_of_who_can_act_nothing_is_said(database: Database, condition: dict[str, Any]) -> None:
    table = Table(database, None, None, **app.house().systems)
    assert (await brought(table, "reflex", condition)).apart == ()
    await table.store.close()


async def test_a_thing_that_acts_never_has_nothing_to_be_set_right(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    assert (await brought(table, "eclipse", {}, kind="object")).apart == ()
    await table.store.close()


async def test_who_died_in_a_fight_and_comes_back_into_it_is_known_to_be_dead(database: Database) -> None:
    table = Table(database, None, None, **app.house().systems)
    await brought(table, "reflex", DEAD)
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    agreed(await table.referee.sheet_import(ask(BOB), b'{"name": "Bob"}', "Bob"))
    agreed(await table.referee.init_remove(ask(ANN), "Ann Lee"))
    again = agreed(await table.referee.init_join(ask(ANN)))
    assert "comes back" in words(again)
    assert again.apart == ()
    await table.store.close()
