"""A process is there as long as it keeps a file locked that lies beside the database, which no killed process does."""

from __future__ import annotations

import fcntl
import os
import secrets
from contextlib import suppress
from pathlib import Path

from bot.service.ports import Unit
from bot.storage.private import OWNERS_ALONE

SUFFIX = ".holder"
LARGEST_KEY = 2**31 - 1


class Lockfile:
    """The locked file of one process."""

    may_be_silent = True
    is_lost = False

    def __init__(self, database: Path) -> None:
        """Lock a new file, and clear away what processes that were killed have left there."""
        self._database = database
        for left in database.parent.glob(f"{database.name}.*{SUFFIX}"):
            _is_let_go(left)
        self.holder, self._file = self._locked()

    def _locked(self) -> tuple[int, int]:
        """Return the number in the name of the file, and the file."""
        while True:
            holder = 1 + secrets.randbelow(LARGEST_KEY)
            file = os.open(self._of(holder), os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNERS_ALONE)
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.fstat(file).st_nlink:
                return holder, file
            os.close(file)  # somebody has cleared it away before it was locked

    def is_gone(self, _: Unit, holder: int) -> bool:
        """See ports.Presence."""
        return _is_let_go(self._of(holder))

    async def leave(self) -> None:
        """See ports.Presence."""
        self._of(self.holder).unlink(missing_ok=True)
        self._let_go()

    def _let_go(self) -> None:
        """Let go as a kill would."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _of(self, holder: int) -> Path:
        return self._database.with_name(f"{self._database.name}.{holder}{SUFFIX}")


def _is_let_go(path: Path) -> bool:
    """Tell whether nobody keeps a file locked; then it is removed."""
    try:
        file = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        with suppress(FileNotFoundError):
            path.unlink()
        return True
    finally:
        os.close(file)
