"""What a GM can say of what somebody is behind."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, everybody
from bot.rulesets.graydawn.tables import GrayTables

NO_COVER = "none"
HIGHEST_LEVEL = 10


def covers(tables: GrayTables) -> tuple[str, ...]:
    """Return the kinds of cover, and the word for none."""
    return (*tables.covers, NO_COVER)


class SetCover(Action, frozen=True, kw_only=True):
    """Say that ``target`` is behind a ``cover`` of a ``level``, or of the level that such cover has."""

    offer = Offer("cover", "Cover", "say what somebody is behind", gm_only=True)

    target: Annotated[Who, Field("who; the actor where missing", fits=everybody, shared=True)] = ""
    cover: Annotated[str, Field("what it is", of=covers)]
    level: Annotated[int | None, Field("level of the cover, 1 to 10", lo=1, hi=HIGHEST_LEVEL)] = None
