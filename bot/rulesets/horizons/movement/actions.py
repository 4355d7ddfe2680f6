"""What can be done as the free action of a turn."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, ByWayOf, Destination, Field, Offer, Who, others
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind
from bot.rulesets.horizons.state import POSTURES
from bot.rulesets.horizons.tables import HorizonsTables
from bot.rulesets.horizons.time.slots import FREELY

USUAL_PARTS = "body"
NO_COVER = "none"
GOING = ("slow", "subtle", "fast")
"""How fast one may move: what people choose most comes first, and the fastest last, by which squads go."""


def covers(tables: HorizonsTables) -> tuple[str, ...]:
    """Return what somebody may be behind, and that it may be nothing."""
    return (*tables.cover, NO_COVER)


class ChangePosture(Action, frozen=True, kw_only=True):
    """Take another posture."""

    offer = Offer("posture", "Posture", "stand, kneel or lie down, as the free action", kinds=FREELY)

    to: Annotated[str, Field("the new posture", of=POSTURES)]


class Move(Action, frozen=True, kw_only=True):
    """Move at a ``pace`` until the next turn."""

    offer = Offer("move", "Move", "walk or run, as the free action", kinds=FREELY)

    pace: Annotated[str, Field("how fast", of=GOING)]
    target: Annotated[Who, Field("whom to move to, or from", fits=others, shared=True)] = ""
    away: Annotated[bool, Field("away from the target")] = False
    to: Destination = None
    via: ByWayOf = ()


class GetBehind(Action, frozen=True, kw_only=True):
    """Go to the far side of a thing on the ground, where it shields from the nearest foe."""

    offer = Offer(
        "take_cover",
        "Take cover",
        "go behind something on the ground, as the free action",
        kinds=FREELY,
        on_ground=True,
    )

    behind: Annotated[Where, Kind.PLACE, Field("behind what: wall, or a place such as C4", shared=True)]
    via: ByWayOf = ()


class TakeCover(Action, frozen=True, kw_only=True):
    """Get behind ``cover`` that hides some ``parts`` of the body, or out into the open."""

    offer = Offer("cover", "Cover", "get behind cover, as the free action", kinds=FREELY, on_ground=False)

    cover: Annotated[str, Field("behind what", of=covers)]
    parts: Annotated[str, Field("what it hides", of="parts")] = USUAL_PARTS
