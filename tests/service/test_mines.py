"""A mine that nobody has found is on no surface: a player who guesses its name is told what any other name is told."""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot import app
from bot.service.outbox import Post
from bot.service.requests import Choosing, Reply
from bot.settings import Database
from tests.service.table import ANN, BOB, CHANNEL, Table, agreed, ask, everything, refused, words

FIELD, MINE, PLACE, NOTHING = "Tenebrae", "Umbracula", "Obscuria", "Zorro"
SECRETS = (FIELD, MINE, PLACE, "Sapper")
SAPPER = {"attributes": {"coordination": 9, "awareness": 3}, "skills": {"Construction/Demolition": 16}}
GUESSES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("mine_cross", {"distance_m": 30}, ""),
    ("mine_pass", {}, ""),
    ("mine_search", {}, ""),
    ("mine_mark", {}, ""),
    ("mine_mark", {}, "show=yes"),
    ("mine_disarm", {"kind": "defuse"}, ""),
    ("mine_disarm", {"kind": "move"}, ""),
    ("mine_detonate", {"target": "Bob"}, ""),
    ("mine_trigger", {"target": "Bob"}, ""),
)


async def laid(database: Database) -> Table:
    """Ann and Bob of two players, and of the GM's a sapper out of sight who has laid a field and a mine near Bob."""
    table = Table(database, None, None, **app.house().systems)
    referee = table.referee
    await referee.campaign_setup(ask(), "reflex")
    for user, name in ((ANN, "Ann"), (BOB, "Bob")):
        await referee.sheet_import(ask(user), json.dumps(SAPPER).encode(), name)
        agreed(await referee.init_join(ask(user)))
    agreed(await referee.npc_add(ask(), "guard", name="Sapper", hidden=True))
    agreed(await referee.sheet_edit(ask(), "skills.Construction/Demolition", "60", "Sapper"))
    field = {"mine": FIELD, "kind": "ap"}
    agreed(await referee.act(ask(), "Sapper", "mine_field", field, f"density=0.01 margin=40 place={PLACE}"))
    single = {"mine": MINE, "kind": "ap", "target": "Bob", "distance_m": 20}
    agreed(await referee.act(ask(), "Sapper", "mine_emplace", single, f"trigger=tripwire terrain=20 place={PLACE}"))
    agreed(await referee.init_start(ask(), "The road", now=True))
    agreed(await referee.init_range(ask(), "Ann", "Bob", 60))
    return table


async def tried(table: Table, name: str) -> str:
    """All that Ann is told who names a mine everywhere, with the name taken out."""
    replies = [
        await table.referee.act(ask(ANN), "Ann", action, {"mine": name, **given}, typed)
        for action, given, typed in GUESSES
    ]
    return "\n".join(refused(reply).replace(name, "X") for reply in replies)


async def looked(table: Table) -> str:
    """All that Ann sees without asking for any mine."""
    referee = table.referee
    replies: list[Reply] = [
        await referee.init_status(ask(ANN)),
        await referee.log_show(ask(ANN)),
        await referee.report(ask(ANN), "mines"),
        await referee.report(ask(ANN), "mines", "Bob"),
        await referee.act(ask(ANN), "Ann", "mine_search", {}, "modifier=-20"),
        await referee.help(ask(ANN)),
    ]
    file = (await referee.log_export(ask(ANN))).attachment
    offered = [
        await referee.complete(ask(ANN), what, "", {"action": action, "input": "mine", "actor": "Ann"})
        for what in Choosing
        for action in ("mine_cross", "mine_disarm", "move")
    ]
    posted = [parcel for parcel in await table.parcels() if parcel.kind not in (Post.GM, Post.INVITE)]
    seen = "\n".join(map(words, replies)) + (file.content.decode() if file else "")
    return seen + repr(offered) + everything(posted) + everything(await referee.tracker(CHANNEL))


async def marched(table: Table, chance: Random) -> None:
    """Somebody does something around the mines."""
    referee = table.referee
    walker, user = chance.choice((("Ann", ANN), ("Bob", BOB)))
    match chance.randrange(6):
        case 0:
            await referee.act(ask(), walker, "mine_cross", {"mine": FIELD, "distance_m": chance.randint(1, 60)})
        case 1:
            await referee.act(ask(user), "Ann", "move", {"target": "Bob"}, "pace=walk")
        case 2:
            await referee.act(ask(), walker, "mine_search", {"mine": chance.choice((FIELD, MINE))}, "modifier=-20")
        case 3:
            await referee.act(ask(), "Sapper", "mine_search", {})
        case 4:
            await referee.act(ask(), "Sapper", "mine_disarm", {"mine": MINE, "kind": "spot"})
        case _:
            await referee.init_next(ask())


async def played(seed: int) -> list[str]:
    """What leaked of mines that had not gone off."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        table = await laid(Path(folder) / "table.db")
        try:
            leaks: list[str] = []
            for _ in range(12):
                await marched(table, chance)
                mines = table.scene().state.mines
                if MINE not in mines or mines[FIELD].open:
                    break
                seen = await looked(table)
                leaks += [f"{secret} in {seen}" for secret in SECRETS if secret in seen]
                leaks += [FIELD] * (await tried(table, FIELD) != await tried(table, NOTHING))
            return [*leaks, *(what for _, what in table.audit().problems)]
        finally:
            await table.store.close()


@settings(max_examples=2, phases=(Phase.reuse, Phase.generate))
@given(st.integers(0, 2**32))
def test_nothing_that_reaches_a_player_tells_of_a_mine_that_nobody_found(seed: int) -> None:
    assert asyncio.run(played(seed)) == []


async def test_a_mine_that_was_found_is_named_by_its_finder_alone(database: Database) -> None:
    table = await laid(database)
    referee, found = table.referee, "Fovea"
    agreed(await referee.act(ask(), "Sapper", "mine_field", {"mine": found}, "density=0.01 margin=0"))
    while not table.scene().state.mines[found].known:
        agreed(await referee.act(ask(), "Ann", "mine_search", {"mine": found}, "modifier=20"))
    assert found in words(await referee.report(ask(ANN), "mines"))
    assert found not in words(await referee.report(ask(BOB), "mines"))
    assert "Which mine" in refused(await referee.act(ask(BOB), "Bob", "mine_mark", {"mine": found}))
    agreed(await referee.act(ask(ANN), "Ann", "mine_mark", {"mine": found.casefold()}, "show=yes"))
    assert found in words(await referee.report(ask(BOB), "mines"))
    await table.store.close()


async def test_two_mines_of_one_name_are_told_apart_by_whose_they_are(database: Database) -> None:
    table = await laid(database)
    referee = table.referee
    agreed(await referee.init_end(ask()))
    agreed(await referee.init_join(ask(ANN)))
    mine = {"mine": MINE}
    agreed(await referee.act(ask(ANN), "Ann", "mine_emplace", mine, "trigger=command open=yes"))
    agreed(await referee.act(ask(), "Ann", "mine_mark", mine, "show=yes"))
    offered = await referee.complete(ask(ANN), Choosing.INPUT, "", {"action": "mine_pass", "input": "mine"})
    assert [choice.value for choice in offered] == [MINE, f"{ANN}:{MINE}"]
    agreed(await referee.act(ask(ANN), "Ann", "mine_disarm", {"mine": f"{ANN}:{MINE}", "kind": "move"}))
    assert [key for key in table.scene().state.mines if MINE in key] == [MINE]
    await table.store.close()


async def test_two_mines_whose_names_differ_by_case_alone_are_meant_as_they_are_typed(database: Database) -> None:
    table = await laid(database)
    referee = table.referee
    agreed(await referee.init_end(ask()))
    agreed(await referee.init_join(ask(ANN)))
    for name in ("door", "Door"):
        agreed(await referee.act(ask(ANN), "Ann", "mine_emplace", {"mine": name}, "trigger=command open=yes"))
    assert "Which mine" in refused(await referee.act(ask(ANN), "Ann", "mine_mark", {"mine": "DOOR"}, "show=yes"))
    for said, left in (("Door", [f"{ANN}:door"]), (f"{ANN}:door", [])):
        agreed(await referee.act(ask(ANN), "Ann", "mine_disarm", {"mine": said, "kind": "move"}))
        assert [key for key in table.scene().state.mines if "oor" in key] == left
    await table.store.close()
