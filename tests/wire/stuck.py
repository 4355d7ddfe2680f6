"""The real bot, which /roll and /odds bring to a stand: `python -m tests.wire.stuck WHAT LIMIT_S`."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import threading
from collections.abc import Mapping
from typing import Any, Final

from bot import app, client
from bot.client import Fireteam
from bot.monitoring.logs import configure_logging
from bot.processes.watchdog import Watch
from bot.service.asking import Asking
from bot.service.case import Case
from bot.service.ports import Unit
from bot.service.requests import Reply, Request
from bot.settings import Settings

CATASTROPHIC: Final = re.compile(r"(a+)+$")


def wait_for_itself() -> None:
    """What two threads do that want each other's lock."""
    lock = threading.Lock()
    with lock:
        lock.acquire()


def hold_the_interpreter() -> None:
    """One call that lets no other thread run."""
    CATASTROPHIC.match("a" * 64 + "b")


class Stuck:
    """A referee whose dice never come to rest."""

    def __init__(self, bot: Fireteam) -> None:
        self._bot = bot

    async def loop(self, *_: Any, **__: Any) -> Reply:
        """Bring the event loop to a stand."""
        wait_for_itself()
        return Reply()

    async def writer(self, *_: Any, **__: Any) -> Reply:
        """Bring the writer to a stand."""

        def never_done(_: Unit) -> Reply:
            wait_for_itself()
            return Reply()

        return await self._bot.store.write(never_done)

    async def study(self, request: Request, *_: Any, **__: Any) -> Reply:
        """Look into something without an end, as long as nobody minds."""

        def endless(case: Case) -> Reply:
            while True:
                case.unit.breathe()

        return await Asking(self._bot.store, app.house()).study(request, endless)

    async def interpreter(self, *_: Any, **__: Any) -> Reply:
        """Bring everything to a stand."""
        hold_the_interpreter()
        return Reply()


def main(what: str, limit_s: float, environment: Mapping[str, str]) -> None:
    """Run the bot until it is found to stand still."""
    settings = Settings.load(environment)
    configure_logging("INFO")
    bot = app.make_bot(settings)
    for command in ("roll", "odds"):
        setattr(bot.referee, command, getattr(Stuck(bot), what))
    with Watch(bot.store, settings.heartbeat_file(), limit_s=limit_s) as watch:
        asyncio.run(client.play(bot, settings.require_token(), print, watch))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), os.environ)
