"""A short race: the long one is part of `make soak`. The books that judge it see what is lost or comes back."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
import pytest_asyncio

from tests.wire.client import Wire
from tests.wire.race import Race
from tests.wire.registers import Register

pytestmark = pytest.mark.asyncio(loop_scope="module")

TYPED = 900
TAMPERED = {
    "an option that was set": (
        "UPDATE campaigns SET settings = json_remove(settings, '$.options') WHERE channel_id != 0",
        "'option'",
    ),
    "a sheet handed back": (
        "UPDATE sheets SET owner_id = (SELECT owner_id FROM sheets WHERE name = 'T1') WHERE name LIKE 'S%'",
        "'owner'",
    ),
    "an edit": ("UPDATE sheets SET sheet = json_set(CAST(sheet AS TEXT), '$.practice_months', 0)", "'months'"),
    "a sheet that comes back": (
        """
        INSERT INTO sheets (guild_id, owner_id, ruleset, name, name_key, active, sheet)
        SELECT guild_id, owner_id, 'reflex', 'Sback', 'sback', 0, sheet FROM sheets LIMIT 1
        """,
        "the sheet Sback has come back",
    ),
    "two sheets in use": ("UPDATE sheets SET active = 1", "two sheets in use"),
    "points": (
        "UPDATE sheets SET sheet = json_set(CAST(sheet AS TEXT), '$.improvement.points', 7000) WHERE name = 'T1'",
        "T1 has 7000 points",
    ),
    "an order": ("UPDATE orders SET at_ms = at_ms + 1 WHERE ordinal = 2", "was promised to"),
    "an order that nobody gave": ("UPDATE orders SET user_id = 1 WHERE ordinal = 3", "orders came from 0 commands"),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def race() -> AsyncIterator[Race]:
    """A race that is over, after a kill or more."""
    async with Wire() as wire:
        race = Race(wire, people=40, channels=3, seed=2)
        await race.open()
        await race.killed(TYPED)
        await race.close()
        yield race


async def test_nothing_is_lost_in_a_race_and_nothing_doubled(race: Race) -> None:
    assert race.wrong == []
    assert race.counts["typed"] >= TYPED
    assert race.counts["kills"] >= 1
    assert race.counts["orders"] > 20
    assert len(race.registers) > 40
    assert sum(race.points[name] for name in ("T1", "T2", "T3")) > 0


@pytest.mark.parametrize("what", TAMPERED)
async def test_what_is_lost_or_doubled_is_seen(race: Race, what: str) -> None:
    change, seen = TAMPERED[what]
    before = race.kept.database.read_bytes()
    with closing(sqlite3.connect(race.kept.database)) as connection, connection:
        connection.execute(change)
    registers = {key: Register(list(register.writes)) for key, register in race.registers.items()}
    await race.judge()
    race.kept.database.write_bytes(before)
    wrong, race.wrong, race.registers = race.wrong, [], registers
    assert any(seen in each for each in wrong), wrong
