"""Tests are handed out from both ends: one worker begins with those that wait, and the others with those that work."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

WAITING: Final = ("command_line", "wire", "databases")  # for processes, for Discord's limits, until time has passed
WORKING: Final = ("worlds", "simulated", "cogs", "scenarios")  # each of which takes its processor longest


def place(path: Path) -> int:
    """Where a test stands in the line: at the front, at the back, or in the middle, where all who share come last."""
    for at, folder in enumerate((*WAITING, "", *reversed(WORKING))):
        if folder in path.parts:
            return at
    return len(WAITING)


class FromBothEnds(LoadScheduling):  # type: ignore[misc]  # it is not annotated
    """Gives the first worker what is at the front and the others what is at the back, until they meet.

    All who begin with tests that wait would leave the processors idle, and those who work would wait for each other.
    """

    def _send_tests(self, node: WorkerController, num: int) -> None:
        if node is self.nodes[0]:
            super()._send_tests(node, num)
            return
        self.pending.reverse()
        super()._send_tests(node, num)
        self.pending.reverse()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> FromBothEnds | None:
    """Share the tests like this wherever they are shared by load."""
    return FromBothEnds(config, log) if config.getvalue("dist") == "load" else None
