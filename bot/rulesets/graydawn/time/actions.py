"""What can be said of the turn."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.core.options import Word
from bot.rulesets.graydawn.cover.actions import HIGHEST_LEVEL
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.time.slots import ACTION, ANY, NERVE

CoverTaken = Annotated[str, Field("what one takes cover behind", of="covers")]
Level = Annotated[int | None, Field("level of the cover, 1 to 10", lo=1, hi=HIGHEST_LEVEL, word=Word.GM)]


class Declare(Action, frozen=True, kw_only=True):
    """Take a ``stance``, behind ``cover`` or not, for so many ``actions``, ``moves`` among them."""

    offer = Offer("declare", "Declare", "stance and number of actions", kinds=(ACTION,))

    stance: Annotated[Stance | None, Field("how one stands")] = None
    actions: Annotated[int | None, Field("how many actions, movement among them", lo=1, hi=20)] = None
    moves: Annotated[int, Field("how many of them are movement", hi=20)] = 0
    cover: CoverTaken = ""
    level: Level = None


class Delay(Action, frozen=True, kw_only=True):
    """Wait ``until`` a later initiative."""

    offer = Offer("delay", "Delay", "act at a later initiative", kinds=ANY)

    until: Annotated[int, Field("the initiative to wait for", hi=100)]


class Pass(Action, frozen=True, kw_only=True):
    """Let the rest of the round go by."""

    offer = Offer("pass", "Pass", "do nothing more in this round", kinds=(*ANY, NERVE), button=True)


class Quick(Action, frozen=True, kw_only=True):
    """Start the next round like lightning."""

    offer = Offer("quick", "Lightning start", "+3 initiative next round, -3 on its actions", kinds=ANY)
