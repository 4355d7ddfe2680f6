"""A disk that is full, or has become read-only, for one running process alone; on Linux, as root or not.

Nothing is mounted: the largest size of a file that the process may write is set from outside (RLIMIT_FSIZE), which any
process of the same user may do, and lifted again. Python ignores SIGXFSZ, so a write beyond the limit fails with EFBIG.
SQLite takes that for a failed write (`disk I/O error`), as it does the EROFS of a file system that was remounted
read-only. A disk that is full says ENOSPC, which SQLite words otherwise (`database or disk is full`), and both come as
sqlite3.OperationalError in the middle of a transaction. Sockets and pipes are not files: the bot goes on talking.
"""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Final

SPARE_BYTES: Final = 6_000  # a page of SQLite's fits, and the next only in part


def fill(pid: int, database: Path) -> None:
    """Let the journal of a database grow by a few kilobytes more, and nothing grow beyond that."""
    journal = database.with_name(f"{database.name}-wal")
    _limit(pid, (journal.stat().st_size if journal.exists() else 0) + SPARE_BYTES)


def make_read_only(pid: int) -> None:
    """Let nothing be written to any file."""
    _limit(pid, 0)


def free(pid: int) -> None:
    """Take the limit away."""
    _limit(pid, resource.prlimit(pid, resource.RLIMIT_FSIZE)[1])


def _limit(pid: int, size_bytes: int) -> None:
    """Set the soft limit alone: only root could raise the hard one again."""
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (size_bytes, most))
