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

import coverage
import pytest

FOLDER: Final = Path(__file__).parent
TRACED: Final = ("core", "rulesets", "scenarios", "databases/test_folds.py", "service/test_dice_expressions.py")
RULES: Final = ("bot.core", "bot.rulesets", "bot.service.dice_expressions")  # of which every line is to be reached
TOLD_BY: Final = "COVERAGE_PROCESS_CONFIG"  # processes that are started are told to trace themselves
ASKED: Final = "TRACE_RULES"  # by `make tests`, of those among whom the tests are shared
WORKER: Final = "PYTEST_XDIST_WORKER"
FIRST: Final = "gw0"  # who alone loads the rules traced, for one is enough


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


def is_worker() -> bool:
    """Tell whether this process is given tests by another one."""
    return WORKER in os.environ


def load_rules() -> None:
    """Load every module of the rules and put each system together, which is traced if this thread is.

    Whoever plays it first, traced or not, would put it together for all.
    """
    for package in map(import_module, RULES):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(found.name)
    app = import_module("bot.app")
    for key in app.SYSTEMS:
        app.built(key)


def _begun() -> Tracing:
    """Begin to trace where that is asked of this process, and return how it is: nothing is traced otherwise."""
    if not (is_worker() and os.environ.pop(ASKED, "")):
        return Tracing.now()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("COVERAGE_PROCESS_START", str(FOLDER.parent / "pyproject.toml"))
        coverage.process_startup()
    begun = Tracing.now()
    if os.environ[WORKER] == FIRST:
        load_rules()
    sys.settrace(None)
    threading.settrace(None)
    return begun


WHOLE: Final = _begun()


def kept() -> None:
    """Write down what was traced: whoever hands tests out waits ten seconds for who ends, and who is slow is killed."""
    tracing = coverage.Coverage.current()
    if tracing is not None:
        tracing.save()


def is_traced(item: pytest.Item | pytest.Collector) -> bool:
    """Tell whether a test, or all in a file, is there to reach every line, and no property of what Hypothesis draws."""
    if not _is_there(item.path):
        return False
    return not any(item.get_closest_marker(chance) for chance in ("untraced", "hypothesis"))


@cache
def _is_there(path: Path) -> bool:
    return any(path.is_relative_to(FOLDER / each) for each in TRACED)


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
