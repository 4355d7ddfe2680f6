"""Rules run in the threads of the store: these alone are traced where scenarios play, not the simulated Discord."""

from __future__ import annotations

import sys
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_pyfunc_call() -> Generator[None, object, object]:
    """Let the event loop run untraced, which halves what tracing costs; threads that begin are traced."""
    tracing = sys.gettrace()
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracing)
