"""Several processes of one bot: on one database, each with a shard and a guild of its own, and replaced one by one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple, Self

from bot.settings import Database
from tests.wire.client import Wire
from tests.wire.launch import UNHURRIED
from tests.wire.process import ROOT

ALLOWED_PER_S: Final = 50  # requests of all processes together, as Discord counts them


class Passing(Enum):
    """How a process makes way for the next: killed, stopped gently, or stopped once the next is there."""

    KILL = "kills"
    STOP = "gentle stops"
    OVERLAP = "handovers"

    @property
    def counted(self) -> str:
        """What each of them is counted as."""
        return self.value


class Release(NamedTuple):
    """A checkout of the bot, and the Python that runs it."""

    root: Path = ROOT
    python: Path = Path(sys.executable)


HERE: Final = Release()


class Fleet:
    """The processes and their guilds; use it as an async context manager. They begin as some release.

    Unless they are `hurried` their shards identify themselves as far apart as Discord wants it.
    """

    def __init__(self, processes: int, database: Database, begins: Release = HERE, *, hurried: bool = False) -> None:
        self.database = database
        self._hurried = hurried
        self.wires: list[Wire] = []
        for number in range(processes):
            first = self.wires[0] if self.wires else None
            self.wires.append(
                Wire(None, begins.python, database, root=begins.root, shard=(number, processes), beside=first)
            )
        self.standin = self.wires[0].standin
        self.standin.gateway.at_once = processes
        self._entered = AsyncExitStack()

    async def __aenter__(self) -> Self:
        for wire in self.wires:
            await self._entered.enter_async_context(wire)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._entered.aclose()

    @property
    def env(self) -> Mapping[str, str]:
        """What every process is told."""
        return {} if self._hurried else {UNHURRIED: "1"}

    def rushed(self) -> list[str]:
        """Where Discord was asked for more than it allows."""
        most = self.standin.pulse.most_per_s
        requests = [f"{most:.0f} requests came in a second"] if most > ALLOWED_PER_S else []
        return [*([] if self._hurried else self.standin.gateway.hurried), *requests]
