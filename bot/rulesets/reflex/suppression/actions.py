"""What can be done where an area is kept under fire."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Aimpoint, Field, Offer, Who, by_actor, others
from bot.rulesets.reflex.person.exposure import Exposing, areas, areas_of_others
from bot.rulesets.reflex.person.gear import guns_in_hand
from bot.rulesets.reflex.shots.actions import Braced, Side
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE

SNAP_SHOT = "snap"


class Suppress(Exposing, frozen=True, kw_only=True):
    """Keep an ``area`` under fire, so many metres away, as far as ``target`` is, or on a ground at ``to``."""

    offer = Offer("suppress", "Suppress", "keep an area under fire", "suppress", kinds=ALSO_ON_THE_MOVE, gm_only=True)

    weapon: Annotated[str, Field("with what", fits=by_actor(guns_in_hand), shared=True)] = ""
    target: Annotated[Who, Field("somebody at the area, for its distance", fits=others, shared=True)] = ""
    area: Annotated[str, Field("a name for the area", fits=areas, open_ended=True, longest=40, shared=True)] = ""
    rounds: Annotated[int | None, Field("rounds fired: 1 or a burst of the weapon", lo=1, hi=100, shared=True)] = None
    mode: Annotated[str, Field("how it is fired", of=(SNAP_SHOT,), shared=True)] = SNAP_SHOT
    range_m: Annotated[float | None, Field("metres to the area")] = None
    width_m: Annotated[float | None, Field("metres, half of the rounds where missing", hi=50)] = None
    tracer: Annotated[bool | None, Field("tracers, or other rounds that can be seen")] = None
    known: Annotated[bool | None, Field("players know of the area")] = None
    side: Side = False
    braced: Braced = False
    to: Aimpoint = None


class ShowInArea(Action, frozen=True, kw_only=True):
    """Have the actor show itself in an ``area`` under fire."""

    offer = Offer("expose", "Expose", "somebody shows itself in an area under fire", gm_only=True)

    area: Annotated[str, Field("which area under fire", fits=areas_of_others)]


class CeaseFire(Action, frozen=True, kw_only=True):
    """End all fire on an ``area``."""

    offer = Offer("cease_fire", "Cease fire", "an area is under fire no longer", gm_only=True)

    area: Annotated[str, Field("which area under fire", fits=areas)]


OFFERED = (Suppress, ShowInArea, CeaseFire)
