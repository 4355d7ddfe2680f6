"""`python -m tests.wire.kill [--kills 200] [--long] [--postgres]`: kill -9 in mid-fight, and count what is lost.

Real bot processes over the wire, each with a table of people who type without rest. A kill comes at a random moment, or
while a request of the bot is held back, which then arrives after its death or never. Then the bot is started again, and
what was not answered is sent again: half of it under the same interaction id, half typed anew. A command typed anew may
be refused, or be carried out as an order of its own: only the same interaction must never act twice. With `--long` the
fight has 150 combatants, and an order may fill a hundred messages. Every word of every order must stand in its threads,
in order, once. With `--processes 2` the tables are guilds of two shards on one database, each with its own process.
Exit status 1 if anything does not agree.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from bot.settings import Database
from tests.postgres import Server, server
from tests.wire import ledger
from tests.wire.battle import Battle, Try
from tests.wire.client import BotDied, Wire
from tests.wire.faults import Fault
from tests.wire.fleet import Fleet
from tests.wire.process import ROOT
from tests.wire.words import Words

HELD: Final = (
    r"POST /interactions/.*/callback$",  # twice as often: the order is in, and nobody knows
    r"POST /channels/\d+/messages$",
    r"POST /channels/\d+/(messages/\d+/)?threads$",
    r"PATCH /channels",
    r"POST /interactions/.*/callback$",
    r"GET /channels/\d+/messages",
)
LONGEST_PLAY_S: Final = 0.4
LONGEST_HOLD_S: Final = 0.6
CATCH_UP_S: Final = 60.0
COUNTED: Final = (
    *("kills", "typed", "acknowledged", "cut off", "redelivered", "of them done before", "typed anew"),
    *("of those done before", "delivered twice", "orders", "orders undone", "posted in the log", "posted to the GM"),
    "messages in the threads",
)


class Slaughter:
    """One table and one bot, killed so many times; `counts` says what happened and `wrong` what did not agree."""

    def __init__(self, wire: Wire, seed: int, *, long: bool = False) -> None:
        self.wire = wire
        self.battle = Battle(wire, seed, long=long)
        self.words = Words(self.database, wire.guild.id)
        self.rng = random.Random(-seed)
        self.finished: list[Try] = []  # at a moment of which there was an order when they were cut off
        self.unaccounted: list[str] = []  # orders of which nobody was told, and that were not there then
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    @property
    def database(self) -> Database:
        """Where the bot keeps everything."""
        return self.wire.database

    def _book(self) -> ledger.Book:
        return ledger.read(self.database, self.wire.guild.id)

    async def run(self, kills: int) -> None:
        """The whole of it; ends early where something is wrong, since what follows would only repeat it."""
        await self.battle.open()
        while self.counts["kills"] < kills and not self.wrong:
            await self._kill_once()
            await self._pick_up()
        if not self.wrong:
            await self._catch_up()
        self.wrong += await ended(self.wire)
        self.count()
        self.wrong += await audited(self.database)

    async def _kill_once(self) -> None:
        quiet = self.rng.random() < (
            0.3 if self.battle.long else 0.1
        )  # nothing goes on but the publishing of what is left
        playing = None if quiet else asyncio.create_task(self.battle.play())
        fault = await self._moment()
        await self.wire.kill()
        if playing:
            await playing
        await self._let_go(fault)
        self.counts["kills"] += 1
        self.counts["cut off"] += sum(each.answer is None for each in self.battle.tries)
        await self.wire.restart()

    async def _moment(self) -> Fault | None:
        """Wait for the moment of the kill: any, or one at which a request of the bot is under way."""
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.uniform(0, LONGEST_PLAY_S))
            return None
        await asyncio.sleep(self.rng.uniform(0, LONGEST_PLAY_S / 2))
        status = self.rng.choice((0, 503))
        held = Fault(self.rng.choice(HELD), status, times=9, until=asyncio.Event(), door=self.wire.port)
        fault = self.wire.standin.plant(held)
        try:
            await self.wire.until(lambda: bool(fault.seen), LONGEST_HOLD_S)
            await asyncio.sleep(self.rng.uniform(0, 0.02))
        except TimeoutError:
            pass
        return fault

    async def _let_go(self, fault: Fault | None) -> None:
        """What the dead bot had sent arrives only now, or never."""
        if fault is not None and fault.until is not None:
            self.wire.standin.faults.remove(fault)
            fault.until.set()
            await asyncio.sleep(0.005)

    async def _pick_up(self) -> None:
        """Send again what was cut off, and some of what was not; then see whether everything agrees."""
        done = {(entry.user_id, entry.at_ms) for entry in self._book().entries}
        cut_off = [each for each in self.battle.tries if each.answer is None]
        finished = {each.interaction_id for each in cut_off if ledger.moment(self.wire, each) in done}
        same, anew = await self.battle.send_again()
        kept = sum(each.interaction_id in finished for each in same)
        self.counts.update(redelivered=len(same), **{"of them done before": kept, "typed anew": len(anew)})
        self.finished += [each for each in cut_off if each.interaction_id in finished]
        self.wrong += [f"{each.command} was never answered" for each in (*same, *anew) if each.answer is None]
        await self._twice()
        self.wrong += ledger.broken(self.wire, self.battle.tries, self._book())
        self.wrong += await self.words.wrong(self.wire, whole=False)
        if self.rng.random() < 0.25:
            await self._catch_up()

    async def _twice(self) -> None:
        for tried, label in await self.battle.send_twice(self.rng.randint(0, 2)):
            self.counts["delivered twice"] += 1
            if label != tried.label:
                self.wrong.append(f"{tried.command} was #{tried.label}, and #{label} when it came twice")

    async def _catch_up(self) -> None:
        """Wait until the threads show everything, each word of each order once and in order."""
        book, ends = self._book(), await self.words.ends()
        try:
            await self.wire.until(
                lambda: ledger.complete(self.wire, book) and self.words.stand(self.wire, ends), CATCH_UP_S
            )
        except (TimeoutError, BotDied) as error:
            self.wrong.append(f"the threads stay incomplete: {error!r}")
        self.wrong += ledger.broken(self.wire, self.battle.tries, book)
        self.wrong += await self.words.wrong(self.wire, whole=True)
        self.wrong += ledger.repeated(self.wire.channel)

    def count(self) -> None:
        """Count what was typed, and what became of it."""
        book, tries = self._book(), self.battle.tries
        self.counts["typed"] = len(tries)
        self.counts["acknowledged"] = sum(bool(each.label) for each in tries)
        told, cut_off = {each.label for each in tries}, {ledger.moment(self.wire, each) for each in self.finished}
        given = [entry for entry in book.entries if not entry.again]  # what an undo gives again came of no command
        untold = [entry for entry in given if entry.label not in told]
        self.counts["of those done before"] = sum((entry.user_id, entry.at_ms) in cut_off for entry in untold)
        at = {ledger.moment(self.wire, each): str(each) for each in tries}
        moments = {entry.label: (entry.user_id, entry.at_ms) for entry in untold}
        self.unaccounted = [f"#{label}: {at.get(when)}" for label, when in moments.items() if when not in cut_off]
        self.counts["orders"] = len(given)
        self.counts["orders undone"] = sum(bool(entry.voids) for entry in book.entries)
        self.counts["posted in the log"] = len(ledger.posted(self.wire))
        self.counts["posted to the GM"] = len(ledger.posted(self.wire, gm=True))
        self.counts["messages in the threads"] = sum(len(each.messages) for each in self.wire.threads())


async def audited(database: Database, *, aloud: bool = True) -> list[str]:
    """Problems that `python -m bot audit` finds: faces, state against the fold, and every order decided anew."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "audit"),
        env={**os.environ, "FIRETEAM_DATABASE": str(database), "FIRETEAM_LOG": "WARNING", "PYTHONPATH": str(ROOT)},
        cwd=database.parent if isinstance(database, Path) else tempfile.gettempdir(),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    if aloud:
        print(output.decode().strip())
    return [f"the audit found problems:\n{output.decode()}"] if process.returncode else []


async def ended(wire: Wire) -> list[str]:
    """What is wrong with how a bot ends that is told to."""
    try:
        status = await wire.terminate()
    except TimeoutError:
        return ["the bot did not end when it was told to"]
    return [f"the bot ended with status {status}"] if status else []


async def slaughter(kills: int, seed: int, *, long: bool = False, database: Database | None = None) -> Slaughter:
    """One table, from its first command to its audit."""
    async with Wire(database=database) as wire:
        found = Slaughter(wire, seed, long=long)
        await found.run(kills)
        return found


async def several(
    kills: int, tables: int, seed: int, *, long: bool = False, server: Server | None = None
) -> list[Slaughter]:
    """Several tables at once, which share the kills; with a server each has a database of its own there."""
    kept = [server.create(f"table{table}") if server else None for table in range(tables)]
    runs = (
        slaughter(share, seed + table, long=long, database=kept[table])
        for table, share in enumerate(_shares(kills, tables))
        if share
    )
    return await asyncio.gather(*runs)


async def together(kills: int, processes: int, seed: int, database: Database, *, long: bool = False) -> list[Slaughter]:
    """Several tables on one database, each with the process of its shard; they share the kills."""
    async with Fleet(processes, database) as fleet:
        found = [Slaughter(wire, seed + table, long=long) for table, wire in enumerate(fleet.wires)]
        await asyncio.gather(*(each.run(share) for each, share in zip(found, _shares(kills, processes), strict=True)))
        return found


def _shares(kills: int, tables: int) -> list[int]:
    return [kills // tables + (table < kills % tables) for table in range(tables)]


def report(found: list[Slaughter], elapsed_s: float) -> str:
    """The counts of all tables together, and what was wrong."""
    counts = sum((each.counts for each in found), Counter[str]())
    lines = [f"{counts[name]:>8,} {name}" for name in COUNTED]
    wrong = [what for each in found for what in each.wrong]
    return "\n".join([*lines, f"{elapsed_s:>8.0f} seconds", *(wrong or ["nothing lost, nothing doubled"])])


def main() -> int:
    """Parse the command line, kill, and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.kill", description="kill -9 in mid-fight.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=2, help="bots that are killed side by side")
    parser.add_argument("--long", action="store_true", help="fights of 150 combatants, orders of many messages")
    parser.add_argument("--postgres", action="store_true", help="keep everything in PostgreSQL")
    parser.add_argument("--processes", type=int, default=1, help="on one PostgreSQL database, a table for each")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000))
    typed = parser.parse_args()
    if typed.processes > 1 and not typed.postgres:
        parser.error("several processes need --postgres")
    orders = "long orders" if typed.long else "orders"
    tables = typed.processes if typed.processes > 1 else typed.tables
    print(f"{typed.kills} kills at {tables} tables with {orders}, seed {typed.seed}", flush=True)
    began_s = time.perf_counter()
    with server() if typed.postgres else nullcontext() as running:
        if typed.processes > 1 and running:
            run = together(typed.kills, tables, typed.seed, running.create("tables"), long=typed.long)
        else:
            run = several(typed.kills, tables, typed.seed, long=typed.long, server=running)
        found = asyncio.run(run)
    print(report(found, time.perf_counter() - began_s))
    return 1 if any(each.wrong for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
