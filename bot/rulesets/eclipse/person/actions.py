"""What a GM can set right by hand."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.eclipse.equipment.weapons import weapons_carried


class Correct(Action, frozen=True, kw_only=True):
    """Set right what is named; ``rounds`` are those in ``item``, or in the first weapon."""

    offer = Offer("correct", "Correct", "set something right by hand", "init", gm_only=True)

    prone: Annotated[bool | None, Field("whether prone")] = None
    unconscious: Annotated[bool | None, Field("whether unconscious")] = None
    dead: Annotated[bool | None, Field("whether dead")] = None
    broken: Annotated[bool | None, Field("whether broken")] = None
    dazed: Annotated[bool | None, Field("whether dazed")] = None
    surprised: Annotated[bool | None, Field("whether surprised")] = None
    out_turns: Annotated[int | None, Field("turns of incapacity", hi=100)] = None
    rounds: Annotated[int | None, Field("rounds", hi=10_000)] = None
    item: Annotated[str, Field("the weapon", fits=by_actor(weapons_carried), shared=True)] = ""
