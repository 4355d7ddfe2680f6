"""A fresh table for each test, on either database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.settings import Database
from tests.service.table import Table


@pytest.fixture
async def table(database: Database) -> AsyncIterator[Table]:
    made = Table(database)
    yield made
    await made.store.close()


@pytest.fixture
async def file_table(tmp_path: Path) -> AsyncIterator[Table]:
    """A table over a file, for what is SQLite's alone."""
    made = Table(tmp_path / "file.db")
    yield made
    await made.store.close()
