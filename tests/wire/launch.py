"""Run any program on discord.py against the stand-in: `python -m tests.wire.launch PORT -m bot run`.

Only two public class attributes of discord.py are set, before the program is run as it would run by itself: as where it
is shipped, without what only those who work on it have installed. Two waits are shortened too, the second unless
WIRE_UNHURRIED is set: how long the library waits for more guilds before it calls itself ready, and how far apart the
bot's shards identify themselves. Where WIRE_DICE is set, dice are rolled from what is drawn out of it.
"""

from __future__ import annotations

import os
import runpy
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, Final

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.state import ConnectionState

from tests.named_dice import secrets_of

ONLY_HERE: Final = "rich"  # structlog would load it for coloured tracebacks, and with it 3 MB
GUILD_READY_TIMEOUT_S: Final = 0.1
UNHURRIED: Final = "WIRE_UNHURRIED"
DICE: Final = "WIRE_DICE"


def point_at(port: int) -> None:
    """Send everything discord.py says in this process to 127.0.0.1."""
    Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gateway")


def hurry() -> None:
    """Shorten the wait for further guilds where the program has not chosen one."""
    inherited = ConnectionState.__init__

    def begin(self: Any, *arguments: Any, **options: Any) -> None:
        inherited(self, *arguments, **({"guild_ready_timeout": GUILD_READY_TIMEOUT_S} | options))

    setattr(ConnectionState, "__init__", begin)  # noqa: B010 - mypy forbids the plain assignment


def crowd_together() -> None:
    """Have the shards of the bot identify themselves without any distance."""
    for queue in ("bot.processes.identify_queue", "bot.turns"):  # an older release calls it the second, or has none
        with suppress(ImportError):
            vars(import_module(queue))["GAP_S"] = 0.0


def main(arguments: list[str]) -> None:
    """Point discord.py at the port, then run `-m MODULE ARGUMENTS` as `python -m` would."""
    match arguments:
        case [port, "-m", module, *rest]:
            sys.modules.setdefault(ONLY_HERE, None)  # type: ignore[arg-type]  # what is None cannot be imported
            point_at(int(port))
            hurry()
            if module == "bot" and not os.environ.get(UNHURRIED):
                crowd_together()
            if module == "bot" and (name := os.environ.get(DICE)):
                vars(import_module("bot.service.systems"))["secrets"] = secrets_of(name)
            sys.argv = [module, *rest]
            runpy.run_module(module, run_name="__main__", alter_sys=True)
        case _:
            sys.exit("usage: python -m tests.wire.launch PORT -m MODULE [ARGUMENTS]")


if __name__ == "__main__":
    main(sys.argv[1:])
