"""What may be said of the cover before somebody: its kind, its stuff, its Armor value, and what it hides."""

from __future__ import annotations

from typing import Annotated

import msgspec

from bot.core.actions import Field
from bot.core.options import Word
from bot.rulesets.reflex.tables import ReflexTables

USUAL_PARTS = "below_shoulders"
ALL_PARTS = "everything"
NO_COVER = "none"
COVER = "cover"  # what several fields describe together


def kinds_of_cover(tables: ReflexTables) -> tuple[str, ...]:
    """Return the kinds of cover, and the word for none."""
    return (*tables.cover, NO_COVER)


def hideable(tables: ReflexTables) -> tuple[str, ...]:
    """Return examples of what cover hides: sets of places, and single ones."""
    return (*tables.parts, "right_arm", "chest")


Parts = Annotated[str, Field("what the cover hides", of=hideable, open_ended=True, word=Word.TABLE, thing=COVER)]


class ToldCover(msgspec.Struct, frozen=True, kw_only=True):
    """What was said of cover; what is empty or None was not, and ``cover`` is a row of the table or ``none``."""

    cover: str = ""
    parts: str = ""
    material: str = ""
    thickness_mm: float | None = None
    armor: float | None = None
    through_vehicle: bool = False
    engine: bool = False
    hidden: bool = False

    @property
    def is_of_something(self) -> bool:
        """Tell whether it says what is in the way, and not only how."""
        return bool(self.cover or self.material) or self.armor is not None


NOTHING_SAID = ToldCover()
