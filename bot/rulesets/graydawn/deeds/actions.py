"""What can be done in a turn besides fighting."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import Action, ByWayOf, Destination, Field, Given, Offer, Who, others
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind, Word
from bot.rulesets.graydawn.checks.actions import Modifier
from bot.rulesets.graydawn.play import DawnReading
from bot.rulesets.graydawn.state import STATS
from bot.rulesets.graydawn.time.actions import CoverTaken, Level
from bot.rulesets.graydawn.time.slots import ACTION, ANY

DIFFICULTY = 15


def _skills(reading: DawnReading, given: Given) -> Iterable[str]:
    """Return the skills of whoever would act, and those of the table."""
    combatant = reading.scene.combatants.get(str(given.get("actor", "")))
    return dict.fromkeys((*combatant.state.skills, *reading.tables.skills)) if combatant else ()


SkillChecked = Annotated[str | None, Field("the skill of a check", fits=_skills)]
StatChecked = Annotated[str, Field("the stat of a check, that of the skill where missing", of=STATS)]
NumberToReach = Annotated[int, Field("the number to reach, 15 where missing", lo=1, hi=100, word=Word.GM)]

PastWhom = Annotated[Who, Field("past whose notice: stealth against awareness", fits=others)]
Striding = Annotated[bool, Field("an attack follows sooner than five later, at -3")]


class Move(Action, frozen=True, kw_only=True):
    """Go as far as one can or some ``metres``, to or ``away`` from ``target``, behind ``cover``, past ``unseen_by``."""

    offer = Offer("move", "Move", "MA metres, as one action", kinds=(ACTION,))

    target: Annotated[Who, Field("whom to move to, or from", fits=others, shared=True)] = ""
    metres: Annotated[float | None, Field("how far, MA at most", hi=100)] = None
    away: Annotated[bool, Field("away from the target")] = False
    to: Destination = None
    via: ByWayOf = ()
    cover: CoverTaken = ""
    level: Level = None
    full: Annotated[bool, Field("wholly behind the cover")] = False
    unseen_by: PastWhom = ""
    firing: Striding = False


class TakeCover(Action, frozen=True, kw_only=True):
    """Go ``behind`` a thing, or to where one is behind something, MA metres at most ``via`` other places."""

    offer = Offer("take_cover", "Take cover", "go behind a thing near by, as movement", kinds=(ACTION,), on_ground=True)

    behind: Annotated[Where, Kind.PLACE, Field("behind what: wall, or a place beside it", shared=True)]
    via: ByWayOf = ()
    full: Annotated[bool, Field("wholly behind the cover")] = False
    unseen_by: PastWhom = ""
    firing: Striding = False


class SkillTry(Action, frozen=True, kw_only=True):
    """Try a ``skill`` or a ``stat`` against ``number`` where no fight is on."""

    offer = Offer("try", "Try", "a check of a stat or a skill, outside fights")

    skill: SkillChecked = None
    stat: StatChecked = ""
    number: NumberToReach = DIFFICULTY
    modifier: Modifier = 0


class Work(Action, frozen=True, kw_only=True):
    """Do anything else; with a ``skill`` or a ``stat`` there is a check against ``number``."""

    offer = Offer("work", "Work", "do anything else", kinds=ANY)

    what: Annotated[str, Field("what is done")] = ""
    skill: SkillChecked = None
    stat: StatChecked = ""
    number: NumberToReach = DIFFICULTY
    modifier: Modifier = 0
