"""The database and all that lies beside it are for their owner's eyes alone, whatever the umask is."""

from __future__ import annotations

import logging
import os
from pathlib import Path

OWNERS_ALONE = 0o600
OTHERS = 0o077
COMPANIONS = ("", "-wal", "-shm", "-journal")  # SQLite makes them with the rights of the database

log = logging.getLogger(__name__)


def lay_private(path: Path) -> None:
    """Make an empty file that only its owner may read.

    Raises:
        FileExistsError: there is something at ``path`` already.
    """
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNERS_ALONE))


def close_to_others(database: Path) -> None:
    """Take from everybody but the owner what an earlier version, or a copy, left open; each file is told of."""
    for path in (database.with_name(f"{database.name}{suffix}") for suffix in COMPANIONS):
        try:
            if path.stat().st_mode & OTHERS:
                path.chmod(OWNERS_ALONE)
                log.warning("%s could be read by others: its rights are 0600 from here on", path)
        except FileNotFoundError:
            continue
        except PermissionError:  # another user's file, which is theirs to close
            log.warning("%s can be read by others, and belongs to somebody else: close it to others by hand", path)
