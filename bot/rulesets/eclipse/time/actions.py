"""What can be done with a phase itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer
from bot.core.options import Choice
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipseReading
from bot.rulesets.eclipse.time.phases import ANY, FULL


class Pass(Action, frozen=True, kw_only=True):
    """Do nothing more in this phase."""

    offer = Offer("pass", "Pass", "do nothing more in this phase", kinds=ANY, button=True)


LOWEST, HIGHEST = -100, 400
"""Between which scores somebody may say until when it holds."""


def behind_others(reading: EclipseReading, given: Given) -> Iterator[Choice]:
    """Yield the scores just behind those of others that are still to come, in this phase or the one that is named."""
    actor, now, named = given.get("actor"), reading.scene.opened or (0,), str(given.get("phase"))
    phase = int(named) if named.isdecimal() else now[0]
    coming = (slot for slot in reading.scene.agenda if slot.actor != actor and slot.key > now)
    scores = {-slot.key[2]: slot.actor for slot in coming if slot.key[:2] == (phase, 1)}
    for score, other in scores.items():
        if LOWEST < score <= HIGHEST:
            yield Choice(str(score - 1), f"{score - 1}, behind {shown(other)}")


class HoldUntil(Action, frozen=True, kw_only=True):
    """Wait for the score ``until`` of this phase, or of a later ``phase`` of the turn."""

    offer = Offer("hold", "Hold", "wait for a lower score, or for a later phase", "init", FULL)

    until: Annotated[int, Field("until which score", fits=behind_others, open_ended=True, lo=LOWEST, hi=HIGHEST)]
    phase: Annotated[int | None, Field("a later phase of the turn, whose action this is then", lo=1, hi=4)] = None
