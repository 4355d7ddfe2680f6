"""`python -m tests.numbers KEY [COUNT]`: which wrong numbers of the tables no scenario and no test notices.

Each number that has a source is changed, one at a time, in a process of its own. What every scenario decided with the
right tables is decided again with the wrong one, by the same dice; the scenarios whose decisions differ are then
played, behind them the tests of the system, those that name the row first, and the scenarios that ask for odds last,
until one fails. The tests that hold the tables against a second writing down are left out: a number counts as noticed
where it matters to somebody who plays.
`tests/numbers.toml` names those that nobody can notice, with the reason.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot import app
from bot.core import engine, orders
from bot.core.dice import Ask, Dice, DiceScriptError, ScriptedDice
from bot.core.errors import AssemblyError, RuleViolation
from bot.core.rows import replaced
from bot.monitoring.logs import configure_logging
from bot.settings import Settings
from bot.simulated import scenarios, simulation
from bot.simulated.blank_database import lay_blank
from bot.simulated.simulation import Simulation
from tests.rulesets.test_transcription import sourced

ROOT: Final = Path(__file__).parent.parent
UNNOTICED: Final = Path(__file__).parent / "numbers.toml"
SECOND_WRITINGS: Final = ("test_tables.py",)
EVERY_NUMBER: Final = "test_every_number.py"
NOTICED, SILENT = 0, 3
PATIENCE_S: Final = 300.0  # that a machine is busy is no reason to fail; what sleeps for longer would be waited for

Raw = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Decided:
    """What was decided in a scenario: of which order in which scene, by which faces, and what came of it."""

    scenario: Path
    scene: Any
    order: orders.Order
    draw: str
    faces: tuple[int, ...]
    events: tuple[Any, ...] | None


class Noted:
    """Dice that note what falls of others."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.faces_fallen: list[int] = []

    def faces(self, ask: Ask, index: int) -> tuple[int, ...]:
        """Return the faces that the other dice show."""
        fallen = self._dice.faces(ask, index)
        self.faces_fallen.extend(fallen)
        return fallen


def with_number(tables: Raw, path: str, value: float) -> Raw:
    """Return tables with another number at a dotted path, whose keys may hold dots themselves."""
    return dict(replaced(tables, _places(tables, path), value))


def _places(at: Any, path: str) -> list[str]:
    if not path:
        return []
    keys = at if isinstance(at, Mapping) else map(str, range(len(at)))
    found = next(key for key in sorted(keys, key=len, reverse=True) if path == key or path.startswith(f"{key}."))
    inner = at[found] if isinstance(at, Mapping) else at[int(found)]
    return [found, *_places(inner, path[len(found) + 1 :])]


def wrong_numbers(value: float) -> Iterator[float]:
    """Yield what could stand in the place of a number by mistake: a little more, or a little less."""
    step = max(1, round(abs(value) / 10))
    yield value + step
    yield value - step


@contextmanager
def tables_with(key: str, tables: Raw) -> Iterator[None]:
    """Have the app compose a system with other tables for a while.

    Raises:
        AssemblyError: it cannot be put together with them.
    """
    shipped = app.tables_of
    with patch.object(app, "tables_of", lambda asked: tables if asked == key else shipped(asked)):
        app.built.cache_clear()
        app.built(key)
        yield
    app.built.cache_clear()


async def _played(path: Path) -> scenarios.ScenarioReport:
    patient = patch.object(simulation, "SETTLE_TIMEOUT_S", PATIENCE_S)
    with patient, tempfile.TemporaryDirectory() as folder:
        dice, settings = scenarios.StepDice(), Settings(database=Path(folder) / "scenario.db")
        lay_blank(Path(folder) / "scenario.db")
        async with Simulation(lambda: app.make_bot(settings, dice)) as stage:
            return await scenarios.Runner(scenarios.load(path), stage, dice).run()


def passes(path: Path) -> bool:
    """Tell whether a scenario plays as it says."""
    try:
        return asyncio.run(_played(path)).passed
    except Exception:
        return False


def decisions(path: Path) -> list[Decided]:
    """Play a scenario and return what was decided on the way."""
    found: list[Decided] = []
    decide = engine.decide

    def noting(ruleset: Any, scene: Any, order: Any, dice_for: Any, draw: str = "", at: int | None = None) -> Any:
        noted: list[Noted] = []

        def dice(position: int, spelled: bytes) -> Dice:
            noted.append(Noted(dice_for(position, spelled)))
            return noted[-1]

        def note(events: tuple[Any, ...] | None) -> None:
            fallen = tuple(face for each in noted for face in each.faces_fallen)
            found.append(Decided(path, scene, order, draw, fallen, events))

        try:
            decision = decide(ruleset, scene, order, dice, draw, at)
        except RuleViolation:
            note(None)
            raise
        note(decision.events)
        return decision

    with patch.object(engine, "decide", noting):
        asyncio.run(_played(path))
    return found


def differs(ruleset: Any, once: Decided) -> bool:
    """Tell whether something else is decided than once was, by the same faces."""
    dice = ScriptedDice(once.faces)
    try:
        events = engine.decide(ruleset, once.scene, once.order, lambda *_: dice, once.draw).events
    except RuleViolation:
        return once.events is not None
    except (DiceScriptError, LookupError, ValueError):
        return True
    return events != once.events


def nearest_tests(key: str, path: str) -> list[Path]:
    """Return the tests of a system, those of every number and those that name the row of a number first."""
    row = path.split(".")[1]
    every = sorted((ROOT / "tests" / "rulesets" / key).glob("test_*.py"))
    return sorted(
        (test for test in every if test.name not in SECOND_WRITINGS),
        key=lambda test: test.name != EVERY_NUMBER and row not in test.read_text("utf-8"),
    )


def is_noticed(key: str, tables: Raw, known: Sequence[Decided], asking: Sequence[Path], tests: Sequence[Path]) -> bool:
    """Tell whether a scenario of a system, or one of its tests, fails with these tables."""
    try:
        with tables_with(key, tables):
            ruleset = app.built(key).ruleset
            other = dict.fromkeys(once.scenario for once in known if differs(ruleset, once))
            if not all(passes(path) for path in other):
                return True
            if pytest.main(["-x", "-q", "-p", "no:cacheprovider", *map(str, tests)]) != 0:
                return True
            return not all(passes(path) for path in asking)
    except AssemblyError:
        return True


def in_a_process(work: Callable[[], bool]) -> bool:
    """Return what a piece of work finds in a copy of this process, which prints nothing."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status) != SILENT
    with Path(os.devnull).open("w", encoding="utf-8") as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
        found = True
        try:
            found = work()
        finally:
            os._exit(NOTICED if found else SILENT)


def unnoticed(key: str, paths: Sequence[str]) -> Iterator[str]:
    """Yield the paths whose numbers may be wrong without anybody noticing."""
    files = scenarios.files([ROOT / "tests" / "scenarios" / key])
    asking = [path for path in files if '"/odds"' in path.read_text("utf-8")]
    tables, right = app.tables_of(key), sourced(key)
    known = [once for path in files for once in decisions(path)]
    import_module("tests.conftest")  # and all that it needs, once for all processes
    notices = partial(is_noticed, key, known=known, asking=asking)
    if in_a_process(partial(notices, tables, tests=nearest_tests(key, ".."))):
        raise SystemExit(f"{key}: a scenario or a test fails with the right numbers, too")
    for path in paths:
        wrong = (with_number(tables, path, value) for value in wrong_numbers(right[path]))
        tests = nearest_tests(key, path)
        if not any(in_a_process(partial(notices, each, tests=tests)) for each in wrong):
            yield path


def main() -> int:
    """Do what was typed; 0 where every wrong number is noticed that can be."""
    parser = argparse.ArgumentParser(prog="python -m tests.numbers", description="Which wrong numbers nobody notices.")
    parser.add_argument("key", nargs="?", default="all", help="a rule system, or all of them")
    parser.add_argument("count", nargs="?", type=int, default=20, help="numbers of each system; 0 for every one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only numbers whose path begins like this")
    typed = parser.parse_args()
    excused: dict[str, dict[str, str]] = tomllib.loads(UNNOTICED.read_text("utf-8"))
    configure_logging("ERROR")
    silent = 0
    for key in excused if typed.key == "all" else [typed.key]:
        every = [path for path in sourced(key) if path.startswith(typed.only) and path not in excused[key]]
        paths = Random(typed.seed).sample(every, min(typed.count or len(every), len(every)))
        missed = 0
        for path in unnoticed(key, paths):
            print(f"  nobody notices {key} {path}", flush=True)
            missed += 1
        print(f"{key}: {len(paths) - missed} of {len(paths)} wrong numbers were noticed", flush=True)
        silent += missed
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())
