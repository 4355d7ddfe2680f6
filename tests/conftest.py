"""What holds for all tests: a busy machine fails no property for being slow, and there is a database of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.settings import Database
from tests import postgres

settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A PostgreSQL server, started by the first test that wants one."""
    with postgres.server() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    """A database with nothing in it, of one kind and then of the other."""
    if request.param == "sqlite":
        return tmp_path / "table.db"
    running: postgres.Server = request.getfixturevalue("postgres_server")
    return running.swept("swept")
