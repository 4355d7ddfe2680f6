"""A worker tells of a test once, when it is over: telling of every step takes longer than a short test."""

from __future__ import annotations

import pytest
from _pytest.runner import runtestprotocol


@pytest.hookimpl
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test and tell whether it passed, and of whatever else did not."""
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.passed:
            report.keywords, report.sections = {}, []  # nobody asks for more
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True
