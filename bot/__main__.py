"""The command line: what whoever runs the bot, tries it, checks it or saves it types behind ``fireteam``."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bot import __version__
from bot.core.errors import AssemblyError
from bot.processes.watchdog import unwell
from bot.settings import LARGEST_PORT, Settings, SettingsError

WRONG_SET_UP = 2
TRIED_IN = Path(".try")
TRIED_AT = 8765


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was typed; 0 if it went well, 1 if something was found wrong, 2 if it could not be done."""
    typed = _parser().parse_args(arguments)
    try:
        settings = Settings.load(os.environ)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return WRONG_SET_UP
    if typed.command == "health":
        return _health(settings.heartbeat_file())
    gc.disable()  # what is loaded stays, and need not be looked at while it is
    try:
        # All the bot, which takes a second to load: whoever asks for its health asks often.
        from bot.command_line import commands
    except AssemblyError as error:
        print(f"A rule system cannot be put together: {error}.", file=sys.stderr)
        return WRONG_SET_UP
    finally:
        gc.enable()
    if typed.command == "run":
        gc.freeze()
    return commands.run(typed, settings)


def _health(heartbeat: Path) -> int:
    wrong = unwell(heartbeat, time.time())
    print(wrong or "The bot is well.")
    return 1 if wrong else 0


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= LARGEST_PORT):
        raise argparse.ArgumentTypeError(f"use a number up to {LARGEST_PORT}")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    called = "fireteam" if Path(sys.argv[0]).stem == "fireteam" else "python -m bot"
    parser = argparse.ArgumentParser(prog=called, description="Fireteam, a referee for firearms combat.")
    parser.add_argument("--version", action="version", version=f"Fireteam {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="play on Discord with the token from the environment or .env")
    trying = commands.add_parser("try", help="play in a local browser, without Discord")
    trying.add_argument("--port", type=_port, default=TRIED_AT, help="of this machine; %(default)s if left out")
    trying.add_argument("--folder", type=Path, default=TRIED_IN, help="where games are kept; %(default)s if left out")
    playing = commands.add_parser("scenarios", help="play scenario files through the real bot")
    playing.add_argument("paths", nargs="+", type=Path, help="files, or folders of them")
    playing.add_argument("--json", action="store_true", help="print all that happened, as JSON")
    commands.add_parser("health", help="say whether the bot that runs here is well")
    commands.add_parser("assemble", help="see whether every rule system can be put together")
    commands.add_parser("audit", help="check every fight against its dice, its events and its rules")
    commands.add_parser("migrate", help="bring the database up to date")
    saving = commands.add_parser("backup", help="copy the live database safely")
    saving.add_argument("file", type=Path, help="where the copy goes: a name that is not there yet")
    carrying = commands.add_parser("copy", help="carry everything from one database to a new one, of either kind")
    carrying.add_argument("source", metavar="FROM", help="a file or postgresql://...")
    carrying.add_argument("target", metavar="TO", help="a file or postgresql://..., where nothing is kept yet")
    beginning = commands.add_parser("new-ruleset", help="lay out a new rule system, small but whole, to start from")
    beginning.add_argument("key", help="its short name, such as reflex")
    beginning.add_argument("--title", help="what people call it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
