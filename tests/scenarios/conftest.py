"""Rules run in the threads of the store: these alone are traced where scenarios play, not the simulated Discord."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def untraced_loop() -> Iterator[None]:
    """Let the event loop run untraced, which halves what tracing costs; threads that begin are traced."""
    tracing = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracing)
