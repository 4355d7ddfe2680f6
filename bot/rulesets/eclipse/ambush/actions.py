"""How a GM can have somebody surprised."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who
from bot.rulesets.eclipse.targets import attackable


class Surprising(Action, frozen=True, kw_only=True):
    """Surprise ``target``, who may be ``alert``."""

    target: Annotated[Who, Field("whom it is about", fits=attackable, shared=True)]
    alert: Annotated[bool, Field("whether the target was on its guard")] = False


class SurpriseSomebody(Surprising, frozen=True, kw_only=True):
    """The surprise as one of many actions."""

    offer = Offer("ambush", "Ambush", "surprise somebody", gm_only=True)


class SpringAmbush(Surprising, frozen=True, kw_only=True):
    """The surprise by the command that all systems have for it."""

    offer = Offer("ambush_spring", "Spring an ambush", "surprise somebody", "ambush", gm_only=True)
