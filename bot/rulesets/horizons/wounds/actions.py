"""What a GM can decide about bodies."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.horizons.checks.actions import Effort
from bot.rulesets.horizons.play import Whose
from bot.rulesets.horizons.state import BODY, ZONES


class Damage(Action, frozen=True, kw_only=True):
    """Take hit points from ``target``, and with them what follows in one ``place``."""

    offer = Offer("damage", "Damage", "hit points are lost", "damage", gm_only=True)

    target: Whose = ""
    damage: Annotated[int, Field("hit points lost", shared=True, lo=1, hi=1000)]
    place: Annotated[str, Field("which zone", of=ZONES, shared=True)] = ""


class Treat(Action, frozen=True, kw_only=True):
    """Give ``target`` first aid."""

    offer = Offer("treat", "Treat", "first aid, once for what somebody has", "treat")

    target: Whose = ""
    effort: Effort = 0


class Heal(Action, frozen=True, kw_only=True):
    """Give ``target`` points back, heal the wounds of one ``place``, or wake it."""

    offer = Offer("heal", "Heal", "points come back, wounds heal", "damage", gm_only=True)

    target: Whose = ""
    place: Annotated[str, Field("which zone", of=(*ZONES, BODY), shared=True)] = ""
    points: Annotated[int, Field("hit points that come back", lo=1, hi=1000)] = 0
    awake: Annotated[bool, Field("out of unconsciousness")] = False
