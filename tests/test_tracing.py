"""Where nothing is to be traced nothing is, and afterwards everything is as it was."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.tracing import TOLD_BY, TRACED, is_traced, untraced

ROOT = Path(__file__).parent


def tracer(*_: Any) -> None:
    """Trace nothing, but be there."""


@pytest.fixture
def traced(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A process that is traced, and has those traced that it starts."""
    monkeypatch.setenv(TOLD_BY, "x")
    before = sys.gettrace(), threading.gettrace()
    sys.settrace(tracer)
    threading.settrace(tracer)
    yield
    sys.settrace(before[0])
    threading.settrace(before[1])


def seen_in_a_thread() -> Any:
    found = []
    thread = threading.Thread(target=lambda: found.append(sys.gettrace()))
    thread.start()
    thread.join()
    return found[0]


def test_nothing_is_traced_meanwhile_and_everything_afterwards(traced: None) -> None:
    with untraced():
        assert (sys.gettrace(), seen_in_a_thread(), TOLD_BY in os.environ) == (None, None, False)
    assert (sys.gettrace(), seen_in_a_thread(), TOLD_BY in os.environ) == (tracer, tracer, True)


def test_what_reaches_the_rules_is_traced_but_for_what_goes_by_chance(request: pytest.FixtureRequest) -> None:
    assert all((ROOT / each).exists() for each in TRACED)
    item: pytest.Item = request.node
    assert not is_traced(item)
    item.path = ROOT / "rulesets" / "reflex" / "test_burst.py"
    assert is_traced(item)
    item.add_marker(pytest.mark.untraced)
    assert not is_traced(item)
