"""What somebody is behind: as the GM says, or as it was taken."""

from __future__ import annotations

from bot.core.features import Rules
from bot.core.orders import Act
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.play import DawnPlay, body_of
from bot.rulesets.graydawn.state import Shelter, Stance, State

rules = Rules()


def sheltered(state: State) -> tuple[Shelter | None, bool]:
    """What somebody is behind, and whether wholly."""
    return state.shelter, state.stance is Stance.FULL


NO_COVER = "none"


@rules("cover")
def cover(play: DawnPlay, order: Act) -> None:
    """Say what somebody is behind, or that it is nothing."""
    actor, _ = body_of(play.scene, order)
    kind = order.inputs["cover"]
    if kind == NO_COVER:
        play.tell(CoverSet(actor=actor))
        return
    level = order.inputs.get("level", play.tables.number("covers", kind, "level"))
    play.tell(CoverSet(actor=actor, cover=kind, level=level))
