"""Traced are those tests alone that are there to reach every line of the rules: it doubles what a test takes."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

FOLDER: Final = Path(__file__).parent
TRACED: Final = ("core", "rulesets", "scenarios", "databases/test_folds.py", "service/test_dice_expressions.py")
TOLD_BY: Final = "COVERAGE_PROCESS_CONFIG"  # processes that are started are told to trace themselves


def is_traced(item: pytest.Item) -> bool:
    """Tell whether a test is there to reach every line."""
    return any(item.path.is_relative_to(FOLDER / each) for each in TRACED) and not item.get_closest_marker("untraced")


@contextmanager
def untraced() -> Iterator[None]:
    """Have nothing traced meanwhile: neither this thread, nor those that begin, nor processes that are started."""
    before: Any = sys.gettrace()
    before_in_threads: Any = threading.gettrace()
    nothing: Any = None
    sys.settrace(nothing)
    threading.settrace(nothing)
    try:
        with patch.dict(os.environ):
            os.environ.pop(TOLD_BY, None)
            yield
    finally:
        threading.settrace(before_in_threads)
        sys.settrace(before)
