"""How a recorded fight comes about: one that is over and one that is open, with wounds, an undo and a question."""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.databases.casts import Cast
from tests.databases.manifest import Fight
from tests.databases.places import kept
from tests.databases.table import Table, copy, is_refused, number_of, taken_up
from tests.databases.troubles import TROUBLES, VISITOR, Try

Options = dict[str, Any]
Shot = tuple[str, Options]
CHANNEL: Final = "the-table"
LURKER: Final = "Vasily"
RANGE_M: Final = 8.0
MOST_TURNS: Final = 60
MOST_TRIES: Final = 15
NOTED_S: Final = 0.3  # by then the bot has written down what it has just posted
UNDONE: Final = re.compile(r"#(g?\d+)")


@dataclass(frozen=True)
class Played:
    """The fights of a recording, and the requests that come through only once the bot has been killed."""

    fights: list[Fight]
    late: list[asyncio.Event]


async def play(cast: Cast, table: Table, *, older: bool) -> Played:
    """Play one fight to its end and another to the moment that is recorded, all of it posted.

    An ``older`` bot may ask nothing.
    """
    await table.does("gm", "/campaign setup", {"ruleset": cast.key})
    for user, sheet in cast.sheets.items():
        await table.does(user, "/sheet import", {"text": json.dumps(sheet)})
    await _enlisted(cast, table)
    troubles = TROUBLES[cast.key]
    for attempt in troubles.before:
        await _befalls(table, attempt)
    first = await table.does("gm", "/init start", {"now": True, "title": "The first"})
    await shoot(table, CHANNEL)
    await _wound(cast, table, "Bob")
    await table.does("gm", "/init end")
    await table.does("gm", "/init start", {"now": True, "title": "The second"})
    await _enlisted(cast, table)
    back_to = [await _wound(cast, table, name) for name in ("Ann", LURKER)]
    undone = await undo(table, CHANNEL, await shoot(table, CHANNEL))
    await _wound(cast, table, "Guard 1")
    await table.does("gm", "/undo")
    await table.does("gm", "/redo")
    await _visited(table)
    for attempt in troubles.during:
        await _befalls(table, attempt)
    with suppress(AssertionError) if older else nullcontext():
        await _ask(cast, table)
    fight = Fight(CHANNEL, first, back_to[0], undone)
    await table.settle([fight])
    return Played([fight], [])


async def _enlisted(cast: Cast, table: Table) -> None:
    for user in cast.sheets:
        await table.does(user, "/init join")
    await table.does("gm", "/npc add", {"template": "guard", "count": 2})
    await table.does("gm", "/npc add", {"template": "guard", "name": LURKER, "hidden": True})


async def _wound(cast: Cast, table: Table, name: str) -> str:
    number = await table.does("gm", "/damage apply", {"target": name, **cast.wound})
    while await answer(table, CHANNEL):
        pass
    return number


async def _visited(table: Table) -> None:
    """Two more guards come, and somebody who does not stay."""
    await table.does("gm", "/npc add", {"template": "guard", "count": 2})
    await table.does(VISITOR, "/sheet import", {"text": json.dumps({"name": "Dan"})})
    await table.does(VISITOR, "/init join")
    await table.does("gm", "/init range", {"actor": "Bob", "target": "Dan", "range_m": RANGE_M})
    await table.does(VISITOR, "/init remove", {"actor": "Dan"})


async def _befalls(table: Table, attempt: Try) -> None:
    """Type something in each turn until it comes out as it must; an earlier version may not know it at all."""
    for _ in range(MOST_TRIES):
        told = await table.tries(attempt.by, attempt.command, attempt.options)
        while await answer(table, CHANNEL):
            pass
        if attempt.sign in told.words and not is_refused(told):
            return
        await table.does("gm", "/init next")


async def undo(table: Table, channel: str, to: str) -> list[str]:
    """Have the GM take back all from a number on; the numbers of what was taken back."""
    answer = await table.tries("gm", "/undo", {"to": to}, channel)
    return UNDONE.findall(answer.words.partition("Undone:")[2])


def shots() -> Iterator[Shot]:
    """The attacks that somebody may be able to make."""
    for user, attacker, target in (
        ("bob", "Bob", "Guard 2"),
        ("gm", "Guard 1", "Ann"),
        ("gm", "Guard 2", "Bob"),
        ("ann", "Ann", "Guard 1"),
        ("gm", "Guard 1", "Guard 2"),
        ("gm", "Guard 2", "Guard 1"),
    ):
        yield user, {"attacker": attacker, "target": target, "range_m": RANGE_M}


async def shoot(table: Table, channel: str) -> str:
    """Have somebody shoot as soon as anybody can, and answer what that asks; the number of the shot."""
    for _ in range(MOST_TURNS):
        for user, options in shots():
            shot = await table.tries(user, "/attack", options, channel)
            if not is_refused(shot):
                while await answer(table, channel):
                    pass
                return number_of(shot)
        await table.does("gm", "/init next", at=channel)
    raise AssertionError(f"nobody can shoot in {channel}")


async def answer(table: Table, channel: str) -> tuple[str, str] | None:
    """Have the open question answered with its first choice; by whom and how, or None where nothing is asked."""
    choices = await table.choices("gm", channel)
    for user in ("ann", "bob", "gm") if choices else ():
        if not is_refused(await table.tries(user, "/answer", {"choice": choices[0]}, channel)):
            return user, choices[0]
    return None


async def _ask(cast: Cast, table: Table) -> None:
    """Leave a question open, where the system has any."""
    if cast.asking:
        turns, options = await _asks(cast, table)
        for _ in range(turns):
            await table.does("gm", "/init next")
        await table.does("ann", "/attack", options)
        if not await table.choices("gm", CHANNEL):
            raise AssertionError(f"the same order threw other dice in {cast.key}")


async def _asks(cast: Cast, table: Table) -> tuple[int, Options]:
    """In how many turns which shot of Ann's ends in a question.

    It is sought on a copy, where the same order throws the same dice.
    """
    async with forked(table) as probe:
        for turn in range(MOST_TURNS):
            for options in cast.asking:
                if is_refused(await probe.tries("ann", "/attack", options)):
                    break
                if await probe.choices("gm", CHANNEL):
                    return turn, options
                await probe.does("gm", "/undo")
            await probe.does("gm", "/init next")
    raise AssertionError(f"nothing is asked in {cast.key}")


@asynccontextmanager
async def forked(table: Table) -> AsyncIterator[Table]:
    """A table that goes on from here by itself, with a bot of its own."""
    await asyncio.sleep(NOTED_S)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "fork.sqlite"
        copy(table.database, database)
        async with taken_up(database, kept(table.wire)) as fork:
            await fork.start()
            yield fork
