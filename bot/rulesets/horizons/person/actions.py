"""What a GM can set right by hand."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.horizons.equipment.actions import Item
from bot.rulesets.horizons.play import Whose
from bot.rulesets.horizons.state import BODY, FAULTS, PACES, POSTURES, ZONES

NONE = "none"


class Correct(Action, frozen=True, kw_only=True):
    """Set right what is named of ``target``; the rest stays as it is."""

    offer = Offer("correct", "Correct", "set something right by hand", "init", gm_only=True)

    target: Whose = ""
    item: Item = None
    place: Annotated[str | None, Field("which zone", of=(*ZONES, BODY))] = None
    wounds: Annotated[int | None, Field("how many wounds there, or in the whole body", hi=100)] = None
    rounds: Annotated[int | None, Field("rounds in the weapon", hi=500)] = None
    fault: Annotated[str | None, Field("what is wrong with the weapon", of=(*FAULTS, NONE))] = None
    posture: Annotated[str | None, Field("the posture", of=POSTURES)] = None
    pace: Annotated[str | None, Field("how fast it moves", of=PACES)] = None
    effort: Annotated[int | None, Field("effort points left", hi=50)] = None
