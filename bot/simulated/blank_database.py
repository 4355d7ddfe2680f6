"""What every migration has made of an empty file is kept in each process: it takes as long as playing a scenario."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from bot.storage.migrate import migrate
from bot.storage.private import lay_private


def lay_blank(path: Path) -> None:
    """Make a database with nothing in it."""
    lay_private(path)
    path.write_bytes(migrated())


@cache
def migrated() -> bytes:
    """Return what a file holds that every migration has been run on, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "new.db"
        migrate(path)
        return path.read_bytes()
