"""Characters and the GM's combatants come from a file, from pasted text or from a form, whatever these hold."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest

from bot import app
from bot.settings import Settings
from bot.simulated.simulation import CommandOutcome, Simulation, Upload, Value
from tests.service.sheets.test_imports import HOSTILE

TYPED, NAME = "The sheet, as TOML or JSON", "Its name, if it is to have another"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Simulation]:
    async with Simulation(lambda: app.make_bot(Settings(database=tmp_path / "table.db"))) as made:
        yield made


def sheet(key: str = "reflex", template: str = "guard") -> dict[str, Any]:
    """What can be imported under a system."""
    return dict(app.built(key).templates[template])


async def given(stage: Simulation, command: str, options: dict[str, Value]) -> CommandOutcome:
    """Have the GM import something."""
    outcome = await stage.slash("gm", command, options)
    assert outcome.faults == ()
    return outcome


@pytest.mark.parametrize("key", app.SYSTEMS)
async def test_combatants_come_from_a_file_from_text_and_from_a_form(stage: Simulation, key: str) -> None:
    await stage.slash("gm", "/campaign setup", {"ruleset": key})
    written = json.dumps(sheet(key))
    upload = Upload("guard.json", written.encode())
    came = await given(stage, "/npc import", {"file": upload, "name": "Sentry", "count": 2, "side": "red"})
    assert came.refusal == ""
    assert "Sentry 1" in "".join(came.followups)
    came = await given(stage, "/npc import", {"text": written, "name": "Scout", "hidden": True})
    assert came.ephemeral
    assert "Scout" in came.reply
    form = await given(stage, "/npc import", {})
    assert TYPED in form.reply
    await stage.restart()
    came = await stage.fill("gm", {TYPED: written, NAME: "Brute", "How many": "3"})
    assert (came.faults, came.refusal) == ((), "")
    assert "Brute 3" in came.reply
    assert "Scout" not in stage.seen_by("ann")
    assert "Sentry 2" in stage.seen_by("ann")


async def test_toml_works_as_well_as_json(stage: Simulation) -> None:
    written = 'name = "Sentry"\n[skills]\nlongarm = 4\n'
    assert "Sentry" in (await given(stage, "/npc import", {"text": written})).reply
    assert "Sentry" in (await given(stage, "/sheet import", {"text": written})).reply


@pytest.mark.parametrize("command", ["/npc import", "/sheet import"])
@pytest.mark.parametrize("case", HOSTILE)
async def test_hostile_files_are_refused_in_words_and_bring_nobody(stage: Simulation, command: str, case: str) -> None:
    content, _ = HOSTILE[case]
    outcome = await given(stage, command, {"file": Upload("bad.json", content), "name": "Axel"})
    assert outcome.refusal
    assert len(outcome.reply) <= 2_000
    for look in ("/init status", "/sheet show"):
        assert "Axel" not in (await stage.slash("gm", look)).reply


async def test_a_form_that_holds_no_number_or_no_yes_is_refused(stage: Simulation) -> None:
    written = json.dumps(sheet())
    for blank, typed, why in (
        ("How many", "x", "no number"),
        ("How many", "-1", "no number"),
        ("How many", "99", "Add 1 to 30"),
        ("Out of the players' sight: yes or no", "may", "neither yes nor no"),
    ):
        await given(stage, "/npc import", {})
        refused = await stage.fill("gm", {TYPED: written, NAME: "Axel", blank: typed})
        assert (refused.faults, why in refused.refusal) == ((), True)


async def test_only_a_gm_imports_combatants_and_only_one_thing_at_once(stage: Simulation) -> None:
    written = json.dumps(sheet())
    assert "Only a GM" in (await stage.slash("ann", "/npc import", {"text": written, "name": "X"})).refusal
    both: dict[str, Value] = {"text": written, "file": Upload("a.json", written.encode())}
    assert "not exactly one" in (await given(stage, "/npc import", both)).refusal
    assert "too large" in (await given(stage, "/npc import", {"file": Upload("a.json", b"x" * 300_000)})).refusal


@pytest.mark.parametrize("content", [b"{", b'{"name": "X"}', b"x" * 9_000_000], ids=["broken", "whole", "too large"])
@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("/npc import", {"name": "X"}, "Only a GM"),
        ("/map import", {"name": "Cellar"}, "Only a GM"),
        ("/campaign tables", {}, "may manage the server can change this"),
        ("/sheet portrait", {"name": "Nobody"}, "no sheet"),
    ],
)
async def test_whoever_may_not_is_refused_before_the_file_is_fetched(
    stage: Simulation, command: str, options: dict[str, Value], why: str, content: bytes
) -> None:
    with patch.object(discord.Attachment, "read", side_effect=AssertionError):
        outcome = await stage.slash("ann", command, {**options, "file": Upload("a.json", content)})
    assert (outcome.faults, outcome.followups, why in outcome.refusal) == ((), (), True)


async def test_whoever_may_not_is_refused_alike_whatever_the_pasted_sheet_holds(stage: Simulation) -> None:
    for text in ("{", json.dumps(sheet())):
        assert "Only a GM" in (await stage.slash("ann", "/npc import", {"text": text, "name": "X"})).refusal
