"""Traced are those tests alone that are there to reach every line of the rules: it takes four times as long."""

from __future__ import annotations

import os
import pkgutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from bot import app

FOLDER: Final = Path(__file__).parent
TRACED: Final = ("core", "rulesets", "scenarios", "databases/test_folds.py", "service/test_dice_expressions.py")
RULES: Final = ("bot.core", "bot.rulesets", "bot.service.dice_expressions")  # of which every line is to be reached
TOLD_BY: Final = "COVERAGE_PROCESS_CONFIG"  # processes that are started are told to trace themselves


class Tracing(NamedTuple):
    """What traces this thread, threads that begin and processes that are started; None where nothing does."""

    here: Any = None
    in_threads: Any = None
    in_processes: str | None = None

    @classmethod
    def now(cls) -> Tracing:
        """Return how it is."""
        return cls(sys.gettrace(), threading.gettrace(), os.environ.get(TOLD_BY))

    def set(self) -> None:
        """Have it so from now on."""
        os.environ.pop(TOLD_BY, None)
        if self.in_processes is not None:
            os.environ[TOLD_BY] = self.in_processes
        threading.settrace(self.in_threads)
        sys.settrace(self.here)


WHOLE: Final = Tracing.now()  # nothing is traced where coverage did not start this process


def is_traced(item: pytest.Item | pytest.Collector) -> bool:
    """Tell whether a test, or all in a file, is there to reach every line, and no property of what Hypothesis draws."""
    if not _is_there(item.path):
        return False
    return not any(item.get_closest_marker(chance) for chance in ("untraced", "hypothesis"))


@cache
def _is_there(path: Path) -> bool:
    return any(path.is_relative_to(FOLDER / each) for each in TRACED)


def load_rules() -> None:
    """Load every module of the rules and put each system together, which is traced if this thread is.

    Whoever plays it first, traced or not, would put it together for all.
    """
    for package in map(import_module, RULES):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    for key in app.SYSTEMS:
        app.built(key)


@contextmanager
def untraced() -> Iterator[None]:
    """Have nothing traced meanwhile."""
    with traced(Tracing()):
        yield


@contextmanager
def traced(tracing: Tracing = WHOLE) -> Iterator[None]:
    """Have this traced meanwhile, or all that is traced where coverage is told."""
    before = Tracing.now()
    tracing.set()
    try:
        yield
    finally:
        before.set()
