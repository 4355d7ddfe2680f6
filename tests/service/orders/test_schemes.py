"""Chapters record the scheme of their dice, button keys and code names; in the second nothing hidden shows in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr

from bot.core.events import rolls_of
from bot.service.names import CODEWORDS, codewords, codewords_in_turn
from bot.service.requests import Verb
from tests.service.table import ANN, CHANNEL, Table, agreed, ask, refused, words

SECRET = b"s" * 32


def same_secrets(table: Table) -> None:
    """Have every chapter draw the same secrets, so that two tables can be compared."""
    force_setattr(table.house, "secret", lambda: SECRET)


def fallen(table: Table) -> list[tuple[str, Any]]:
    """Everything that fell for those in sight, order by order."""
    row = table.row()
    events = table.look(lambda unit: unit.events(row.id, 1, row.head, row.ruleset))
    rolls = [(event, roll) for ordinal in sorted(events) for event in events[ordinal] for roll in rolls_of(event)]
    return [(event.actor, roll.faces) for event, roll in rolls if not roll.unseen]


async def brawl(table: Table, *, haunted: bool) -> None:
    """A fight of Axel and Bea against a thug, with lurkers who come and pass between if it is ``haunted``."""
    same_secrets(table)
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.npc_add(ask(), "thug"))
    if haunted:
        agreed(await table.referee.npc_add(ask(), "thug", 2, name="Lurker", hidden=True))
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await table.referee.init_start(ask(), "Yard", now=True))
    for turn in range(6):
        if haunted and turn == 2:
            agreed(await table.referee.npc_add(ask(), "thug", name="Stalker", hidden=True))
        await pass_unseen(table)
        actor = next(slot.actor for slot in table.scene().entitled() if slot.actor in ("Axel", "Thug"))
        target = "Thug" if actor == "Axel" else "Axel"
        agreed(await table.referee.act(ask(), actor, "strike", {"target": target}))
    await pass_unseen(table)


async def pass_unseen(table: Table) -> None:
    """Let time go by for as long as only the hidden may act."""
    while (people := table.scene().combatants) and (now := table.scene().entitled()):
        if not all(people[slot.actor].hidden for slot in now):
            return
        agreed(await table.referee.init_next(ask(), now[0].actor))


async def test_public_dice_fall_the_same_whoever_lurks(tmp_path: Path) -> None:
    tables = [Table(tmp_path / f"{name}.db") for name in ("plain", "haunted")]
    for table in tables:
        await brawl(table, haunted=table is tables[1])
        assert table.audit().problems == []
    plain, haunted = map(fallen, tables)
    assert len(plain) >= 12
    assert plain == haunted[: len(plain)]
    assert len({row.kept for row in tables[1].orders()}) == 2
    for table in tables:
        await table.store.close()


async def test_new_chapters_are_of_the_third_scheme_and_the_export_says_so(table: Table) -> None:
    await table.fight()
    file = agreed(await table.referee.log_export(ask(ANN))).attachment
    assert file is not None
    assert [chapter["scheme"] for chapter in json.loads(file.content)["dice"]] == [3, 3]
    assert "scheme 3" in words(agreed(await table.referee.log_verify(ask(ANN))))


TAMPERING = {
    "the scheme": ("update chapters set scheme = 1 where number = 2", "scheme"),
    "the count of what is public": (
        "update orders set kept = 'unseen' where ordinal = (select max(ordinal) from orders where kept = 'noticed')",
        "kept state",
    ),
    "the count of what is hidden": (
        "update orders set kept = 'noticed' where ordinal = (select max(ordinal) from orders where kept = 'unseen')",
        "",
    ),
    "the draw": (
        ("update orders set draw = 'gm 0' where ordinal = (select max(ordinal) from events where type = 'toy.struck')"),
        "should be",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
async def test_verify_names_what_was_tampered_with(table: Table, what: str) -> None:
    await brawl(table, haunted=True)
    assert table.audit().problems == []
    sql, expected = TAMPERING[what]
    assert table.tamper(sql) > 0
    problems = table.audit().problems
    assert problems
    assert expected in " ".join(words for _, words in problems)


async def buttons(table: Table) -> list[str]:
    """The keys of the tracker's buttons."""
    shown = await table.referee.tracker(CHANNEL)
    return [button.once for button in shown.buttons] if shown else []


async def test_hidden_orders_neither_change_nor_use_up_public_buttons(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    before = await buttons(table)
    agreed(await table.referee.npc_add(ask(), "thug", name="Stalker", hidden=True))
    agreed(await table.referee.init_range(ask(), "Axel", "Stalker", 10))
    assert await buttons(table) == before
    agreed(await table.referee.init_range(ask(), "Axel", "Bea", 10))
    assert await buttons(table) != before
    assert "gone on" in refused(await table.referee.click(ask(), Verb.GO_ON, "", before[-1]))


async def test_an_order_of_the_hidden_is_rolled_from_the_gms_secret_at_a_place_of_its_own(table: Table) -> None:
    await table.fight()
    scene = table.scene()
    agreed(await table.referee.npc_add(ask(), "thug", name="Stalker", hidden=True))
    row = table.orders()[-1]
    assert (row.kept, row.gm_only) == ("unseen", True)
    assert row.draw.startswith("unseen ")
    after = table.scene()
    assert (after.noticed, after.unseen) == (scene.noticed, scene.unseen + 1)
    agreed(await table.referee.undo(ask()))
    assert table.scene().unseen == scene.unseen
    agreed(await table.referee.redo(ask()))
    assert table.scene().unseen == after.unseen
    assert table.audit().problems == []


def test_code_names_tell_nothing_of_how_many_there_are() -> None:
    all_ten = codewords({}, "Guard", 10, SECRET)
    assert len(set(all_ten)) == 10
    assert codewords(dict.fromkeys(all_ten[:4]), "Guard", 6, SECRET) == all_ten[4:]
    assert codewords({}, "Guard", 10, b"another") != all_ten
    places = [CODEWORDS.index(name.split()[1]) for name in all_ten]
    assert places != sorted(places)
    assert len(codewords(dict.fromkeys(all_ten), "Guard", 200, SECRET)) == 200


def test_code_names_of_the_first_scheme_stay_what_they_were() -> None:
    assert codewords_in_turn({}, "Guard", 3, "100") == codewords_in_turn({}, "Guard", 3, "100")
    first, second = codewords_in_turn({}, "Guard", 2, "100")
    assert CODEWORDS.index(second.split()[1]) == (CODEWORDS.index(first.split()[1]) + 1) % len(CODEWORDS)
    assert codewords_in_turn(dict.fromkeys(f"Guard {word}" for word in CODEWORDS), "Guard", 1, "100")[0].endswith(" 2")


async def test_a_name_of_one_hidden_is_the_same_however_many_hide(tmp_path: Path) -> None:
    found = []
    for number, others in enumerate((0, 7)):
        table = Table(tmp_path / f"{number}.db")
        same_secrets(table)
        agreed(await table.referee.npc_add(ask(), "thug", 2, hidden=True))
        for _ in range(others):
            agreed(await table.referee.npc_add(ask(), "guard", hidden=True))
        agreed(await table.referee.npc_add(ask(), "thug", hidden=True))
        found.append([actor for actor in table.scene().combatants if actor.startswith("Thug")])
        await table.store.close()
    assert found[0] == found[1]
