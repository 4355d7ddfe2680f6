"""How somebody goes behind something."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, ByWayOf, Field, Offer
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind
from bot.rulesets.eclipse.time.phases import QUICKLY

Behind = Annotated[Where | None, Kind.PLACE, Field("behind what: the wall, the truck; or a place, as C4", shared=True)]


class TakeCover(Action, frozen=True, kw_only=True):
    """Go ``behind`` something, as far as the ``pace`` allows."""

    offer = Offer("take_cover", "Take cover", "go behind something: a quick action", kinds=QUICKLY, on_ground=True)

    behind: Behind = None
    via: ByWayOf = ()
    pace: Annotated[str, Field("walk or run", of="paces")] = "walk"
