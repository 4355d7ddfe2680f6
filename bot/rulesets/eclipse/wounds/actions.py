"""What can be done about what is suffered: a GM gives and takes it away, and whoever is dazed regains its wits."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, everybody
from bot.rulesets.eclipse.time.phases import COMPLEX

NO_ARMOR, ENERGY, KINETIC = "none", "energy", "kinetic"
MOST = 10_000

Patient = Annotated[Who, Field("whom", fits=everybody, shared=True)]


class RegainWits(Action, frozen=True, kw_only=True):
    """Regain one's wits."""

    offer = Offer("recover", "Recover", "regain your wits after a trauma: a complex action", kinds=(COMPLEX,))


class Damage(Action, frozen=True, kw_only=True):
    """Give ``target``, or the actor, ``damage`` behind ``armor`` less ``ap``, or as much ``stress``."""

    offer = Offer("damage", "Damage", "apply damage or stress", "damage", gm_only=True)

    target: Patient = ""
    damage: Annotated[int, Field("how much", hi=1000, shared=True)]
    armor: Annotated[str, Field("which armour stops it", of=(NO_ARMOR, ENERGY, KINETIC))] = NO_ARMOR
    ap: Annotated[int, Field("Armor Penetration, zero or below", lo=-30, hi=0)] = 0
    stress: Annotated[bool, Field("stress instead of damage")] = False
    resist: Annotated[bool, Field("the stress may be resisted")] = False


class Heal(Action, frozen=True, kw_only=True):
    """Take away from ``target``, or from the actor, so much of what is named, or all of it where nothing is said."""

    offer = Offer("heal", "Heal", "take damage away", "damage", gm_only=True)

    target: Patient = ""
    damage: Annotated[int | None, Field("how much of it: damage", hi=MOST)] = None
    wounds: Annotated[int | None, Field("how much of it: wounds", hi=MOST)] = None
    stress: Annotated[int | None, Field("how much of it: stress", hi=MOST)] = None
    traumas: Annotated[int | None, Field("how much of it: traumas", hi=MOST)] = None
    stun: Annotated[int | None, Field("how much of it: stun", hi=MOST)] = None
    awake: Annotated[bool | None, Field("awake")] = None


class Treat(Action, frozen=True, kw_only=True):
    """Give ``target``, or oneself, first aid for an injury."""

    offer = Offer("treat", "First aid", "ten minutes of Medicine, once for each injury", "treat")

    target: Patient = ""
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-60, hi=60)] = 0
