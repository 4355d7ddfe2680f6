"""How the reaction can be kept for whoever comes somewhere."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind
from bot.rulesets.horizons.time.actions import REACTIONS
from bot.rulesets.horizons.time.slots import TURN


class WatchArea(Action, frozen=True, kw_only=True):
    """Keep the reaction of the round for a shot at whoever comes into an ``area``."""

    offer = Offer("watch", "Watch", "shoot at whoever comes somewhere", kinds=TURN, switch=REACTIONS, on_ground=True)

    area: Annotated[Where, Kind.PLACE, Field("the middle of what is watched: C4, the door", shared=True, onto=True)]
