"""How somebody can be held, and what those who wrestle can do."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who
from bot.rulesets.eclipse.targets import attackable
from bot.rulesets.eclipse.time.phases import COMPLEX


class Purpose(StrEnum):
    """What somebody who wrestles is after."""

    HOLD = "hold"
    HURT = "hurt"
    FREE = "free"


class Grapple(Action, frozen=True, kw_only=True):
    """Take hold of ``target`` with bare hands."""

    offer = Offer("grapple", "Grapple", "take hold of somebody, instead of damage", kinds=(COMPLEX,))

    target: Annotated[Who, Field("whom to hold", fits=attackable, shared=True)]
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-60, hi=60, shared=True)] = 0


class Wrestle(Action, frozen=True, kw_only=True):
    """Go on with a grapple: hurt the other, turn the hold round, or break free; whoever holds may let go."""

    offer = Offer("wrestle", "Wrestle", "in a grapple: hurt, hold, or break free", kinds=(COMPLEX,))

    to: Annotated[Purpose, Field("what for")]
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-60, hi=60, shared=True)] = 0
