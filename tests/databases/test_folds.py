"""Scenes of earlier versions are what they were to the last field, as they are kept and as they are folded anew."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.databases.comparison import differing
from tests.databases.folds import as_recorded, folds
from tests.databases.manifest import FOLDS
from tests.databases.recordings import DATABASES, title
from tests.databases.table import copy


@pytest.mark.parametrize("database", DATABASES, ids=title)
async def test_every_scene_is_what_it_was(database: Path, tmp_path: Path) -> None:
    copy(database, tmp_path / "copy.db")
    kept, anew = await folds(tmp_path / "copy.db")
    recorded = msgspec.json.decode(database.with_suffix(FOLDS).read_bytes())
    assert [*differing(as_recorded(kept, recorded), recorded)] == []
    assert [*differing(as_recorded(anew, recorded), recorded)] == []
