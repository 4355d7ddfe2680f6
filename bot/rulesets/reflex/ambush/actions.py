"""What the GM can do with ambushes."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who
from bot.core.ground.whereabouts import Where
from bot.core.options import Choice, Kind
from bot.core.wording import shown
from bot.rulesets.reflex.overwatch.actions import areas_here
from bot.rulesets.reflex.person.choosing import living, sides
from bot.rulesets.reflex.play import ReflexReading

USUAL_KIND = "classic"
USUAL_RADIUS_M = 15.0
"""How far around a place an ambush waits, where nobody says (house)."""


def leaders(reading: ReflexReading, given: Given) -> list[Choice]:
    """Return those whose ambushes lie in wait."""
    return [Choice(leader, shown(leader)) for leader in reading.scene.state.ambushes]


Side = Annotated[str, Field("whom it is set for", fits=sides, longest=40, shared=True)]
SET_ONE = "/ambush set prepares one."
Which = Annotated[str, Field("its leader, where there are several", fits=leaders, veiled=True, brings=SET_ONE)]
Metres = Annotated[float | None, Field("metres between them, where they are not known")]
Modifier = Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)]


class SetAmbush(Action, frozen=True, kw_only=True):
    """Prepare an ambush for a ``side`` or one ``target``; what is not said of the team is counted."""

    offer = Offer("ambush_set", "Set an ambush", "in secret", "ambush", gm_only=True)

    side: Side = ""
    target: Annotated[Who, Field("only this one is its victim", fits=living, shared=True)] = ""
    kind: Annotated[str, Field("classic if left out", of="ambushes")] = USUAL_KIND
    people: Annotated[int | None, Field("who take part on their own, with the leader", lo=1, hi=200)] = None
    vehicles: Annotated[int | None, Field("vehicles that take part with their crews", hi=50)] = None
    unskilled: Annotated[int | None, Field("how many of all lack the skill", hi=200)] = None
    urban: Annotated[bool, Field("a maneuver in a town")] = False
    modifier: Modifier = 0
    area: Annotated[str, Field("the area of the ground that they must come into", fits=areas_here)] = ""
    at: Annotated[Where | None, Kind.PLACE, Field("or the middle of where they must come: C4, Ann", onto=True)] = None
    radius_m: Annotated[float, Field("how far around that place", lo=1, hi=200)] = USUAL_RADIUS_M


class WatchForAmbush(Action, frozen=True, kw_only=True):
    """Look for an ambush, with ``target`` on the watch."""

    offer = Offer("ambush_detect", "Watch for an ambush", "one chance to notice it in time", "ambush", gm_only=True)

    target: Annotated[Who, Field("who is on the watch; the actor if left out", fits=living, shared=True)] = ""
    ambush: Which = ""
    range_m: Metres = None
    modifier: Modifier = 0


class SpringAmbush(Action, frozen=True, kw_only=True):
    """Spring an ambush on a ``side`` or one ``target``, or call it ``off``."""

    offer = Offer("ambush_spring", "Spring an ambush", "on whoever has not noticed it", "ambush", gm_only=True)

    target: Annotated[Who, Field("only this one", fits=living, shared=True)] = ""
    side: Side = ""
    ambush: Which = ""
    range_m: Metres = None
    modifier: Modifier = 0
    off: Annotated[bool, Field("call it off instead")] = False


OFFERED = (SetAmbush, WatchForAmbush, SpringAmbush)
