"""What a GM can set right by hand."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.nighttripper.person.sheet import weapons_at_hand
from bot.rulesets.nighttripper.tables import NightTables

NONE = "none"


def _armor(tables: NightTables) -> tuple[str, ...]:
    return (*tables.armor, NONE)


class Correct(Action, frozen=True, kw_only=True):
    """Set right what is named; the rest stays as it is."""

    offer = Offer("correct", "Correct", "set something right by hand", "init", gm_only=True)

    luck: Annotated[int | None, Field("luck now", hi=10)] = None
    luck_max: Annotated[int | None, Field("the most luck", hi=10)] = None
    armor: Annotated[str | None, Field("armor worn, fresh", of=_armor)] = None
    dead: Annotated[bool | None, Field("whether dead")] = None
    item: Annotated[str | None, Field("the weapon in hand", fits=by_actor(weapons_at_hand), shared=True)] = None
