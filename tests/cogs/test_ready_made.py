"""Somebody new is made from a menu and a form on the simulated Discord, with a restart between any two steps."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Impossible, Simulation
from tests.cogs.test_panels import PISTOLEER


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as made:
        yield made


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_three_taps_and_a_name_make_a_sheet_and_restarts_change_nothing(stage: Simulation, key: str) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    menu = await stage.slash("ann", "/sheet create")
    assert (menu.faults, menu.ephemeral) == ((), True)
    assert "best at" in menu.reply
    await stage.restart()
    form = await stage.choose("ann", PISTOLEER[key].replace("_", " ").capitalize())
    assert form.faults == ()
    await stage.restart()
    made = await stage.fill("ann", {"Its name": "Zoe"})
    assert (made.faults, made.refusal) == ((), "")
    assert "Zoe" in (await stage.slash("ann", "/sheet show", {"name": "Zoe"})).reply


async def test_a_menu_is_for_whoever_asked_and_a_name_must_be_one(stage: Simulation) -> None:
    await stage.slash("ann", "/sheet create")
    with pytest.raises(Impossible):
        await stage.choose("bob", "Rifleman")
    await stage.choose("ann", "Rifleman")
    refused = await stage.fill("ann", {"Its name": "\u200b"})
    assert refused.refusal
    await stage.choose("ann", "Rifleman")
    assert "is ready" in (await stage.fill("ann", {"Its name": "Ann of the Hills"})).reply


async def test_who_has_sheets_for_other_systems_alone_is_told_for_which(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse"})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": "soldier"})
    await stage.slash("gm", "/campaign setup", {"ruleset": "graydawn"})
    theirs = "You have sheets for Eclipse Phase (1st edition): a GM chooses the rules of this channel"
    assert theirs in (await stage.slash("ann", "/init join")).refusal
    assert theirs in (await stage.slash("ann", "/sheet export", {"name": "Ann"})).refusal
    assert "You have sheets" not in (await stage.slash("bob", "/init join")).refusal


async def test_while_a_fight_is_on_sheets_in_its_channel_are_of_its_system(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex", "server": True})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": "rifleman"})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/init start", {"now": True})
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse", "server": True})
    assert "Reflex System" in (await stage.slash("ann", "/sheet show")).reply
    edited = await stage.slash("ann", "/sheet edit", {"path": "attributes.fitness", "value": "9"})
    assert "A GM is asked: Ann wants attributes.fitness to be 9." in edited.reply
    assert "rifleman" in await stage.complete("bob", "/sheet create", "template", "rifle")
    assert "You have no sheet for Reflex System" in (await stage.slash("bob", "/init join")).refusal
    imported = await stage.slash("bob", "/sheet import", {"text": '{"name": "Bob", "attributes": {"fitness": 7}}'})
    assert imported.refusal == ""
    assert "**Bob** joins" in (await stage.slash("bob", "/init join")).reply
    assert "How to play Reflex System" in (await stage.slash("ann", "/help")).reply
    assert (await stage.slash("gm", "/act", {"action": "gas_clear"})).refusal.endswith("\nRelease gas")
    assert "Eclipse Phase" in (await stage.slash("gm", "/campaign show")).reply
    await stage.slash("gm", "/init end")
    assert "You have no sheet for Eclipse Phase" in (await stage.slash("ann", "/sheet show")).refusal


async def test_while_people_gather_whoever_joins_has_a_sheet_of_their_system(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex", "server": True})
    await stage.slash("gm", "/init start")
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": "rifleman"})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse", "server": True})
    await stage.slash("bob", "/sheet create", {"name": "Bob", "template": "rifleman"})
    assert "**Bob** joins" in (await stage.slash("bob", "/init join")).reply
    assert "Somebody new: medic" in (await stage.click("bob", "Join as ...")).reply
    assert "You are in." in (await stage.choose("bob", "Somebody new: medic")).reply


async def test_the_menus_of_who_comes_into_a_fight_are_of_its_system(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "reflex", "server": True})
    await stage.slash("gm", "/init start")
    await stage.slash("gm", "/init start", {"now": True})
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse", "server": True})
    assert "Somebody new: rifleman" in (await stage.click("bob", "Join")).reply
    await stage.slash("gm", "/npc add")
    assert "How many of them?" in (await stage.choose("gm", "Militia")).reply
    assert "They are in." in (await stage.choose("gm", "2 × Militia")).reply


async def test_who_has_sheets_for_other_systems_is_told_of_no_setup_that_a_fight_forbids(stage: Simulation) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse", "server": True})
    await stage.slash("ann", "/sheet create", {"name": "Ann", "template": "soldier"})
    await stage.slash("gm", "/campaign setup", {"ruleset": "graydawn", "server": True})
    await stage.slash("gm", "/init start", {"now": True})
    await stage.slash("gm", "/campaign setup", {"ruleset": "eclipse", "server": True})
    refusal = (await stage.slash("ann", "/init join")).refusal
    assert "You have sheets for Eclipse Phase (1st edition): other rules cannot be played here until" in refusal
    assert "/campaign setup" not in refusal
