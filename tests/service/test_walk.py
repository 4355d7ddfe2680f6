"""Whatever people do, in whatever order: the kept state is the fold, and the audit agrees."""

from __future__ import annotations

import random

import pytest

from bot.service.requests import Reply
from tests.service.table import ANN, BOB, GM, Table, ask


async def step(table: Table, chance: random.Random) -> Reply:
    """Something that somebody might do."""
    referee, user = table.referee, chance.choice((ANN, BOB, GM, GM))
    target = chance.choice(("Thug", "Axel", "Bea", "Lurker"))
    match chance.randrange(12):
        case 0 | 1 | 2 | 3:
            return await referee.act(ask(user), None, "strike", {"target": target})
        case 4:
            return await referee.undo(ask(user))
        case 5:
            return await referee.redo(ask(user))
        case 6:
            return await referee.init_show(ask(user), target, hidden=chance.random() < 0.5)
        case 7:
            return await referee.answer(ask(user), chance.choice(("block", "take")))
        case 8:
            return await referee.npc_add(ask(user), "thug", chance.randint(1, 2), hidden=chance.random() < 0.5)
        case 9:
            return await referee.init_remove(ask(user), target)
        case 10:
            return await referee.init_join(ask(user))
        case _:
            return await referee.init_next(ask(user))


@pytest.mark.parametrize("seed", range(4))
async def test_any_walk_ends_in_a_history_that_agrees(table: Table, seed: int) -> None:
    await table.fight(shield=True)
    chance = random.Random(seed)
    replies = [await step(table, chance) for _ in range(60)]
    assert table.audit().problems == []
    at_hand = await table.store.write(lambda unit: unit.state(unit.scene_row(1)))
    assert at_hand == table.scene()
    done = [reply for reply in replies if not reply.refusal]
    again = [order for order in table.orders() if order.again]
    assert table.row().head == len(done) + len(again) + 5
    assert [order.ordinal for order in table.orders()] == list(range(1, table.row().head + 1))
