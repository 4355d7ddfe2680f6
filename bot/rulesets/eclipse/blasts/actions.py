"""What a GM can have go off."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Destination, Field, Offer, Who, everybody
from bot.rulesets.eclipse.blasts.charges import explosive


class Blast(Action, frozen=True, kw_only=True):
    """Have the weapon called ``item`` go off, at somebody or among those named with their metres."""

    offer = Offer("blast", "Blast", "something goes off among people", gm_only=True, of_scene=True)

    item: Annotated[str, Field("what goes off", fits=explosive, shared=True)]
    to: Aimpoint = None
    at: Annotated[Who, Field("at whom it goes off; known distances count", fits=everybody)] = ""
    others: Annotated[str, Field("names with metres from it: Bob 3, Guard 5", longest=LONGEST_LIST, lists=True)] = ""
    directed: Annotated[bool, Field("only those who are named are caught")] = False


class LayCharge(Action, frozen=True, kw_only=True):
    """Lay the weapon called ``item`` on the ground as a mine."""

    offer = Offer("lay_charge", "Lay a charge", "it goes off when somebody comes near", gm_only=True, of_scene=True)

    item: Annotated[str, Field("what goes off", fits=explosive, shared=True)]
    to: Destination = None
    trigger_m: Annotated[int, Field("metres from which it goes off", lo=1, hi=100)] = 1
    shown: Annotated[bool, Field("players know of it")] = False
