"""What can be done with weapons besides using them."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.core.options import Word
from bot.rulesets.eclipse.equipment.weapons import loadable, readied
from bot.rulesets.eclipse.time.phases import COMPLEX, QUICKLY


class Reload(Action, frozen=True, kw_only=True):
    """Load the weapon called ``item``, or the first that can be loaded."""

    offer = Offer("reload", "Reload", "a complex action", kinds=(COMPLEX, *QUICKLY))

    item: Annotated[str, Field("the weapon; the first that fits if left out", fits=by_actor(loadable), shared=True)] = (
        ""
    )
    ammunition: Annotated[str, Field("another kind of ammunition", of="ammunition")] = ""
    quick: Annotated[bool, Field("the GM lets it be quick", word=Word.GM)] = False


class Ready(Action, frozen=True, kw_only=True):
    """Take a weapon in hand, or put it ``away``."""

    offer = Offer("ready", "Ready", "a quick action", kinds=QUICKLY)

    item: Annotated[str, Field("the weapon", fits=by_actor(readied), shared=True)]
    away: Annotated[bool, Field("put it away")] = False
