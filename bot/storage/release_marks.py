"""Whether this release may work on a database, by the marks that migrations leave there for releases before them.

A release is known by its newest migration. Each migration names the oldest release that may go on beside it; what it
wrote down can be read by a release that knows nothing of that migration.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bot import __version__
from bot.service.ports import OutdatedError

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"

MIGRATING: Final = 0x46495245
"""The first number of the locks of migrations, and of no guild's; the second is 0 for what keeps other migrations away,
1 for what keeps away everybody who writes."""

log = logging.getLogger(__name__)


def newest() -> str:
    """Return the newest version of the tables that there is: each is a file whose name begins with it."""
    return max(SCRIPTS.glob("versions/*.py")).stem.partition("_")[0]


OURS: Final = newest()
"""The one of this release; read once, since a checkout may be renewed under a process that runs."""


def outdated(ours: str, revision: str, version: str) -> OutdatedError:
    """Return what to say where ``revision``, made by a ``version`` of the bot, forbids ``ours`` to go on."""
    return OutdatedError(
        f"This is Fireteam {__version__} ({ours}), too old for its database, which Fireteam {version} ({revision}) has"
        " brought up to date: stop this one and start that version, or restore the backup from before."
    )


class RightToWork:
    """What a store knows of its right to work on its database; the first time that it has none is logged."""

    def __init__(self, ours: str) -> None:
        self.ours = ours
        self._told = False
        self._lock = threading.Lock()

    def check(self, forbidding: Sequence[tuple[Any, ...]]) -> None:
        """Judge by the newest mark that forbids this release to go on, of which there is none where all is well.

        Raises:
            OutdatedError: this release may not work on the database any longer.
        """
        for revision, version in forbidding:
            error = outdated(self.ours, revision, version)
            self._tell(error)
            raise error

    def _tell(self, error: OutdatedError) -> None:
        with self._lock:
            told, self._told = self._told, True
        if not told:
            log.critical("this process does nothing more: %s", error)
