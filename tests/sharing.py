"""Which tests are played, and by whom: one worker begins with those that wait, and the others with those that work."""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

from bot import app

WAITING: Final = ("command_line", "wire", "databases")  # for processes, for Discord's limits, until time has passed
WORKING: Final = ("worlds", "simulated", "cogs", "scenarios")  # each of which takes its processor longest
SYSTEM: Final = re.compile(rf"\b(?:{'|'.join(app.SYSTEMS)})\b")  # in the name of a test


def place(path: Path) -> int:
    """Where a test stands in the line: at the front, at the back, or in the middle, where all who share come last."""
    for at, folder in enumerate((*WAITING, "", *reversed(WORKING))):
        if folder in path.parts:
            return at
    return len(WAITING)


def others_of_one_system(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield of each test that is marked `one_system` all but that of one system: which one, its name decides.

    Tests whose names differ in nothing but the system are one test; what else they are given makes them another.
    """
    alike: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("one_system"):
            alike[SYSTEM.sub("", item.nodeid)].append(item)
    for name, of_systems in alike.items():
        of_systems.sort(key=lambda item: item.nodeid)
        del of_systems[zlib.crc32(name.encode()) % len(of_systems)]
        yield from of_systems


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
