"""Whoever stands still too long is given up; nobody else is, and a file tells which it is."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.processes.watchdog import HEARTBEAT_S, LIMIT_S, LIVELY_S, STALE_S, STOOD_STILL, Watch, unwell


@dataclass
class Night:
    """A watch over a loop and a writer, with a clock that is moved by hand."""

    heartbeat: Path | None = None
    now_s: float = 1000.0
    busy_since_s: float | None = None
    given_up: list[tuple[str, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watch = Watch(
            self, self.heartbeat, clock=lambda: self.now_s, give_up=lambda *why: self.given_up.append(why)
        )

    def writer_busy_s(self) -> float:
        return 0.0 if self.busy_since_s is None else self.now_s - self.busy_since_s

    def pass_by(self, seconds: int, *, beating: bool = True) -> None:
        """Let so many seconds pass with a look in each."""
        for _ in range(seconds):
            self.now_s += 1
            if beating:
                self.watch.loop.beat()
            self.watch.look()


def test_a_night_in_which_all_live_is_quiet() -> None:
    night = Night()
    night.pass_by(1000)
    assert night.given_up == []


def test_a_loop_that_stands_still_is_given_up_at_the_limit() -> None:
    night = Night()
    night.pass_by(int(LIMIT_S) - 1, beating=False)
    assert night.given_up == []
    night.pass_by(1, beating=False)
    assert night.given_up == [("the event loop has stood still for 30 s", STOOD_STILL)]


def test_a_writer_that_stands_still_is_given_up_though_the_loop_lives() -> None:
    night = Night()
    night.busy_since_s = night.now_s
    night.pass_by(int(LIMIT_S))
    assert night.given_up == [("the writer has stood still for 30 s", STOOD_STILL)]


def test_a_writer_with_much_to_do_is_not_given_up() -> None:
    night = Night()
    for _ in range(20):
        night.busy_since_s = night.now_s
        night.pass_by(int(LIMIT_S) - 1)
    assert night.given_up == []


def test_a_process_that_was_stopped_is_not_blamed_for_its_sleep() -> None:
    night = Night()
    night.pass_by(10)
    night.now_s += 1000
    night.watch.look()
    night.pass_by(int(LIMIT_S) - 1, beating=False)
    assert night.given_up == []
    night.pass_by(1, beating=False)
    assert len(night.given_up) == 1


@pytest.mark.parametrize(("busy", "status"), [(False, 0), (True, STOOD_STILL)])
def test_whoever_is_to_leave_leaves_in_time(busy: bool, status: int) -> None:
    night = Night()
    night.watch.leave(9.5)
    night.pass_by(9)
    assert night.given_up == []
    night.busy_since_s = night.now_s if busy else None
    night.pass_by(1)
    assert night.given_up == [("the time to go down in good order is over", status)]


def test_a_second_order_to_leave_gives_no_more_time() -> None:
    night = Night()
    night.watch.leave(9.5)
    night.pass_by(5)
    night.watch.leave(9.5)
    night.pass_by(5)
    assert len(night.given_up) == 1


def test_the_file_is_touched_while_all_live_and_no_longer(tmp_path: Path) -> None:
    night = Night(tmp_path / "alive")
    night.pass_by(1)
    os.utime(tmp_path / "alive", (0, 0))
    night.pass_by(int(HEARTBEAT_S) - 1)
    assert unwell(tmp_path / "alive", STALE_S + 1)
    night.pass_by(1)
    assert (tmp_path / "alive").stat().st_mtime > 0
    night.pass_by(int(LIVELY_S), beating=False)
    os.utime(tmp_path / "alive", (0, 0))
    night.pass_by(15, beating=False)
    assert (tmp_path / "alive").stat().st_mtime == 0


def test_a_file_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    night = Night(tmp_path / "no folder" / "alive")
    night.pass_by(100)
    assert night.given_up == []
    assert "no sign of life" in unwell(tmp_path / "no folder" / "alive", 0.0)


@pytest.mark.parametrize(("age_s", "well"), [(0, True), (STALE_S - 1, True), (STALE_S + 1, False), (-3600, False)])
def test_an_old_file_tells_that_nobody_lives(tmp_path: Path, age_s: float, well: bool) -> None:
    (tmp_path / "alive").touch()
    os.utime(tmp_path / "alive", (5000 - age_s, 5000 - age_s))
    assert (unwell(tmp_path / "alive", 5000.0) == "") is well


def test_a_watch_that_is_over_leaves_nothing_behind(tmp_path: Path) -> None:
    touched = threading.Event()

    class Telling(type(tmp_path)):  # type: ignore[misc]
        def touch(self, mode: int = 0o666, exist_ok: bool = True) -> None:
            super().touch(mode, exist_ok)
            touched.set()

    with Watch(Night(), Telling(tmp_path / "alive")):
        assert touched.wait(10)
        assert (tmp_path / "alive").exists()
    assert not (tmp_path / "alive").exists()
    assert "watch" not in {thread.name for thread in threading.enumerate()}
