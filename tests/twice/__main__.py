"""`python -m tests.twice KEY COUNT [--first 1] [--steps 150]`: what players could tell two worlds apart by."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from unittest.mock import patch

from bot import app
from bot.monitoring.logs import configure_logging
from bot.service import systems
from tests.monkeys import ALL
from tests.named_dice import secrets_of
from tests.twice.games import DifferenceError, GoneApartError, TwoGames
from tests.worlds.fights import UNHURRIED

STEPS: Final = 150
TOLD: Final = 30


def played(key: str, seed: int, steps: int, folder: Path) -> tuple[TwoGames, str]:
    """Play one game in both worlds, the same each time; what differed, empty for nothing."""
    dice = secrets_of("")
    with ExitStack() as stack:
        stack.enter_context(patch.object(systems, "secrets", dice))
        for what, value in UNHURRIED.items():
            if not what.startswith("bot.posting") or "MOST_BELOW" in what:
                stack.enter_context(patch(what, value))
        games = TwoGames(key, seed, folder, dice)
        try:
            games.play(steps)
        except GoneApartError as error:
            games.done[f"gone apart: {error}"] += 1
        except DifferenceError as error:
            return games, str(error)
        finally:
            games.less.end()
            games.more.end()
    return games, ""


def main() -> int:
    """Play games; 1 if players could tell any two worlds apart."""
    parser = argparse.ArgumentParser(prog="python -m tests.twice", description="The monkeys in two worlds.")
    parser.add_argument("key", choices=(*app.SYSTEMS, ALL))
    parser.add_argument("count", type=int)
    parser.add_argument("--first", type=int, default=1, help="the first game's number")
    parser.add_argument("--steps", type=int, default=STEPS, help="what is done in a game")
    typed = parser.parse_args()
    configure_logging("CRITICAL")
    wrong = 0
    for key in app.SYSTEMS if typed.key == ALL else (typed.key,):
        for seed in range(typed.first, typed.first + typed.count):
            with tempfile.TemporaryDirectory() as folder:
                games, differs = played(key, seed, typed.steps, Path(folder))
            print(f"{key} {seed}: {dict(games.done)}, {'differs' if differs else 'the same'}", flush=True)
            wrong += bool(differs)
            if differs:
                print(*games.told[-TOLD:], differs, sep="\n  ", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
