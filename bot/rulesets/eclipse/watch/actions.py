"""How somebody can wait for others to come."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind
from bot.rulesets.eclipse.equipment.weapons import shooting
from bot.rulesets.eclipse.state import Mode
from bot.rulesets.eclipse.time.phases import COMPLEX

Watched = Annotated[Where | None, Kind.PLACE, Field("the middle of what is watched: C4, Ann", shared=True, onto=True)]


class WatchPlace(Action, frozen=True, kw_only=True):
    """Delay one's action to attack whoever comes into an ``area``, ``radius_m`` around its middle."""

    offer = Offer("watch", "Watch", "attack who comes to a place", kinds=(COMPLEX,), on_ground=True)

    area: Watched = None
    radius_m: Annotated[int, Field("metres around it", lo=1, hi=100)] = 5
    weapon: Annotated[str, Field("with what", fits=by_actor(shooting))] = ""
    mode: Annotated[str, Field("SS, SA, BF or FA", of=tuple(Mode))] = ""
