"""What can be done about turns and reactions."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.horizons.play import WAIT
from bot.rulesets.horizons.time.slots import TURN

REACTIONS = "reactions"


class Wait(Action, frozen=True, kw_only=True):
    """Let the turn go by."""

    offer = Offer(WAIT, "Wait", "let the turn go by", kinds=TURN)


class KeepReaction(Action, frozen=True, kw_only=True):
    """Keep the reaction of the round for ``what`` may come."""

    offer = Offer("ready", "Ready", "keep the reaction for what may come", kinds=TURN, switch=REACTIONS)

    what: Annotated[str, Field("what you wait for, in your words")]


class React(Action, frozen=True, kw_only=True):
    """Act out of turn: what the reaction was kept for has come."""

    offer = Offer("react", "React", "act now, out of turn: what it was kept for has come", switch=REACTIONS)
