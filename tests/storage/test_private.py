"""What lies on the disk is its owner's alone, whatever was there before and whatever the umask."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.processes.watchdog import Watch
from bot.storage.codec import with_codecs
from bot.storage.migrate import backup, migrate
from bot.storage.sqlite import SqliteStore

CLOSED = 0o600


@pytest.fixture(autouse=True)
def nothing_masked() -> Iterator[None]:
    """Whoever runs the bot may have any umask; this one closes nothing."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def all_rights(folder: Path) -> dict[str, int]:
    return {each.name: rights(each) for each in folder.iterdir()}


def left_open(folder: Path) -> None:
    for each in folder.iterdir():
        each.chmod(0o644)


async def test_the_database_and_its_companions_are_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    migrate(path)
    store = SqliteStore(path, with_codecs({}))
    await store.write(lambda unit: unit.forget(0))
    found = all_rights(tmp_path)
    await store.close()
    assert found == {"table.db": CLOSED, "table.db-wal": CLOSED, "table.db-shm": CLOSED}


def test_a_backup_is_closed_to_others(tmp_path: Path) -> None:
    migrate(tmp_path / "table.db")
    backup(tmp_path / "table.db", tmp_path / "copy.db")
    assert all_rights(tmp_path) == {"table.db": CLOSED, "copy.db": CLOSED}


async def test_what_an_earlier_version_left_open_is_closed_at_the_start_and_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "table.db"
    migrate(path)
    store = SqliteStore(path, with_codecs({}))
    await store.write(lambda unit: unit.forget(0))
    left_open(tmp_path)
    await asyncio.to_thread(migrate, path)
    assert all_rights(tmp_path) == dict.fromkeys(("table.db", "table.db-wal", "table.db-shm"), CLOSED)
    await store.close()
    assert sum("could be read by others" in record.getMessage() for record in caplog.records) == 3
    caplog.clear()
    migrate(path)
    assert caplog.records == []


def test_a_file_of_somebody_else_stops_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(path: Path, mode: int) -> None:
        raise PermissionError(path)

    path = tmp_path / "table.db"
    migrate(path)
    path.chmod(0o644)
    monkeypatch.setattr(Path, "chmod", forbidden)
    migrate(path)
    assert "by hand" in caplog.text


def test_the_sign_of_life_is_closed_to_others(tmp_path: Path) -> None:
    class Resting:
        def writer_busy_s(self) -> float:
            return 0.0

    path = tmp_path / "table.db.alive"
    watch = Watch(Resting(), path, clock=lambda: 100.0)
    watch.look()
    assert rights(path) == CLOSED
