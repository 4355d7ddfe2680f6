"""What can be done with what somebody carries."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.graydawn.state import weapons_at_hand
from bot.rulesets.graydawn.time.slots import ACTION, ANY

Item = Annotated[
    str | None, Field("the weapon; what is in hand where missing", fits=by_actor(weapons_at_hand), shared=True)
]


class Reload(Action, frozen=True, kw_only=True):
    """Load a weapon."""

    offer = Offer("reload", "Reload", "load a weapon", kinds=ANY)

    item: Item = None


class Chamber(Action, frozen=True, kw_only=True):
    """Drop a shell into an empty tube weapon, to fire it five later."""

    offer = Offer("chamber", "Chamber", "drop one shell in, and fire five later", kinds=(ACTION,))

    item: Item = None


class Clear(Action, frozen=True, kw_only=True):
    """Clear a weapon that is jammed."""

    offer = Offer("clear", "Clear", "clear a jam", kinds=ANY)

    item: Item = None


class Draw(Action, frozen=True, kw_only=True):
    """Take another weapon in hand."""

    offer = Offer("draw", "Draw", "take another weapon in hand", kinds=ANY)

    item: Annotated[str, Field("the weapon", fits=by_actor(weapons_at_hand), shared=True)]
