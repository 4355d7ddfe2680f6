"""Scenes of earlier versions are what they were to the last field, as they are kept and as they are folded anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.databases.comparison import differing
from tests.databases.folds import folds
from tests.databases.manifest import FOLDS
from tests.databases.recordings import DATABASES, title
from tests.databases.table import copy

SINCE: dict[str, Any] = {"away": {}, "petitions": {}, "asked": 0}
"""What scenes have come to hold since they were recorded: nothing of it is in an older one."""


@pytest.mark.parametrize("database", DATABASES, ids=title)
async def test_every_scene_is_what_it_was(database: Path, tmp_path: Path) -> None:
    copy(database, tmp_path / "copy.db")
    kept, anew = await folds(tmp_path / "copy.db")
    scenes = msgspec.json.decode(database.with_suffix(FOLDS).read_bytes())
    recorded = {scene_id: {**SINCE, **scene} for scene_id, scene in scenes.items()}
    assert [*differing(kept, recorded)] == []
    assert [*differing(anew, recorded)] == []
