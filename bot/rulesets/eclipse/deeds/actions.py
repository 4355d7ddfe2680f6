"""What can be done in a phase besides attacking."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, ByWayOf, Destination, Field, Offer, Who
from bot.rulesets.eclipse.targets import attackable
from bot.rulesets.eclipse.time.phases import COMPLEX, QUICKLY

PRONE, STANDING = "prone", "standing"


class FullDefence(Action, frozen=True, kw_only=True):
    """Do nothing but defend oneself."""

    offer = Offer("full_defence", "Full defence", "+30 to defend until your next phase", kinds=(COMPLEX,), button=True)


class ChangeStance(Action, frozen=True, kw_only=True):
    """Drop to the ground or stand up."""

    offer = Offer("stance", "Change stance", "a quick action", kinds=QUICKLY)

    to: Annotated[str, Field("the new stance", of=(PRONE, STANDING))]


class Move(Action, frozen=True, kw_only=True):
    """Go as far as the ``pace`` allows or only some ``metres``, towards or ``away`` from ``target`` or anywhere."""

    offer = Offer("move", "Move", "a quick action", kinds=QUICKLY)

    target: Annotated[Who, Field("whom", fits=attackable, shared=True)] = ""
    pace: Annotated[str, Field("walk or run", of="paces")] = "walk"
    metres: Annotated[float | None, Field("how far, if less than possible", hi=100)] = None
    away: Annotated[bool, Field("away from the target instead")] = False
    to: Destination = None
    via: ByWayOf = ()
