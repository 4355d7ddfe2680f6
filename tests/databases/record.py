"""`python -m tests.databases.record FOLDER [--only NAME]`: play fights through the whole bot and keep its database.

Beside each database stands what belongs to it (see ``manifest``) and, in a file of its own, its folded scenes. The dice
that fall are real, so that no two recordings are alike; what a recording must hold is sought until it is found.
With ``--reread`` no database is touched, and all that people see in it is written down as the present bot shows it.
An older bot is driven from a checkout of it, into which ``tests/wire`` and this folder are copied, with ``--older``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.databases import interrupted
from tests.databases.casts import CASTS
from tests.databases.course import charted
from tests.databases.fights import NOTED_S, Played, play
from tests.databases.folds import Plain, as_recorded, filled, folds
from tests.databases.manifest import DATABASE, FOLDS, MANIFEST, Manifest, later, load, save
from tests.databases.places import kept
from tests.databases.posted import Order
from tests.databases.table import Table, copy, taken_up
from tests.databases.troubles import TROUBLES
from tests.wire.client import Wire
from tests.wire.process import ROOT

Play = Callable[..., Awaitable[Played]]
MOST_TRIES: Final = 90
ARRIVAL_S: Final = 0.5
PLAYS: Final[dict[str, Play]] = {
    "unposted": interrupted.play,
    **{key: partial(play, cast) for key, cast in CASTS.items()},
}


async def record(name: str, folder: Path, *, older: bool) -> None:
    """Play one recording and keep it; one that an ``older`` bot plays is reread by that of today."""
    path = folder / f"{name}{DATABASE}"
    path.unlink(missing_ok=True)
    path.with_suffix(FOLDS).unlink(missing_ok=True)
    async with Wire() as wire:
        table = Table(wire)
        for channel in interrupted.CHANNELS:
            table.channel(channel)
        await table.start()
        played = await PLAYS[name](table, older=older)
        owed = await table.owed(played.fights)
        await asyncio.sleep(NOTED_S)
        await wire.kill()
        await _arrived(played)
        copy(table.database, path)
        lacking = _lacking(owed, table.shown(played.fights))
        manifest = Manifest(name=name, guild=kept(wire), fights=played.fights, lacking=lacking, **_facts(path))
    if older:
        save(manifest, path.with_suffix(MANIFEST))
    else:
        check_troubles(name, await reread(manifest, path))


def _facts(database: Path) -> dict[str, Any]:
    """What a database and its bot say of themselves."""
    return {
        "commit": _commit(),
        "tables": _asked(database, "SELECT version_num FROM alembic_version") or "",
        "audit": _audited(database),
        "unposted_rows": _unposted_rows(database),
    }


async def reread(manifest: Manifest, path: Path) -> Plain:
    """Write down what everybody sees in a recorded database, and how it goes on, which is played on a copy.

    Returns the scenes that it keeps.
    """
    async with taken_up(path, manifest.guild) as table:
        stored, refolded = await folds(table.database)
        await table.start()
        seen = await table.seen(manifest.fights)
        course = await charted(table, manifest.fights)
        after = later(seen, await table.seen(manifest.fights))
    recorded = msgspec.json.decode(path.with_suffix(FOLDS).read_bytes()) if path.with_suffix(FOLDS).exists() else stored
    if not as_recorded(refolded, recorded) == as_recorded(stored, recorded) == recorded:
        raise AssertionError("the kept scenes are not what their events fold to")
    save(msgspec.structs.replace(manifest, seen=seen, course=course, after=after), path.with_suffix(MANIFEST))
    path.with_suffix(FOLDS).write_bytes(msgspec.json.encode(recorded) + b"\n")
    return stored


def check_troubles(name: str, stored: Any) -> None:
    """Raises AssertionError where something that must befall people has left nothing in the scenes."""
    missing = TROUBLES[name].left - filled(stored) if name in TROUBLES else ()
    if missing:
        raise AssertionError(f"nothing stands in {', '.join(sorted(missing))}")


async def _arrived(played: Played) -> None:
    """Let through what the dead bot had sent."""
    for event in played.late:
        event.set()
    await asyncio.sleep(ARRIVAL_S)


def _lacking(owed: dict[str, list[Order]], shown: dict[str, list[Order]]) -> dict[str, list[str]]:
    """The orders that the threads do not show whole, by the threads."""
    found = {
        key: [label for label, words in orders if (label, words) not in shown[key]] for key, orders in owed.items()
    }
    return {key: labels for key, labels in found.items() if labels}


def _commit() -> str:
    """The commit that is checked out."""
    return subprocess.run(
        ("git", "rev-parse", "HEAD"), cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.strip()


def _unposted_rows(database: Path) -> int | None:
    """How many promises wait, as far as the tables are those that the first version had."""
    try:
        return int(_asked(database, "SELECT count(*) FROM outbox WHERE posted = 0") or 0)
    except sqlite3.OperationalError:
        return None


def _asked(database: Path, query: str) -> str | None:
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute(query).fetchone()
    return str(found[0]) if found else None


def _audited(database: Path) -> str:
    """What `python -m bot audit` prints. Raises CalledProcessError where it finds a problem."""
    settings = {**os.environ, "FIRETEAM_DATABASE": str(database), "FIRETEAM_LOG": "WARNING"}
    command = (sys.executable, "-m", "bot", "audit")
    return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, check=True, text=True).stdout.strip()


def recorded(name: str, folder: Path, *, older: bool) -> str:
    """Record until chance has brought what is needed; what was kept, and how large it is."""
    for left in reversed(range(MOST_TRIES)):
        try:
            asyncio.run(record(name, folder, older=older))
            break
        except AssertionError as error:
            if not left:
                raise
            print(f"{name}: once more, for {error}", flush=True)
    size = sum(path.stat().st_size for path in folder.glob(f"{name}.*"))
    return f"{name}: {size // 1024} KB"


def main() -> None:
    """Parse the command line and record."""
    parser = argparse.ArgumentParser(prog="python -m tests.databases.record", description="Keep databases for good.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=PLAYS)
    parser.add_argument("--reread", action="store_true", help="only write down anew what people see")
    parser.add_argument("--older", action="store_true", help="the bot here is an older one: leave reading to this one")
    typed = parser.parse_args()
    typed.folder.mkdir(parents=True, exist_ok=True)
    for name in [typed.only] if typed.only else PLAYS:
        path = typed.folder / f"{name}{DATABASE}"
        if typed.reread:
            asyncio.run(reread(load(path.with_suffix(MANIFEST)), path))
        else:
            print(recorded(name, typed.folder, older=typed.older), flush=True)


if __name__ == "__main__":
    main()
