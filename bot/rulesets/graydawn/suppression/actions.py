"""What can be done under fire, and to keep others under it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Given, Offer, Who, by_actor, everybody, others
from bot.core.options import Word
from bot.rulesets.graydawn.checks.actions import Modifier
from bot.rulesets.graydawn.fire.rates import rounds_loaded
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, weapons_at_hand
from bot.rulesets.graydawn.time.slots import ACTION, ANY, NERVE

NARROWEST_M = 2
LANES = "A lane is held by automatic fire: /act action:suppress with:area=gate."

WhoseNerve = Annotated[Who, Field("whose nerve; the actor's where missing", fits=everybody, shared=True)]


def _lanes(reading: DawnReading, given: Given) -> Iterable[str]:
    return reading.scene.state.lanes


class TestNerve(Action, frozen=True, kw_only=True):
    """Test nerve under fire, for ``leaving`` cover or not."""

    offer = Offer("nerve", "Test nerve", "the suppression roll of a turn", kinds=(NERVE,), button=True)

    leaving: Annotated[bool, Field("to leave cover; who fails that may still fight from it")] = False


class Suppress(Action, frozen=True, kw_only=True):
    """Lay covering fire on ``target``, or saturate an ``area``, on a ground the lane ``to`` a place and beyond."""

    offer = Offer("suppress", "Suppress", "covering fire, or saturation of a lane", kinds=(ACTION,))

    target: Annotated[Who, Field("at whom, for covering fire", fits=others, shared=True)] = ""
    area: Annotated[str, Field("the lane to saturate, by a name of your own", longest=40)] = ""
    to: Aimpoint = None
    weapon: Annotated[str | None, Field("with what; what is in hand where missing", fits=by_actor(weapons_at_hand))] = (
        None
    )
    rounds: Annotated[int | None, Field("rounds at most", fits=rounds_loaded, open_ended=True, lo=1, hi=100)] = None
    mode: Annotated[str, Field("how it is fired", of=(SINGLE, BURST, AUTO))] = ""
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE)] = None
    others: Annotated[
        str, Field("who else is adjacent, or stands in the lane, parted by commas", longest=LONGEST_LIST, lists=True)
    ] = ""
    width: Annotated[int, Field("metres across the lane, 2 at least", lo=NARROWEST_M, hi=100)] = NARROWEST_M
    modifier: Modifier = 0


class Brave(Action, frozen=True, kw_only=True):
    """Show up in an ``area`` that is held under fire."""

    offer = Offer("brave", "Brave", "show up in a lane that is under fire", kinds=ANY)

    area: Annotated[str, Field("which lane", fits=_lanes, veiled=True, brings=LANES)]


class Threaten(Action, frozen=True, kw_only=True):
    """Make the next suppression roll of ``target`` harder by ``amount``."""

    offer = Offer("morale_threat", "Threaten", "make a suppression roll harder", "morale", gm_only=True)

    target: WhoseNerve = ""
    amount: Annotated[int, Field("how much harder the next suppression roll is", shared=True, lo=-20, hi=20)]


class Calm(Action, frozen=True, kw_only=True):
    """Clear what adds to the next suppression roll of ``target``."""

    offer = Offer("morale_calm", "Calm", "clear what adds to a suppression roll", "morale", gm_only=True)

    target: WhoseNerve = ""
