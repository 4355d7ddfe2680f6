"""What can be made to explode."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Offer, Who, by_actor, others
from bot.core.options import Word
from bot.rulesets.graydawn.checks.actions import Modifier
from bot.rulesets.graydawn.state import weapons_at_hand
from bot.rulesets.graydawn.tables import GrayTables
from bot.rulesets.graydawn.time.slots import ANY


def _explosives(tables: GrayTables) -> tuple[str, ...]:
    return tuple(kind for kind, row in tables.weapons.items() if row.radius_m is not None)


class ThrowGrenade(Action, frozen=True, kw_only=True):
    """Throw an ``item`` ``to`` a place of the ground, or to where ``target`` is, near whom ``others`` are."""

    offer = Offer("throw", "Throw", "a grenade to where somebody is", kinds=ANY)

    target: Annotated[Who, Field("to where who is", fits=others, shared=True)] = ""
    to: Aimpoint = None
    item: Annotated[
        str | None, Field("what is thrown; what is in hand where missing", fits=by_actor(weapons_at_hand), shared=True)
    ] = None
    range_m: Annotated[float | None, Field("metres to the target", hi=1000, word=Word.TABLE)] = None
    others: Annotated[
        str, Field('who else is there, and metres from it: "Bob 3, Cid 5"', longest=LONGEST_LIST, lists=True)
    ] = ""
    modifier: Modifier = 0


class Blast(Action, frozen=True, kw_only=True):
    """Let something of a ``kind`` go off at the place ``to`` which it comes, or near ``others``."""

    offer = Offer("blast", "Blast", "let something explode", gm_only=True, of_scene=True)

    kind: Annotated[str, Field("what goes off", of=_explosives)]
    to: Aimpoint = None
    others: Annotated[
        str, Field('who is near, and metres from it: "Bob 3, Cid 5"', longest=LONGEST_LIST, lists=True)
    ] = ""
