"""What can be kept under watch in an exchange of fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Aimpoint, Field, Given, Offer, by_actor
from bot.core.legible import is_plain
from bot.core.options import Choice
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.gear import guns_in_hand
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import MODES, USUAL_MODE, Braced, bursts_of
from bot.rulesets.reflex.time.timing import TACTICAL

USUAL_RADIUS_M = 5.0
"""How far around a place it is watched, where nobody says (house)."""


def areas_here(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the areas of the ground that the actor knows of and that have names, as nobody's watch or ambush has."""
    actor = reading.scene.combatants.get(str(given.get("actor", "")))
    ground = reading.scene.ground
    knows_all = actor is not None and actor.guarded
    found = ground.areas.values() if ground else ()
    return (Choice(area.key) for area in found if is_plain(area.key) and (knows_all or not area.hidden))


class WatchArea(Exposing, frozen=True, kw_only=True):
    """Wait with a gun for whoever comes into an ``area`` of the ground or moves there, or within ``radius_m`` of where
    it is said.
    """

    offer = Offer("watch", "Watch", "wait, and fire at whoever comes or moves there", kinds=(TACTICAL,), on_ground=True)

    area: Annotated[str, Field("an area of the ground", fits=areas_here, open_ended=True)] = ""
    to: Aimpoint = None
    radius_m: Annotated[float, Field("how far around that place", lo=1, hi=50)] = USUAL_RADIUS_M
    weapon: Annotated[str, Field("with what", fits=by_actor(guns_in_hand), shared=True)] = ""
    mode: Annotated[str, Field("hip, snap or aimed", of=MODES)] = USUAL_MODE
    rounds: Annotated[int | None, Field("rounds fired: 1 or a burst of the weapon", fits=bursts_of, lo=1, hi=100)] = (
        None
    )
    braced: Braced = False


OFFERED = (WatchArea,)
