"""Where nothing is to be traced nothing is, and afterwards everything is as it was."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
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


def test_a_worker_has_written_what_it_traced_before_it_is_let_go(tmp_path: Path) -> None:
    (tmp_path / "rule.py").write_text("def rule():\n    return 1\n", "utf-8")
    code = (
        "import os, coverage; tracing = coverage.Coverage(include=['*/rule.py']); tracing.start();"
        "import rule; rule.rule(); from tests.tracing import kept; kept(); os.kill(os.getpid(), 9)"
    )
    paths = os.pathsep.join((str(tmp_path), str(ROOT.parent)))
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": paths}, check=False)
    written = coverage.CoverageData(str(tmp_path / ".coverage"))
    written.read()
    assert written.lines(str(tmp_path / "rule.py")) == [1, 2]
