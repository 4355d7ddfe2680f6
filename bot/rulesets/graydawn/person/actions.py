"""What a GM can set right by hand."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.graydawn.person.character import MOST_LEVEL
from bot.rulesets.graydawn.state import Stance, weapons_at_hand


class Correct(Action, frozen=True, kw_only=True):
    """Set right what is named; the rest stays as it is."""

    offer = Offer("correct", "Correct", "set something right by hand", "init", gm_only=True)

    luck: Annotated[int | None, Field("luck now", hi=MOST_LEVEL)] = None
    boxes: Annotated[int | None, Field("boxes marked", hi=100)] = None
    stun: Annotated[int | None, Field("points of stun", hi=100)] = None
    loaded: Annotated[int | None, Field("rounds in the weapon", hi=1000)] = None
    spare: Annotated[int | None, Field("spare magazines or shells", hi=1000)] = None
    initiative: Annotated[int | None, Field("initiative to act at in this round", hi=100)] = None
    stance: Annotated[Stance | None, Field("how it stands")] = None
    stunned: Annotated[bool | None, Field("whether it is stunned")] = None
    stable: Annotated[bool | None, Field("whether it is kept alive")] = None
    dead: Annotated[bool | None, Field("whether it is dead")] = None
    item: Annotated[str | None, Field("the weapon in hand", fits=by_actor(weapons_at_hand), shared=True)] = None
