"""What can be done with a phase itself."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.eclipse.time.phases import ANY, FULL


class Pass(Action, frozen=True, kw_only=True):
    """Do nothing more in this phase."""

    offer = Offer("pass", "Pass", "do nothing more in this phase", kinds=ANY, button=True)


class HoldUntil(Action, frozen=True, kw_only=True):
    """Wait for the score ``until`` of this phase, or of a later ``phase`` of the turn."""

    offer = Offer("hold", "Hold", "wait for a lower score, or for a later phase", "init", FULL)

    until: Annotated[int, Field("until which score", lo=-100, hi=400)]
    phase: Annotated[int | None, Field("a later phase of the turn, whose action this is then", lo=1, hi=4)] = None
