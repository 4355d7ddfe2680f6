"""Of whoever is in a scene the scene knows how they stand; what has changed is written to the sheet when they leave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import text

from bot import app
from bot.service.personal.retention import Custody
from bot.settings import Database, Settings
from bot.storage.migrate import migrate, unpooled, version
from bot.storage.release_marks import SCRIPTS
from tests.service.table import ANN, GUILD, OTHER_CHANNEL, Table, agreed, ask, words


def row_of(table: Table, name: str = "Axel") -> dict[str, Any]:
    """A sheet as its row has it, whatever has become of it in a scene."""
    with unpooled(table.database).connect() as connection:
        found = connection.scalar(text("SELECT sheet FROM sheets WHERE name = :name"), {"name": name})
    return dict(json.loads(bytes(found)))


async def exported(table: Table, **where: Any) -> dict[str, Any]:
    """The sheet that Ann is given as a file."""
    attachment = agreed(await table.referee.sheet_export(ask(ANN, **where))).attachment
    assert attachment is not None
    return dict(json.loads(attachment.content))


async def hurt(table: Table, points: int, **where: Any) -> None:
    """Axel is hurt."""
    agreed(await table.referee.act(ask(**where), "Axel", "hurt", {"points": points}))


async def test_an_order_writes_no_sheet_and_everybody_reads_what_became_of_it(table: Table) -> None:
    await table.fight()
    before = row_of(table)
    await hurt(table, 3)
    assert row_of(table) == before
    assert (await exported(table))["hurt"] == 3
    assert (await exported(table, channel_id=OTHER_CHANNEL))["hurt"] == 3
    kept = agreed(await table.referee.mydata_export(ask(ANN))).attachment
    assert kept is not None
    assert json.loads(kept.content)["sheets"][0]["sheet"]["hurt"] == 3
    described = agreed(await table.referee.sheet_show(ask(ANN, channel_id=OTHER_CHANNEL)))
    agreed(await table.referee.init_end(ask()))
    assert words(described) == words(agreed(await table.referee.sheet_show(ask(ANN, channel_id=OTHER_CHANNEL))))


async def test_whoever_leaves_has_it_written_and_brings_it_into_the_next_fight(table: Table) -> None:
    await table.fight()
    await hurt(table, 3)
    agreed(await table.referee.init_remove(ask(ANN), "Axel"))
    assert row_of(table)["hurt"] == 3
    agreed(await table.referee.init_join(ask(ANN, channel_id=OTHER_CHANNEL)))
    await hurt(table, 1, channel_id=OTHER_CHANNEL)
    assert row_of(table)["hurt"] == 3
    assert (await exported(table))["hurt"] == 4
    agreed(await table.referee.init_remove(ask(ANN, channel_id=OTHER_CHANNEL), "Axel"))
    assert row_of(table)["hurt"] == 4


async def test_the_end_of_a_fight_writes_all_sheets(table: Table) -> None:
    await table.fight()
    await hurt(table, 3)
    agreed(await table.referee.act(ask(), "Bea", "hurt", {"points": 2}))
    agreed(await table.referee.init_end(ask()))
    assert (row_of(table)["hurt"], row_of(table, "Bea")["hurt"]) == (3, 2)
    assert table.audit().problems == []


async def test_an_undone_leave_has_the_scene_know_again(table: Table) -> None:
    await table.fight()
    await hurt(table, 3)
    agreed(await table.referee.init_remove(ask(), "Axel"))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.undo(ask()))
    assert row_of(table)["hurt"] == 3
    assert (await exported(table))["hurt"] == 0
    agreed(await table.referee.redo(ask()))
    agreed(await table.referee.redo(ask()))
    assert row_of(table)["hurt"] == 3
    assert (await exported(table))["hurt"] == 3


async def test_a_gm_corrects_a_sheet_as_it_stands(table: Table) -> None:
    await table.fight()
    await hurt(table, 3)
    agreed(await table.referee.sheet_edit(ask(), "skill", "7", "Axel"))
    await hurt(table, 1)
    sheet = await exported(table)
    assert (sheet["skill"], sheet["hurt"]) == (7, 4)
    agreed(await table.referee.init_end(ask()))
    assert row_of(table) == sheet


async def test_another_process_reads_it_as_it_stands(table: Table) -> None:
    other = Table(table.database)
    await table.fight()
    assert (await exported(other))["hurt"] == 0
    await hurt(table, 3)
    assert (await exported(other))["hurt"] == 3
    await other.store.close()


async def test_what_is_written_of_a_sheet_in_a_scene_counts_for_nothing(table: Table) -> None:
    await table.fight()
    before = await exported(table)
    table.tamper("UPDATE sheets SET sheet = :sheet WHERE name = 'Axel'", sheet=b'{"skill": 18}')
    assert await exported(table) == before
    assert table.audit().problems == []


async def test_a_sheet_that_its_scene_has_let_go_of_is_read_from_its_row(table: Table) -> None:
    await table.fight()
    await hurt(table, 3)
    await table.sheet(ANN, "Spare")
    table.tamper("UPDATE combatants SET sheet_id = (SELECT id FROM sheets WHERE name = 'Spare') WHERE actor = 'Axel'")
    known = table.look(lambda unit: unit.sheets(GUILD, ANN, "toy"))
    assert next(each for each in known if each.name == "Spare").sheet == row_of(table, "Spare")


async def test_a_server_that_comes_back_too_late_for_its_scenes_has_sheets_as_they_stood(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.fight()
    await hurt(table, 3)
    keeper, whole = Custody(table.store, table.house, 1), table.store.write
    await keeper.left(GUILD, 0)

    async def overtaken(*given: Any) -> Any:
        done = await whole(*given)
        monkeypatch.undo()
        await keeper.joined(GUILD)
        return done

    await keeper._forget_answers(0)
    monkeypatch.setattr(table.store, "write", overtaken)
    await keeper._forget(GUILD)
    assert table.look(lambda unit: unit.scene_at(100)) is None
    assert (await exported(table))["hurt"] == 3


async def test_rows_of_a_campaign_are_read_by_the_tables_that_are_played(database: Database) -> None:
    bot = app.make_bot(Settings(database=database))
    place = {"channel_id": 530}
    agreed(await bot.referee.campaign_setup(ask(**place), "reflex"))
    agreed(await bot.referee.campaign_options(ask(**place), "armor.mail", "like vest"))
    sheet = {**app.built("reflex").templates["guard"], "armor": [{"kind": "mail"}]}
    agreed(await bot.referee.sheet_import(ask(ANN, **place), json.dumps(sheet).encode(), "Axel"))
    agreed(await bot.referee.init_join(ask(ANN, **place)))
    attachment = agreed(await bot.referee.sheet_export(ask(ANN, **place))).attachment
    assert attachment is not None
    assert json.loads(attachment.content)["armor"] == [{"kind": "mail"}]
    await bot.store.close()


def test_nobody_goes_back_to_a_release_that_reads_rows_alone_while_sheets_are_in_scenes(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    migrate(path)
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS))
    with unpooled(path).begin() as connection:
        config.attributes["connection"] = connection
        connection.execute(text("INSERT INTO combatants VALUES (1, 'Axel', 1, 1, '')"))
        with pytest.raises(RuntimeError, match="1 sheets"):
            command.downgrade(config, "0016")
        connection.execute(text("DELETE FROM combatants"))
        command.downgrade(config, "0016")
    assert version(path) == "0016"


@pytest.fixture
async def thick(table: Table) -> Table:
    """Ann's rifleman in a scene of the Reflex System, in a campaign whose vests have twice the Armor."""
    reflex = Table(table.database, None, None, reflex=app.built("reflex"))
    agreed(await reflex.referee.campaign_setup(ask(), "reflex"))
    agreed(await reflex.referee.campaign_options(ask(), "armor.vest.armor_halves", "8"))
    agreed(await reflex.referee.sheet_create(ask(ANN), "Ann", "rifleman"))
    agreed(await reflex.referee.init_start(ask(), "Yard", now=True))
    agreed(await reflex.referee.init_join(ask(ANN)))
    return reflex


async def test_armour_of_a_campaign_is_not_taken_for_armour_that_has_worn(thick: Table) -> None:
    whole = [{"kind": "vest"}, {"kind": "helmet"}]
    assert (await exported(thick))["armor"] == whole
    assert "Tactical vest 4" in words(agreed(await thick.referee.sheet_show(ask(ANN))))
    agreed(await thick.referee.sheet_edit(ask(), "skills.longarm", "3", "Ann"))
    assert (await exported(thick))["armor"] == whole
    agreed(await thick.referee.init_remove(ask(ANN), "Ann"))
    assert row_of(thick, "Ann")["armor"] == whole
    agreed(await thick.referee.undo(ask()))
    agreed(await thick.referee.redo(ask()))
    assert row_of(thick, "Ann")["armor"] == whole
    agreed(await thick.referee.init_end(ask()))
    assert (await exported(thick))["armor"] == whole


async def test_whoever_comes_back_into_such_a_campaign_needs_no_leave_for_what_has_not_changed(thick: Table) -> None:
    agreed(await thick.referee.init_remove(ask(ANN), "Ann"))
    came = agreed(await thick.referee.init_join(ask(ANN)))
    assert not came.ephemeral
    assert "Ann" in thick.scene().combatants
