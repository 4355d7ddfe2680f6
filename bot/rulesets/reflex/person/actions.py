"""What a GM can set right by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import Action, Field, Offer, by_actor
from bot.rulesets.reflex.kinds import BodyPart, Lies, Stance
from bot.rulesets.reflex.person.gear import belongings
from bot.rulesets.reflex.person.sheet_spec import DEGREES
from bot.rulesets.reflex.state import State


def _left_behind(state: State) -> Iterable[str]:
    return (name for name, thing in belongings(state).items() if thing.lies is Lies.AWAY)


def _weapons(state: State) -> Iterable[str]:
    return state.kit.weapons


class Correct(Action, frozen=True, kw_only=True):
    """Set right what is named; the rest stays as it is."""

    offer = Offer("correct", "Correct", "set something right by hand", "init", gm_only=True)

    initiative: Annotated[int | None, Field("the tick of the next action, 0 for none", hi=200)] = None
    rounds: Annotated[int | None, Field("rounds in a weapon", hi=10_000)] = None
    item: Annotated[str, Field("the weapon; the one in hand if left out", fits=by_actor(_weapons), shared=True)] = ""
    place: Annotated[BodyPart | None, Field("where the wound is")] = None
    wound: Annotated[str | None, Field("how bad the wound is", of=DEGREES)] = None
    virtual: Annotated[str | None, Field("how bad an imagined injury is", of=DEGREES)] = None
    stance: Annotated[Stance | None, Field("the stance")] = None
    shock: Annotated[bool | None, Field("whether shock")] = None
    unstable: Annotated[bool | None, Field("whether unstable")] = None
    unconscious: Annotated[bool | None, Field("whether unconscious")] = None
    dead: Annotated[bool | None, Field("whether dead")] = None
    surrendered: Annotated[bool | None, Field("whether surrendered")] = None
    withdrawn: Annotated[bool | None, Field("whether withdrawn")] = None
    found: Annotated[str | None, Field("something left behind that is back", fits=by_actor(_left_behind))] = None
