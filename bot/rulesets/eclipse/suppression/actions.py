"""How fire can be held on a place."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Aimpoint, Field, Offer, Who, by_actor
from bot.core.options import Word
from bot.rulesets.eclipse.equipment.weapons import suppressing
from bot.rulesets.eclipse.targets import attackable
from bot.rulesets.eclipse.time.phases import COMPLEX

WIDTH_M = 20


class Suppress(Action, frozen=True, kw_only=True):
    """Hold a cone under fire that is ``width_m`` wide at its far end, which on a ground is where it goes ``to``."""

    offer = Offer("suppress", "Suppress", "hold a cone under fire: 20 rounds", kinds=(COMPLEX,))

    weapon: Annotated[str, Field("with what", fits=by_actor(suppressing))] = ""
    to: Aimpoint = None
    width_m: Annotated[int, Field("metres across its far end", lo=1, hi=WIDTH_M)] = WIDTH_M


class FreeFire(Action, frozen=True, kw_only=True):
    """Fire at ``target``, who has shown up in one's cone."""

    offer = Offer("free_fire", "Free fire", "the free shot at somebody in your cone")

    target: Annotated[Who, Field("whom it is about", fits=attackable, shared=True)]
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE)] = None
