"""What holds for all tests: a busy machine fails no property for being slow, and there is a database of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.settings import Database
from bot.storage import migrate
from tests import postgres
from tests.migrated import migrated
from tests.wire import process

settings.register_profile("house", deadline=None)
settings.load_profile("house")


LONG = {"wire", "worlds", "databases", "command_line"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have what takes long begin first, so that all who test at once come to an end together."""
    items.sort(key=lambda item: LONG.isdisjoint(item.path.parts))


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A PostgreSQL server, started by the first test that wants one."""
    with postgres.server() as running:
        yield running


@pytest.fixture(scope="session", autouse=True)
def bots_forked() -> Iterator[None]:
    """Fork the bots that tests start, but for those that are about how one starts."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(process, "forking", True)
        yield


@pytest.fixture(autouse=True)
def migrated_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every new file what the migrations make of it, and run them for those alone who test the storage."""
    upgrade, new = migrate._upgrade_file, migrated()

    def copied(path: Path) -> None:
        if path.stat().st_size:
            upgrade(path)
        else:
            path.write_bytes(new)

    if "storage" not in request.path.parts:
        monkeypatch.setattr(migrate, "_upgrade_file", copied)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database with nothing in it, of one kind and then of the other."""
    if request.param == "sqlite":
        return tmp_path / "table.db"
    running: postgres.Server = request.getfixturevalue("postgres_server")
    return running.swept("swept")
