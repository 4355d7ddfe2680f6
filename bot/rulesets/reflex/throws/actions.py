"""What can be done with a grenade besides throwing it."""

from __future__ import annotations

from bot.core.actions import Offer
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.shots.actions import Thing
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE


class Cook(Exposing, frozen=True, kw_only=True):
    """Pull the pin of the grenade called ``item`` and keep it."""

    offer = Offer("cook", "Pull the pin", "start a grenade's fuse and hold it", kinds=ALSO_ON_THE_MOVE)

    item: Thing = ""
