"""Tests that wait and tests that work are taken from either end of the line, each of them once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.app import SYSTEMS
from tests.sharing import WAITING, WORKING, FromBothEnds, others_of_one_system, place

FOLDER = Path(__file__).parent


@dataclass(eq=False)
class Worker:
    """One that notes what it is given."""

    given: list[int] = field(default_factory=list)
    shutting_down: bool = False
    gateway: Any = field(default_factory=lambda: SimpleNamespace(id="one of them"))

    def send_runtest_some(self, indices: list[int]) -> None:
        self.given += indices

    def shutdown(self) -> None:
        self.shutting_down = True


def shared(among: int, tests: int) -> tuple[Any, list[Worker]]:
    options = {"maxschedchunk": 1, "tx": ["popen"] * among}
    config = SimpleNamespace(getvalue=options.get, getoption=options.get, option=SimpleNamespace(**options))
    sharing = FromBothEnds(config)
    workers = [Worker() for _ in range(among)]
    for worker in workers:
        sharing.add_node(worker)
        sharing.add_node_collection(worker, [f"test {at}" for at in range(tests)])
    sharing.schedule()
    return sharing, workers


def test_what_waits_stands_at_the_front_and_what_works_at_the_back() -> None:
    folders = sorted((*WAITING, "core", *WORKING), key=lambda folder: place(FOLDER / folder / "test_it.py"))
    assert folders == [*WAITING, "core", *reversed(WORKING)]
    assert all((FOLDER / folder).is_dir() for folder in folders)


def test_the_first_takes_from_the_front_and_the_others_from_the_back() -> None:
    sharing, (first, *others) = shared(3, 100)
    assert first.given == [0, 1]
    assert [other.given for other in others] == [[99, 98], [97, 96]]
    sharing.mark_test_complete(others[0], 99)
    sharing.mark_test_complete(first, 0)
    assert (first.given, others[0].given) == ([0, 1, 2], [99, 98, 95])


def marked(*names: str, with_mark: bool = True) -> list[Any]:
    return [SimpleNamespace(nodeid=name, get_closest_marker=lambda _: with_mark) for name in names]


def test_what_is_of_one_system_is_played_in_one_of_those_whose_names_are_alike() -> None:
    tests = marked(*(f"test_it[{key}-{how}]" for how in ("by day", "by night") for key in SYSTEMS), "test_it[reflex]")
    left = {each.nodeid for each in tests} - {each.nodeid for each in others_of_one_system(tests)}
    by = [re.sub(r"\w+-", "", name) for name in left]
    assert sorted(by) == ["test_it[by day]", "test_it[by night]", "test_it[reflex]"]
    assert left == {each.nodeid for each in tests} - {each.nodeid for each in others_of_one_system(reversed(tests))}


def test_what_is_not_marked_is_played_in_all() -> None:
    assert not [*others_of_one_system(marked("test_it[eclipse]", "test_it[reflex]", with_mark=False))]


def test_every_test_is_given_once() -> None:
    sharing, workers = shared(3, 50)
    while sharing.has_pending:
        for worker in workers:
            for at in sharing.node2pending[worker][:1]:
                sharing.mark_test_complete(worker, at)
    assert sorted(at for worker in workers for at in worker.given) == list(range(50))
    assert all(worker.shutting_down for worker in workers)
