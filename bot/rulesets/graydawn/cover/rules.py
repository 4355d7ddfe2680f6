"""What somebody is behind: as the GM says, or as it was taken."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.graydawn.cover.actions import NO_COVER, SetCover
from bot.rulesets.graydawn.cover.events import CoverSet
from bot.rulesets.graydawn.cover.things import is_beside, shows_cover
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import Shelter
from bot.rulesets.graydawn.tables import GrayTables

rules = Rules()


def level_of(tables: GrayTables, kind: str, said: int | None) -> int:
    """Return the level of cover: as it was said, or as cover of the kind has it; 0 of none."""
    if not kind:
        return 0
    return tables.covers[kind].level if said is None else said


def taken_cover(reading: DawnReading, actor: str, kind: str, said: int | None) -> Shelter | None:
    """Return the cover that somebody says it takes; on a ground with things only a GM's people say so.

    Raises:
        RuleViolation: it is a player's, and what it is behind shows on the ground.
    """
    if not kind:
        return None
    if shows_cover(reading.scene) and not reading.scene.combatants[actor].guarded:
        raise RuleViolation(
            "What one is behind shows on the ground.", "Leave cover out: /act action:take_cover says it."
        )
    return Shelter(kind, level_of(reading.tables, kind, said))


def leave_cover(play: DawnPlay) -> None:
    """Have whoever is no longer beside what it took cover behind stand without it."""
    ground = play.scene.ground
    if ground is None:
        return
    for actor, combatant in play.scene.combatants.items():
        name = combatant.state.shelter.thing if combatant.state.shelter else ""
        thing = ground.pieces.get(name)
        if name and not (thing and actor in ground.places and is_beside(play.tables, thing, ground.places[actor])):
            play.tell(CoverSet(actor=actor))


@rules(SetCover)
def cover(play: DawnPlay, said: SetCover) -> None:
    """Say what somebody is behind, or that it is nothing."""
    target, kind = said.target or said.actor, "" if said.cover == NO_COVER else said.cover
    play.scene.present(target)
    level = level_of(play.tables, kind, said.level)
    play.tell(CoverSet(actor=target, cover=kind, level=level))
