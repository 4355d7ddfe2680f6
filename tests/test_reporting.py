"""Of a test that passed its worker tells once, and of all else that did not whatever there is to tell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests import reporting


def told(monkeypatch: pytest.MonkeyPatch, **outcomes: str) -> list[tuple[str, str, Any]]:
    """What is told of a test whose steps come out so."""
    reports = [
        SimpleNamespace(when=when, passed=outcome == "passed", keywords={"slow": 1}, sections=[("log", "much")])
        for when, outcome in outcomes.items()
    ]
    heard: list[Any] = []
    hooks = SimpleNamespace(pytest_runtest_logreport=lambda report: heard.append(report))
    item: Any = SimpleNamespace(ihook=hooks)
    monkeypatch.setattr(reporting, "runtestprotocol", lambda *_, **__: reports)
    assert reporting.pytest_runtest_protocol(item, None)
    return [(report.when, "passed" if report.passed else "not", report.sections) for report in heard]


def test_what_passed_is_told_of_once_and_in_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, setup="passed", call="passed", teardown="passed") == [("call", "passed", [])]


@pytest.mark.parametrize(
    ("outcomes", "steps"),
    [
        ({"setup": "failed", "teardown": "passed"}, ["setup"]),
        ({"setup": "skipped", "teardown": "passed"}, ["setup"]),
        ({"setup": "passed", "call": "failed", "teardown": "passed"}, ["call"]),
        ({"setup": "passed", "call": "passed", "teardown": "failed"}, ["call", "teardown"]),
    ],
)
def test_whatever_did_not_pass_is_told_with_all_there_is(
    monkeypatch: pytest.MonkeyPatch, outcomes: dict[str, str], steps: list[str]
) -> None:
    heard = told(monkeypatch, **outcomes)
    assert [when for when, _, _ in heard] == steps
    assert all(sections for _, outcome, sections in heard if outcome == "not")
