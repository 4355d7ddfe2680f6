"""What can be thrown."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Aimpoint, Field, Offer, Who, everybody, others
from bot.core.options import Word
from bot.rulesets.horizons.checks.actions import Effort
from bot.rulesets.horizons.fire.actions import AddedToDifficulty, Bonus, Distance
from bot.rulesets.horizons.time.slots import TURN

AREAS = ("tiny", "small", "medium")
"""How large a place may be at which something is thrown: it has to come to lie there, however much room is around."""


class ThrowGrenade(Action, frozen=True, kw_only=True):
    """Throw a grenade at where ``target`` is, or ``to`` a place of the ground, which has some ``size``."""

    offer = Offer("throw", "Throw", "a grenade at where somebody is", kinds=TURN)

    target: Annotated[Who, Field("at whom", fits=others, shared=True)] = ""
    range_m: Distance = None
    bonus: Bonus = 0
    modifier: AddedToDifficulty = 0
    effort: Effort = 0
    size: Annotated[str, Field("of the place that must be hit; medium if left out", of=AREAS, word=Word.HERE)] = (
        "medium"
    )
    to: Aimpoint = None


class Blast(Action, frozen=True, kw_only=True):
    """Have something explode where ``target`` is or at a place, with the ``damage`` of a grenade or another."""

    offer = Offer("blast", "Blast", "something explodes where somebody is", gm_only=True, of_scene=True)

    target: Annotated[Who, Field("who is where it explodes", fits=everybody, shared=True)] = ""
    damage: Annotated[int, Field("its damage; a grenade's if left out", lo=1, hi=1000)] = 0
    to: Aimpoint = None
