"""Every statement as databases read it: SQLAlchemy spells them before the bot is shipped, and a bot that runs does
without it.

The modules here are written by ``python -m tests.storage.spelling`` from those beside this package, and by no hand.
"""

from __future__ import annotations

from typing import NamedTuple


class Statement(NamedTuple):
    """A statement for either database, and the names of the columns that it finds, in order."""

    sqlite: str
    postgresql: str
    columns: tuple[str, ...] = ()
