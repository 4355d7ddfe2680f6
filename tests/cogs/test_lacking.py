"""Commands that not every system has rules for: who may type them at all, and what those read whose system has not."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import Simulation

DEEDS = ("/suppress", "/ambush set", "/ambush detect", "/ambush spring")
GMS = (*DEEDS, "/ambush list")
MINES = tuple(f"/mine {verb}" for verb in ("emplace", "field", "cross", "pass", "trigger", "detonate", "search"))
ANYBODYS = ("/treat", "/morale threat", "/morale calm", "/morale boost", *MINES, "/mine mark", "/mine disarm")
LOOKS = ("/morale show", "/mine list")
WITHOUT = "nighttripper"  # its text has no rules for any of them
HOSTILE: list[dict[str, Any]] = [
    {"actor": "@everyone" * 600},
    {"actor": "\u202e**<@1>"},
    {"with": "=" * 6000},
    {"actor": ""},
]


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as stage:
        yield stage


async def playing(stage: Simulation, key: str) -> Simulation:
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    await stage.slash("ann", "/sheet create", {"name": "Ann"})
    await stage.slash("ann", "/init join")
    await stage.slash("gm", "/init start", {"now": True})
    return stage


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_suppression_and_ambushes_are_the_gms_in_every_system(stage: Simulation, key: str) -> None:
    await playing(stage, key)
    for command in GMS:
        outcome = await stage.slash("ann", command)
        assert outcome.refusal.startswith(f"⛔ Only a GM can use {command}."), command


async def test_they_are_the_gms_before_anything_was_played(stage: Simulation) -> None:
    for command in GMS:
        assert "Only a GM" in (await stage.slash("ann", command)).refusal


@pytest.mark.parametrize("before_any_fight", [False, True])
async def test_a_system_without_rules_says_which_have_and_what_the_gm_can_do(
    stage: Simulation, before_any_fight: bool
) -> None:
    if before_any_fight:
        await stage.slash("gm", "/campaign setup", {"ruleset": WITHOUT})
    else:
        await playing(stage, WITHOUT)
    for command in (*GMS, *ANYBODYS, *LOOKS):
        outcome = await stage.slash("gm", command)
        assert outcome.refusal.startswith(f"⛔ Night Tripper has no rules for {command}."), command
        assert "/damage apply and /roll" in outcome.refusal, command


async def test_the_systems_that_have_rules_are_named(stage: Simulation) -> None:
    await playing(stage, WITHOUT)
    assert "Eclipse Phase" in (await stage.slash("gm", "/suppress")).refusal


async def test_hostile_words_are_refused_briefly_and_change_nothing(stage: Simulation) -> None:
    await playing(stage, WITHOUT)
    before = stage.log("gm")
    for command in (*DEEDS, *ANYBODYS):
        for options in HOSTILE:
            outcome = await stage.slash("gm", command, options)
            assert outcome.refusal, command
            assert (outcome.ephemeral, outcome.faults) == (True, ()), command
            assert len(outcome.reply) < 600
    assert stage.log("gm") == before
