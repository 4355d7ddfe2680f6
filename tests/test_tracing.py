"""Where nothing is to be traced nothing is, and afterwards everything is as it was."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tracing import TOLD_BY, TRACED, Tracing, is_traced, traced, untraced

ROOT = Path(__file__).parent


def tracer(*_: Any) -> None:
    """Trace nothing, but be there."""


@pytest.fixture
def tracing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tracing]:
    """A process that is traced, and has those traced that it starts."""
    monkeypatch.setenv(TOLD_BY, "x")
    with traced(Tracing(tracer, tracer, "x")):
        yield Tracing.now()


def seen_in_a_thread() -> Any:
    found = []
    thread = threading.Thread(target=lambda: found.append(sys.gettrace()))
    thread.start()
    thread.join()
    return found[0]


def test_nothing_is_traced_meanwhile_and_everything_afterwards(tracing: Tracing) -> None:
    with untraced():
        assert (Tracing.now(), seen_in_a_thread(), TOLD_BY in os.environ) == (Tracing(), None, False)
    assert (Tracing.now(), seen_in_a_thread()) == (Tracing(tracer, tracer, "x"), tracer)


def test_where_nothing_is_traced_a_test_is_as_the_process_began(tracing: Tracing) -> None:
    with untraced():
        with traced(tracing):
            assert (Tracing.now(), seen_in_a_thread()) == (tracing, tracer)
        assert (Tracing.now(), seen_in_a_thread()) == (Tracing(), None)


@pytest.mark.parametrize("marker", ["untraced", "hypothesis"])
def test_what_reaches_the_rules_is_traced_but_for_what_goes_by_chance(
    request: pytest.FixtureRequest, marker: str
) -> None:
    assert all((ROOT / each).exists() for each in TRACED)
    item: pytest.Item = request.node
    assert not is_traced(item)
    item.path = ROOT / "rulesets" / "reflex" / "test_burst.py"
    assert is_traced(item)
    item.add_marker(marker)
    assert not is_traced(item)
