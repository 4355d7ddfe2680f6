"""What the Reflex System's tables hold beside what every system's do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.core import tables


@dataclass(frozen=True, slots=True, eq=False)
class Tables(tables.Tables):
    """The tables; from where a skill level counts is no campaign's to change, since levels are told apart by it."""

    NOT_PLAYED: ClassVar[tuple[str, ...]] = (*tables.Tables.NOT_PLAYED, "from")
