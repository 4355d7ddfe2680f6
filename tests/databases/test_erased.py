"""Old fights of every system can still be checked when those who played them are forgotten."""

from __future__ import annotations

import shutil
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from bot import app
from bot.service.orders.audit import Findings, audit
from bot.service.personal.erasing import LEAST_ID, fulfil, stand_in_of
from bot.service.ports import Unit
from bot.service.rows import Wish
from bot.settings import Settings
from bot.storage.migrate import unpooled
from bot.storage.stand_ins import packed_id, typed_id
from bot.storage.tables import METADATA

RECORDED = sorted((Path(__file__).parent / "before_fair").glob("*.sqlite"))
FOREVER_MS = 4 * 10**12


def cells(database: Path) -> bytes:
    """All that a database holds, one after the other."""
    with unpooled(database).connect() as connection:
        rows = [row for table in METADATA.sorted_tables for row in connection.execute(select(table))]
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)


def players(unit: Unit) -> set[int]:
    """Who gave orders, as far as they are no game master: these are still to be shown out of a thread."""
    rows = [unit.scene_row(scene_id) for scene_id in unit.scene_ids()]
    users = {order.user_id for row in rows for order in unit.orders(row.id, 1, row.head)}
    return {user for user in users if not unit.gm_of(user)}


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda path: path.stem)
async def test_an_old_fight_agrees_without_its_players(recorded: Path, tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    shutil.copy(recorded, database)
    house = app.house()
    store = app.open_store(Settings(database=database), house)

    def findings() -> list[Findings]:
        return store.look(lambda unit: [audit(unit, house, scene_id) for scene_id in unit.scene_ids()])

    before, users = findings(), store.look(players)
    assert len(users) == 2
    for user in users:
        wish = Wish(user_id=user, stand_in=stand_in_of(house), at_ms=FOREVER_MS)
        await store.write(partial(_wished, wish=wish))
        await fulfil(store, house, user)
    after, whole = findings(), cells(database)
    await store.close()
    assert [user for user in users if user < LEAST_ID or typed_id(user) in whole or packed_id(user) in whole] == []
    assert [each.problems for each in after] == [[] for _ in before]
    assert [each.faces + each.erased for each in after] == [each.faces for each in before]


def _wished(unit: Unit, wish: Wish) -> None:
    unit.save_wish(wish)
