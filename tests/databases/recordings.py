"""Where the recordings lie: every folder beside this module holds those of one version of the bot."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.databases.manifest import DATABASE, MANIFEST

FOLDER: Final = Path(__file__).parent
DATABASES: Final = sorted(FOLDER.glob(f"*/*{DATABASE}"))


def title(database: Path) -> str:
    """A recording as tests name it."""
    return f"{database.parent.name}-{database.stem}"


def manifest_of(database: Path) -> Path:
    """What stands beside a database."""
    return database.with_suffix(MANIFEST)
