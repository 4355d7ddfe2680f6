"""What no database could keep is refused before it gets there: words with NUL in them, and numbers without end.

Halves of characters come no further than the cogs, and neither do ids of buttons that no client would send.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest

from bot.service.requests import Choosing, Verb
from tests.service.table import ANN, Table, agreed, ask

NUL, ENDLESS = "A\x00B", "9" * 30

NUMBERS = f'{{"skill": {ENDLESS}, "hits": 6}}'.encode()

Asked = Callable[[Table, str], Awaitable[object]]

ASKED: Mapping[str, Asked] = {
    "title of a fight": lambda table, odd: table.referee.init_start(ask(), odd, now=True),
    "title of a campaign": lambda table, odd: table.referee.campaign_setup(ask(), title=odd),
    "system": lambda table, odd: table.referee.campaign_setup(ask(), odd),
    "option": lambda table, odd: table.referee.campaign_options(ask(), odd, odd),
    "role": lambda table, odd: table.referee.campaign_gm(ask(), 7, odd),
    "sheet": lambda table, odd: table.referee.sheet_create(ask(ANN), odd, "thug"),
    "template": lambda table, odd: table.referee.sheet_create(ask(ANN), "New", odd),
    "place of a sheet": lambda table, odd: table.referee.sheet_edit(ask(), odd, odd, "Axel"),
    "name in a sheet": lambda table, odd: table.referee.sheet_edit(ask(ANN), "name", odd),
    "number in a sheet": lambda table, odd: table.referee.sheet_edit(ask(ANN), "skill", odd),
    "sheet to use": lambda table, odd: table.referee.sheet_use(ask(ANN), odd),
    "sheet to join": lambda table, odd: table.referee.init_join(ask(ANN), odd, odd),
    "name in a file": lambda table, odd: table.referee.sheet_import(ask(ANN), b'{"skill": 12, "hits": 6}', odd),
    "number in a file": lambda table, odd: table.referee.sheet_import(
        ask(ANN), f'{{"skill": {ENDLESS}}}'.encode(), odd
    ),
    "combatant": lambda table, odd: table.referee.npc_add(ask(), "thug", 1, odd, odd),
    "sheet of a combatant": lambda table, odd: table.referee.npc_add(ask(), None, 1, sheet=odd),
    "words of holding": lambda table, odd: table.referee.act(ask(), "Axel", "hold", {}, f"until={odd}"),
    "actor": lambda table, odd: table.referee.act(ask(), odd, "hurt", {"points": 1}),
    "target": lambda table, odd: table.referee.act(ask(), "Axel", "strike", {"target": odd}),
    "action": lambda table, odd: table.referee.act(ask(), "Axel", odd),
    "words": lambda table, odd: table.referee.act(ask(), "Axel", "hurt", {}, f"points={odd}"),
    "answer": lambda table, odd: table.referee.answer(ask(), odd),
    "undo": lambda table, odd: table.referee.undo(ask(), odd),
    "page": lambda table, odd: table.referee.log_show(ask(), odd),
    "roll": lambda table, odd: table.referee.roll(ask(), odd),
    "help": lambda table, odd: table.referee.help(ask(), odd),
    "tap": lambda table, odd: table.referee.click(ask(), Verb.ACT, odd, odd),
    "completion": lambda table, odd: table.referee.complete(ask(), Choosing.INPUT, odd, {"action": odd, "input": odd}),
}


@pytest.mark.parametrize("what", ASKED)
@pytest.mark.parametrize("odd", [NUL, ENDLESS], ids=["NUL", "endless"])
async def test_nothing_strange_reaches_the_database(table: Table, what: str, odd: str) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_join(ask(ANN)))
    assert await ASKED[what](table, odd) is not None
    assert table.audit().problems == []
