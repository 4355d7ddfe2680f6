"""The attack that is measured everywhere: a four-round burst with every rule, by somebody who may fire for ever.

Each attack takes its ticks and its rounds. So that all of them are whole, successful attacks the shooter begins at the
highest initiative that a GM may set and holds ten thousand rounds; a GM sets the ticks anew, unmeasured, before they
run out. About half of the bursts hit, and wound; no wound is critical, so that later attacks cost no less.
"""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import psycopg

from bot import app
from bot.service.ports import Store, Unit
from bot.service.referee import Referee
from bot.service.requests import Choosing, Reply, Request
from bot.service.rows import FREE, Hold
from bot.settings import Database, Settings

T = TypeVar("T")
R = TypeVar("R")

INITIATIVE: Final = 200
ROUNDS: Final = 10_000
COMMANDS: Final = 4  # by which guards come, of whom one command brings in 30
BEFORE_REST: Final = 30  # attacks of six ticks each that fit into the initiative
PLACES: Final = ("head", "torso", "right arm", "left arm", "right leg", "left leg")
SHOOTER: Final[Mapping[str, Any]] = {
    "attributes": {"coordination": 8, "muscle": 9, "ooda": 8},
    "skills": {"longarm": 8},
    "weapons": [{"kind": "ak47", "capacity": ROUNDS, "loaded": ROUNDS}],
    "armor": [{"kind": "vest"}],
}
TARGET: Final[Mapping[str, Any]] = {
    "attributes": {"fitness": 9, "muscle": 9},
    "thresholds": {place: [3, 300, 400, 500] for place in PLACES},
    "weapons": [{"kind": "ak47"}],
    "armor": [{"kind": "vest"}, {"kind": "helmet"}],
}
CIRCUMSTANCES: Final[Mapping[str, Any]] = {"mode": "snap", "rounds": 4, "range_m": 60.0, "modifier": 0}
RESTED: Final[Mapping[str, int]] = {"initiative": INITIATIVE}

_NAMED: Final = re.compile(r":(\w+)")
GROW: Final = (
    """WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :copies)
    INSERT INTO orders SELECT scene_id, ordinal + n * :head, chapter, fight, user_id, at_ms, payload, ruleset_version,
    number + n * :head, gm_only, rolled, voids, redo, again, kept, draw, course, waits
    FROM orders, copies WHERE scene_id = :scene""",
    """WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :copies)
    INSERT INTO events SELECT scene_id, seq + n * :seq, ordinal + n * :head, type, version, audience, payload
    FROM events, copies WHERE scene_id = :scene""",
    """UPDATE scenes SET head = head * (1 + :copies), seq = seq * (1 + :copies),
    numbered = head * (1 + :copies), gm_numbered = head * (1 + :copies) WHERE id = :scene""",
)


def shooter_of(channel: int) -> str:
    """The name of whoever shoots in a channel."""
    return f"Shooter {channel}"


def target_of(channel: int) -> str:
    """The name of whoever is shot at there."""
    return f"Target {channel}"


class _Watched:
    """A store that notes the processor time of each job that a writer has done, until its COMMIT."""

    def __init__(self, store: Store, jobs_s: list[float]) -> None:
        self._store = store
        self._jobs_s = jobs_s

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def write_and_finish(self, work: Callable[[Unit], T], finish: Callable[[T], R], hold: Hold = FREE) -> R:
        """Do the work, note what it took, and finish its answer."""

        def timed(unit: Unit) -> T:
            began_s = time.thread_time()
            try:
                return work(unit)
            finally:
                self._jobs_s.append(time.thread_time() - began_s)

        return await self._store.write_and_finish(timed, finish, hold)


class Gallery:
    """A referee over a database, and fights in numbered channels; ``jobs_s`` are the processor seconds of each job."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.house = app.house()
        self.store = app.open_store(Settings(database=self.database), self.house)
        self.jobs_s: list[float] = []
        self.referee = Referee(cast("Store", _Watched(self.store, self.jobs_s)), self.house)
        self._ids: Iterator[int] = itertools.count(1)

    def _asked(self, channel: int) -> Request:
        return Request(
            interaction_id=next(self._ids),
            guild_id=1,
            channel_id=channel,
            user_id=7,
            now=datetime.now(UTC),
            manages_server=True,
        )

    async def fight(self, channel: int, people: int) -> None:
        """Open a fight among so many, the shooter and the target among them."""
        for name, sheet in ((shooter_of(channel), SHOOTER), (target_of(channel), TARGET)):
            _done(await self.referee.sheet_import(self._asked(channel), json.dumps(sheet).encode(), name))
            _done(await self.referee.init_join(self._asked(channel), name))
        for size in _shares(people - 2):
            _done(await self.referee.npc_add(self._asked(channel), "guard", size))
        _done(await self.referee.init_start(self._asked(channel), now=True))
        await self.rest(channel)

    async def attack(self, channel: int) -> None:
        """One attack: a whole transaction, durable when this returns."""
        given = {"target": target_of(channel), **CIRCUMSTANCES}
        _done(await self.referee.act(self._asked(channel), shooter_of(channel), "attack", given))

    async def complete(self, channel: int, what: Choosing) -> None:
        """Complete the first letters of somebody."""
        found = await self.referee.complete(self._asked(channel), what, "T")
        if not found:
            raise RuntimeError("nothing was offered")

    async def rest(self, channel: int) -> None:
        """Give the shooter its initiative back."""
        _done(await self.referee.act(self._asked(channel), shooter_of(channel), "correct", RESTED))

    async def grow(self, channel: int, events: int) -> None:
        """Let a log have so many events at least: what is in it, copied again and again behind itself."""
        row = await self.store.read(lambda unit: unit.scene_at(channel))
        if row is None:
            raise RuntimeError(f"no fight in channel {channel}")
        given = {"scene": row.id, "head": row.head, "seq": row.seq, "copies": events // row.seq}
        if isinstance(self.database, Path):
            with closing(sqlite3.connect(self.database)) as connection, connection:
                for statement in GROW:
                    connection.execute(statement, given)
            return
        with psycopg.connect(self.database) as session:
            for statement in GROW:
                session.execute(_NAMED.sub(r"%(\1)s", statement).encode(), given)

    async def events(self, channel: int) -> int:
        """How many events the log of a channel has."""
        row = await self.store.read(lambda unit: unit.scene_at(channel))
        return row.seq if row else 0


def _shares(count: int) -> list[int]:
    """So many in parts that one command may bring in: as many parts for few as for many, so that dice fall alike."""
    shares = [count // COMMANDS + (part < count % COMMANDS) for part in range(COMMANDS)]
    return [share for share in shares if share]


def _done(reply: Reply) -> Reply:
    if reply.refusal:
        raise RuntimeError(" ".join(line.text for line in reply.lines))
    return reply
