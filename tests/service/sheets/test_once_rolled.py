"""What is rolled for making a character falls once for its player: no deleting, importing or editing changes it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.rulesets import graydawn
from bot.rulesets.graydawn.person.builder import GraydawnBuilder
from bot.rulesets.graydawn.state import STATS
from bot.rulesets.graydawn.tables import GrayTables
from bot.service.requests import Choosing, Reply
from bot.service.rows import SheetRow
from bot.service.systems import PlayableSystem
from tests.service.table import ANN, BOB, GM, GUILD, Script, Table, agreed, ask, refused, words

RAW = app.tables_of("graydawn")
LOOKS = (3, 4)
OTHERS = (5, 5)


@pytest.fixture
async def base(tmp_path: Path) -> AsyncIterator[Table]:
    """A campaign of Gray Dawn at which the dice are written down: one pair of fives behind the first roll."""
    dawn = PlayableSystem(graydawn.create(RAW), {}, builder=GraydawnBuilder(GrayTables(RAW)))
    made = Table(tmp_path / "table.db", Script(*LOOKS, *OTHERS), graydawn=dawn)
    agreed(await made.referee.campaign_setup(ask(), "graydawn"))
    yield made
    await made.store.close()


async def begun(base: Table, name: str, user: int = ANN) -> Reply:
    return agreed(await base.referee.sheet_create(ask(user), name))


def kept(base: Table, name: str, user: int = ANN) -> dict[str, Any]:
    rows = base.look(lambda unit: unit.sheets(GUILD, user, "graydawn"))
    return next(row.sheet for row in rows if row.name == name)


def aloud(reply: Reply) -> str:
    return "\n".join(line.text for line in reply.aloud)


async def test_everybody_reads_the_roll_with_its_dice(base: Table) -> None:
    reply = await begun(base, "Vera")
    assert reply.ephemeral
    assert aloud(reply) == "Vera: attractiveness 2d5 3, 4 = 7."
    assert kept(base, "Vera")["attr_rolled"] == 7
    assert "attractiveness" not in words(reply).partition("ATTR")[0]


async def test_deleting_and_beginning_again_brings_no_other_roll(base: Table) -> None:
    await begun(base, "Vera")
    agreed(await base.referee.sheet_delete(ask(ANN), "Vera"))
    again = await begun(base, "Vera")
    assert aloud(again) == "Vera: attractiveness 2d5 3, 4 = 7, as it was rolled before."
    assert kept(base, "Vera")["attr_rolled"] == 7
    assert (await begun(base, "Twin")).aloud
    assert kept(base, "Twin")["attr_rolled"] == 7


async def test_everybody_has_a_roll_of_their_own(base: Table) -> None:
    await begun(base, "Vera")
    await begun(base, "Boris", BOB)
    assert kept(base, "Boris", BOB)["attr_rolled"] == 10


async def test_an_imported_sheet_takes_what_was_rolled(base: Table) -> None:
    await begun(base, "Vera")
    agreed(await base.referee.sheet_delete(ask(ANN), "Vera"))
    await base.sheet(ANN, "Vera", json.dumps({"attr_rolled": 10}).encode())
    assert kept(base, "Vera")["attr_rolled"] == 7


async def test_who_has_never_rolled_does_so_by_an_import_for_all_to_read(base: Table) -> None:
    reply = await base.sheet(ANN, "Vera", json.dumps({"stats": {"attr": 9}}).encode())
    assert not reply.ephemeral
    assert "Vera: attractiveness 2d5 3, 4 = 7." in words(reply)
    assert "4 of them for attractiveness" in words(await base.referee.sheet_create(ask(ANN), "Vera"))


async def test_no_edit_sets_what_is_rolled(base: Table) -> None:
    await begun(base, "Vera")
    assert "was rolled already" in refused(await base.referee.sheet_edit(ask(ANN), "attr_rolled", "10", "Vera"))
    assert "was rolled already" in refused(await base.referee.sheet_edit(ask(ANN), "attr_rolled", "-", "Vera"))


async def test_a_sheet_of_before_that_knows_no_roll_gets_one_when_its_player_changes_it(base: Table) -> None:
    old = SheetRow(id=0, guild_id=GUILD, owner_id=ANN, name="Vera", ruleset="graydawn", sheet={"name": "Vera"})
    await base.store.write(lambda unit: unit.add_sheet(old))
    reply = agreed(await base.referee.sheet_edit(ask(ANN), "attr_rolled", "10", "Vera"))
    assert aloud(reply) == "Vera: attractiveness 2d5 3, 4 = 7."
    assert kept(base, "Vera")["attr_rolled"] == 7


async def test_a_gm_writes_what_it_likes_and_rolls_for_each(base: Table) -> None:
    await base.sheet(GM, "Mook", json.dumps({"attr_rolled": 9}).encode())
    assert kept(base, "Mook", GM)["attr_rolled"] == 9
    await begun(base, "One", GM)
    await begun(base, "Two", GM)
    assert [kept(base, name, GM)["attr_rolled"] for name in ("One", "Two")] == [7, 10]


async def test_a_gm_grants_another_roll(base: Table) -> None:
    await begun(base, "Vera")
    offered = await base.referee.complete(ask(GM), Choosing.AWARD, "new", {"to": ANN})
    assert [choice.value for choice in offered] == ["new roll"]
    assert "Only a GM" in refused(await base.referee.sheet_award(ask(ANN), ANN, 1, "new roll"))
    agreed(await base.referee.sheet_award(ask(GM), ANN, 1, "New Roll"))
    assert aloud(await begun(base, "Nika")) == "Nika: attractiveness 2d5 5, 5 = 10."
    assert kept(base, "Vera")["attr_rolled"] == 7


async def test_what_is_refused_tells_of_no_other_dice_at_the_next_try(tmp_path: Path) -> None:
    """A sheet that is only affordable with good dice must not be tried until they fall."""
    dawn = PlayableSystem(graydawn.create(RAW), {}, builder=GraydawnBuilder(GrayTables(RAW)))
    base = Table(tmp_path / "fair.db", graydawn=dawn)
    agreed(await base.referee.campaign_setup(ask(), "graydawn"))
    dear = json.dumps({"name": "Vera", "stats": dict.fromkeys(STATS, 10)}).encode()
    told = {refused(await base.referee.sheet_import(ask(ANN), dear)) for _ in range(12)}
    assert len(told) == 1
    first = kept_after(await begun(base, "Vera"))
    agreed(await base.referee.sheet_award(ask(GM), ANN, 1, "new roll"))
    others = set()
    for number in range(6):
        agreed(await base.referee.sheet_award(ask(GM), ANN, 1, "new roll"))
        others.add(kept_after(await begun(base, f"Other {number}")))
    assert others - {first}
    await base.store.close()


def kept_after(reply: Reply) -> str:
    """The dice that everybody reads."""
    return aloud(reply).partition("2d5")[2]


async def test_who_has_themselves_forgotten_chooses_no_dice_by_it(tmp_path: Path) -> None:
    """Neither new dice, nor those of before a grant."""
    dawn = PlayableSystem(graydawn.create(RAW), {}, builder=GraydawnBuilder(GrayTables(RAW)))
    base, user = Table(tmp_path / "fair.db", graydawn=dawn), 111_222_333_444_555_666
    agreed(await base.referee.campaign_setup(ask(), "graydawn"))
    fallen = [kept_after(await begun(base, "Vera", user))]
    while fallen[-1] == fallen[0]:
        agreed(await base.referee.sheet_award(ask(GM), user, 1, "new roll"))
        fallen.append(kept_after(await begun(base, f"Other {len(fallen)}", user)))
    for _ in range(2):
        (button,) = agreed(await base.referee.mydata_delete(ask(user))).buttons
        agreed(await base.referee.click(ask(user), button.verb, "", button.once))
        assert base.look(lambda unit: unit.own_rolls(user)) == []
        assert kept_after(await begun(base, "Vera", user)) == fallen[-1]
    await base.store.close()
