"""What can be done with things that are somebody else's, or were thrown there."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Field, Offer, Who, by_actor, by_target, others
from bot.core.options import Word
from bot.rulesets.reflex.handing.belongings import lying
from bot.rulesets.reflex.person.choosing import all_here
from bot.rulesets.reflex.time.actions import Handling, in_hand
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE


class PickUp(Handling, frozen=True, kw_only=True):
    """Take in hand what lies at ``target``, or a live grenade, in so many ``hands``."""

    offer = Offer("pick_up", "Pick up", "take what lies there in hand", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what lies there", fits=by_target(lying), shared=True)]
    target: Annotated[Who, Field("at whom it lies; the actor if left out", fits=all_here, shared=True)] = ""
    hands: Annotated[int | None, Field("in how many hands", lo=1, hi=2)] = None
    near: Annotated[bool, Field("it lies within reach, wherever it was left", word=Word.GM)] = False


class HandOver(Handling, frozen=True, kw_only=True):
    """Give ``target`` what is in hand."""

    offer = Offer("hand_over", "Hand over", "give somebody what is in hand", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what is handed over", fits=by_actor(in_hand), shared=True)]
    target: Annotated[Who, Field("to whom", fits=others, shared=True)]


OFFERED = (PickUp, HandOver)
