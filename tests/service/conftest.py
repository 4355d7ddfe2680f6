"""A fresh table for each test, on either database."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.settings import Database
from tests.service.table import Table


@pytest.fixture
async def table(database: Database) -> AsyncIterator[Table]:
    made = Table(database)
    yield made
    await made.store.close()
