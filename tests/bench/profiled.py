"""`python -m tests.bench.profiled FILE MODULE ARGUMENTS` runs a module and counts whose functions take its time.

The event loop's thread and those of writers, of those who finish answers and of readers are profiled by their processor
time. At each SIGUSR1 FILE has one note more of what was counted so far: seconds by thread and owner. What is written in
C counts for whoever called it, but for the database.
"""

from __future__ import annotations

import cProfile
import json
import runpy
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType
from typing import Any, Final

LOOP: Final = "event loop"
WRITER: Final = "writer"
FINISHERS: Final = "finishers"
READERS: Final = "readers"
OTHERS: Final = (
    ("writer", WRITER),
    ("finisher", FINISHERS),
    ("reader", READERS),
)  # what the names of their threads begin with
OWNERS: Final = (  # the first that stands in a file's path has written it
    ("/discord/", "discord.py"),
    ("/aiohttp/", "aiohttp"),
    ("/yarl/", "aiohttp"),
    ("/multidict/", "aiohttp"),
    ("/psycopg", "psycopg"),
    ("/asyncio/", "asyncio"),
    ("/bot/rulesets/", "rules"),
    ("/bot/core/", "rules"),
    ("/bot/service/", "use cases"),
    ("/bot/storage/", "storage"),
    ("/bot/posting/", "posting"),
    ("/bot/processes/", "posting"),
    ("/bot/render/", "render"),
    ("/bot/", "client"),
    ("/cogs/", "cogs"),
)
DATABASE: Final = "sqlite3."


def owner_of(path: str) -> str:
    """Who has written a file; of Python itself and of small libraries that is "others"."""
    return next((owner for part, owner in OWNERS if part in path), "others")


def owned_s(profile: cProfile.Profile) -> dict[str, float]:
    """The seconds of each owner's own functions."""
    found: dict[str, float] = defaultdict(float)
    for entry in profile.getstats():
        if isinstance(entry.code, CodeType):
            owner = owner_of(entry.code.co_filename)
            found[owner] += entry.inlinetime
            for called in entry.calls or ():
                if not isinstance(called.code, CodeType):
                    found["SQLite" if DATABASE in called.code else owner] += called.inlinetime
    return found


def run(target: Path, module: str, arguments: list[str]) -> None:
    """Run a module as `python -m` would, and leave the notes in a file."""
    profiles = [(LOOP, _profile())]
    notes: list[dict[str, dict[str, float]]] = []
    living = threading.Thread.run

    def lived(thread: threading.Thread) -> None:
        for begins, who in OTHERS:
            if thread.name.startswith(begins):
                profiles.append((who, profile := _profile()))
                profile.enable()
        living(thread)

    def note(*_: Any) -> None:
        found: dict[str, dict[str, float]] = {who: defaultdict(float) for who in (LOOP, *dict(OTHERS).values())}
        for thread, profile in profiles:
            for owner, own_s in owned_s(profile).items():
                found[thread][owner] += own_s
        notes.append(found)
        fresh = target.with_suffix(".new")
        fresh.write_text(json.dumps(notes), encoding="utf-8")
        fresh.replace(target)

    setattr(threading.Thread, "run", lived)  # noqa: B010 - mypy forbids the plain assignment
    signal.signal(signal.SIGUSR1, note)
    sys.argv = [module, *arguments]
    profiles[0][1].enable()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _profile() -> cProfile.Profile:
    return cProfile.Profile(time.thread_time)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
