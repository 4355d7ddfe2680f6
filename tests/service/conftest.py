"""A fresh table for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.table import Table


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    made = Table(tmp_path / "table.db")
    yield made
    await made.store.close()
