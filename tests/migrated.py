"""A file that every migration has been run on is made once in each process, and copied."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from bot.storage.migrate import migrate


@cache
def migrated() -> bytes:
    """Return what a file holds that every migration has been run on, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        migrate(path)
        return path.read_bytes()
