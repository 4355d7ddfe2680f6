"""What can be said of the turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer
from bot.core.options import Choice, Word
from bot.core.wording import shown
from bot.rulesets.graydawn.cover.actions import HIGHEST_LEVEL
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.time.slots import ACTION, ANY, NERVE

CoverTaken = Annotated[str, Field("what one takes cover behind", of="covers")]
Level = Annotated[int | None, Field("level of the cover, 1 to 10", lo=1, hi=HIGHEST_LEVEL, word=Word.GM)]


class Declare(Action, frozen=True, kw_only=True):
    """Take a ``stance``, behind ``cover`` or not, for so many ``actions``, ``moves`` among them."""

    offer = Offer("declare", "Declare", "stance and number of actions", kinds=(ACTION,), asks=True)

    stance: Annotated[Stance | None, Field("how one stands")] = None
    actions: Annotated[int | None, Field("how many actions, movement among them", lo=1, hi=20)] = None
    moves: Annotated[int, Field("how many of them are movement", hi=20)] = 0
    cover: CoverTaken = ""
    level: Level = None


LATEST, HIGHEST = 0, 100
"""Between which initiatives somebody may say until when it waits."""


def behind_others(reading: DawnReading, given: Given) -> Iterator[Choice]:
    """Yield the initiatives just behind those of others that are still to come in the round."""
    now, actor = reading.scene.opened or (0,), given.get("actor")
    coming = (slot for slot in reading.scene.agenda if slot.actor != actor and slot.key > now)
    for number, other in {-slot.key[0]: slot.actor for slot in coming}.items():
        if LATEST < number <= HIGHEST:
            yield Choice(str(number - 1), f"{number - 1}, behind {shown(other)}")


class Delay(Action, frozen=True, kw_only=True):
    """Wait ``until`` a later initiative."""

    offer = Offer("delay", "Delay", "act at a later initiative", kinds=ANY)

    until: Annotated[
        int, Field("the initiative to wait for", fits=behind_others, open_ended=True, lo=LATEST, hi=HIGHEST)
    ]


class Pass(Action, frozen=True, kw_only=True):
    """Let the rest of the round go by."""

    offer = Offer("pass", "Pass", "do nothing more in this round", kinds=(*ANY, NERVE), button=True)


class Quick(Action, frozen=True, kw_only=True):
    """Start the next round like lightning."""

    offer = Offer("quick", "Lightning start", "+3 initiative next round, -3 on its actions", kinds=ANY)
