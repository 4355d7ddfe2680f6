"""A short race: the long one is part of `make soak`. The books that judge it see what is lost or comes back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests import postgres
from tests.wire.client import Wire
from tests.wire.fleet import Fleet, Passing
from tests.wire.race import Race, raced, raced_together
from tests.wire.racers import TRAINEES
from tests.wire.registers import Register

TYPED = 900
TOGETHER = 400
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


async def test_nothing_is_lost_in_a_race_and_nothing_doubled() -> None:
    async with Wire() as wire:
        race = Race(wire, people=40, channels=3, seed=2)
        await raced(race, TYPED)
    assert race.wrong == []
    assert race.counts["typed"] >= TYPED
    assert race.counts["kills"] >= 1
    assert race.counts["orders"] > 20
    assert len(race.registers) > 40
    assert sum(race.points[name] for name in TRAINEES) > 0


@pytest.mark.parametrize("passing", Passing)
async def test_nothing_is_lost_or_doubled_where_two_processes_make_way(
    passing: Passing, postgres_server: postgres.Server
) -> None:
    database = postgres_server.create(f"fleet_{passing.name.lower()}")
    async with Fleet(2, database, hurried=True) as fleet:
        races = [Race(wire, 20, 2, seed=5 + at, first=20 * at) for at, wire in enumerate(fleet.wires)]
        await raced_together(races, fleet, TOGETHER, passing)
    for race in races:
        assert race.wrong == []
        assert race.counts["typed"] >= TOGETHER // 2
        assert race.counts[passing.counted] >= 1
        assert race.counts["orders"] > 10


async def test_what_is_lost_or_doubled_is_seen() -> None:
    async with Wire() as wire:
        race = Race(wire, people=10, channels=2, seed=3)
        await race.open()
        await race.run(TYPED // 2)
        await race.close()
        assert (race.wrong, await race.untold()) == ([], [])
        for change, seen in TAMPERED.values():
            wrong = await judged_after(race, change)
            assert any(seen in each for each in wrong), (change, wrong)
        channel = race.racers.places[0].channel
        del channel.messages[next(message.id for message in channel.messages.values() if "`#3`" in message.content)]
        assert await race.untold() == [f"{channel.name} tells nothing of #3 of fight 1"]
        lost = race.kept.orders()[channel.id, "3"]
        race.unseen.add((lost.channel_id, lost.at_ms + 1))
        assert await race.untold() == [f"{channel.name} tells nothing of #3 of fight 1"]
        race.unseen.add((lost.channel_id, lost.at_ms))
        assert await race.untold() == []
    assert race.wrong == []


async def judged_after(race: Race, change: str) -> list[str]:
    """What the books say once somebody has changed the database; then all is as it was before."""
    registers = {key: Register(list(register.writes)) for key, register in race.registers.items()}
    database = race.kept.database
    assert isinstance(database, Path)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # so that the file holds all there is
    before = database.read_bytes()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(change)
    await race.judge()
    database.write_bytes(before)
    wrong, race.wrong, race.registers = race.wrong, [], registers
    return wrong
