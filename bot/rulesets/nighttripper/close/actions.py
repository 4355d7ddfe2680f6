"""What a GM can decide about reach."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, others
from bot.rulesets.nighttripper.close.reaches import SIGNS

BY_WEAPON = "by_weapon"


class Reach(Action, frozen=True, kw_only=True):
    """Say how the actor stands to ``target`` in melee."""

    offer = Offer("reach", "Reach", "say who has the advantage", gm_only=True)

    target: Annotated[Who, Field("against whom", fits=others, shared=True)]
    position: Annotated[str, Field("how they stand in melee", of=(*SIGNS, BY_WEAPON))]


class Quarters(Action, frozen=True, kw_only=True):
    """Say whether it is ``cramped`` here."""

    offer = Offer("quarters", "Quarters", "say how much room there is", gm_only=True, of_scene=True)

    cramped: Annotated[bool, Field("too cramped for long weapons")]
