"""What somebody is behind: as the GM says, or as it was taken."""

from __future__ import annotations

from bot.core.features import Rules
from bot.rulesets.graydawn.cover.actions import NO_COVER, SetCover
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.play import DawnPlay, state_of
from bot.rulesets.graydawn.state import Shelter, Stance, State
from bot.rulesets.graydawn.tables import GrayTables

rules = Rules()


def sheltered(state: State) -> tuple[Shelter | None, bool]:
    """Return what somebody is behind, and whether wholly."""
    return state.shelter, state.stance is Stance.FULL


def level_of(tables: GrayTables, kind: str, said: int | None) -> int:
    """Return the level of cover: as it was said, or as cover of the kind has it; 0 of none."""
    if not kind:
        return 0
    return tables.covers[kind].level if said is None else said


@rules(SetCover)
def cover(play: DawnPlay, said: SetCover) -> None:
    """Say what somebody is behind, or that it is nothing."""
    target, kind = said.target or said.actor, "" if said.cover == NO_COVER else said.cover
    state_of(play.scene, target)
    level = level_of(play.tables, kind, said.level)
    play.tell(CoverSet(actor=target, cover=kind, level=level))
