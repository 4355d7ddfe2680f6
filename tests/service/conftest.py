"""A fresh table for each test, on either database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.settings import Database
from tests.service.table import Table


@pytest.fixture(autouse=True)
def _clock_that_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here all is typed at one moment, each thing once what came before it has been read."""
    monkeypatch.setattr("bot.service.playing.haste.UNREAD_MS", 0)


@pytest.fixture
async def table(database: Database) -> AsyncIterator[Table]:
    made = Table(database)
    yield made
    await made.store.close()
