"""How people get about: on foot, in a fight and in a pause, and in vehicles."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from bot.core.actions import Action, ByWayOf, Destination, Field, Offer, Who, others
from bot.core.ground.whereabouts import Where
from bot.core.options import Kind, Word
from bot.rulesets.reflex.kinds import Pace
from bot.rulesets.reflex.person.choosing import vehicles
from bot.rulesets.reflex.person.cover import USUAL_PARTS, Parts, hideable, kinds_of_cover
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.actions import ChangeStance
from bot.rulesets.reflex.time.timing import OPERATIONAL, TACTICAL
from bot.rulesets.reflex.wounds.actions import bodies


def _rates(tables: ReflexTables) -> list[str]:
    return [pace for pace in tables.paces if pace != Pace.STILL]


Towards = Annotated[Who, Field("whom to move towards", fits=others, shared=True)]
Rate = Annotated[Pace | None, Field("how fast; the fastest if left out", of=_rates)]
Metres = Annotated[float | None, Field("how far, if less than possible", hi=1000)]
Away = Annotated[bool, Field("away from the target instead")]


class Move(Exposing, frozen=True, kw_only=True):
    """Move towards ``target``, or away from it."""

    offer = Offer("move", "Move", "5 ticks, and one more action of up to 5", kinds=(TACTICAL,))

    target: Towards = ""
    pace: Rate = None
    metres: Metres = None
    away: Away = False
    to: Destination = None
    via: ByWayOf = ()


class PauseMove(Action, frozen=True, kw_only=True):
    """Move in a pause, as far as in ten Moves."""

    offer = Offer("pause_move", "Move in a pause", "ten Moves at once", kinds=(OPERATIONAL,))

    target: Towards = ""
    pace: Rate = None
    metres: Metres = None
    away: Away = False
    to: Destination = None
    via: ByWayOf = ()


Going: TypeAlias = Move | PauseMove


class Board(Exposing, frozen=True, kw_only=True):
    """Get into a vehicle or an animal, or out of it: ``target``, or one that is not in the scene."""

    offer = Offer("board", "Get in or out", "a vehicle or an animal", kinds=(TACTICAL, OPERATIONAL), outside=True)

    target: Annotated[Who, Field("the vehicle", fits=vehicles, shared=True)] = ""
    what: Annotated[str, Field("what to get into or out of, where it is not in the scene", of="boarding")] = ""


class Drive(Action, frozen=True, kw_only=True):
    """Have a vehicle go at a speed, on a ground to a place."""

    offer = Offer("drive", "Drive", "a vehicle goes at a speed", gm_only=True)

    kmh: Annotated[int, Field("how fast, in km/h", hi=1000)]
    to: Destination = None


class LeanOut(Exposing, frozen=True, kw_only=True):
    """Show more of oneself over or beside the cover, which hides only these ``parts`` from then on."""

    offer = Offer("lean_out", "Lean out", "show a part of yourself, 0 ticks", kinds=(TACTICAL,), outside=True)

    parts: Annotated[str, Field("what the cover still hides", of=hideable, open_ended=True)] = USUAL_PARTS


class TakeCover(Action, frozen=True, kw_only=True):
    """Go ``behind`` something of the ground; or, by the GM's word, be behind ``cover`` that hides these ``parts``."""

    offer = Offer("take_cover", "Take cover", "go behind something of the ground, or be put behind cover")

    behind: Annotated[
        Where | None, Kind.PLACE, Field("behind what of the ground: wall, or a place such as C4", shared=True)
    ] = None
    pace: Rate = None
    target: Annotated[
        Who, Field("whom a GM puts there; the actor where missing", fits=bodies, shared=True, word=Word.GM)
    ] = ""
    cover: Annotated[str, Field("what a GM says is in front of it", of=kinds_of_cover, shared=True, word=Word.GM)] = ""
    parts: Parts = USUAL_PARTS


OFFERED = (Move, Board, Drive, ChangeStance, LeanOut, PauseMove)
