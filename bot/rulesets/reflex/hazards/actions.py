"""What can be done about fire, falls, collisions and air."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.choosing import living, vehicles
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.state import Attributes
from bot.rulesets.reflex.time.timing import OPERATIONAL

USUAL_SIZE = "human"
USUAL_FUEL = "usual"
USUAL_CHECK = "cuf"

Whom = Annotated[Who, Field("whom it happens to; the actor where missing", fits=living, shared=True)]


class Extinguish(Action, frozen=True, kw_only=True):
    """Put out a fire on ``target``."""

    offer = Offer("extinguish", "Put out", "a fire on somebody", kinds=(OPERATIONAL,), outside=True)

    target: Whom = ""


class Expose(Action, frozen=True, kw_only=True):
    """Expose ``target`` to a fire or to another hazard; ``damage`` counts in place of that of the ``flame``."""

    offer = Offer("hazard", "Hazard", "expose somebody to fire or the like", gm_only=True)

    target: Whom = ""
    flame: Annotated[str, Field("what burns", of="flames")] = ""
    fire_size: Annotated[str, Field("how big the fire is", of="fire_sizes")] = USUAL_SIZE
    fuel: Annotated[str, Field("what the victim wears", of="fuels")] = USUAL_FUEL
    damage: Annotated[int | None, Field("its Damage, where it is not that of the flame", lo=1, hi=1000)] = None
    attribute: Annotated[str, Field("what avoids it, CUF where missing", of=Attributes.__struct_fields__)] = USUAL_CHECK
    modifier: Annotated[int, Field("bonus or penalty to avoid it", lo=-20, hi=20)] = 0
    penetration: Annotated[str, Field("against worn armour", of=tuple(HALVES))] = ""
    place: Annotated[BodyPart | None, Field("which part of the body, at random where missing")] = None
    facing: Annotated[str, Field("which side of a vehicle, at random where missing", of="vehicle_places")] = ""


class Douse(Action, frozen=True, kw_only=True):
    """Have ``target`` burn no more."""

    offer = Offer("douse", "Douse", "somebody burns no more", gm_only=True)

    target: Whom = ""


class Fall(Action, frozen=True, kw_only=True):
    """Have ``target`` fall so many ``metres``."""

    offer = Offer("fall", "Fall", "somebody falls", gm_only=True)

    target: Whom = ""
    metres: Annotated[float, Field("how deep", lo=1, hi=1000)]


class Collide(Action, frozen=True, kw_only=True):
    """Have a vehicle run into ``target``: one that is here, or one of so many ``tons`` and ``kmh``."""

    offer = Offer("collide", "Collide", "a vehicle hits somebody", gm_only=True)

    target: Whom = ""
    vehicle: Annotated[Who, Field("the vehicle, where it is in the scene", fits=vehicles)] = ""
    tons: Annotated[float | None, Field("weight of the vehicle", hi=500)] = None
    kmh: Annotated[float | None, Field("its speed", lo=1, hi=1000)] = None
    closing_kmh: Annotated[float | None, Field("speed of closing, that of the vehicle where missing", hi=1000)] = None


class Smother(Action, frozen=True, kw_only=True):
    """Take the air of ``target`` away, or put ``gas`` into it."""

    offer = Offer("smother", "Smother", "somebody has no air from now on", gm_only=True)

    target: Whom = ""
    prepared: Annotated[bool, Field("had time to breathe deeply")] = False
    gas: Annotated[bool, Field("bad air, not none")] = False


class Breathe(Action, frozen=True, kw_only=True):
    """Give ``target`` air again."""

    offer = Offer("breathe", "Breathe", "somebody has air again", gm_only=True)

    target: Whom = ""


class RestInGoodAir(Action, frozen=True, kw_only=True):
    """Have ``target`` rest in good air for five minutes."""

    offer = Offer("recover_breath", "Rest in good air", "for five minutes", gm_only=True)

    target: Whom = ""


OFFERED = (Extinguish, Expose, Douse, Fall, Collide, Smother, Breathe, RestInGoodAir)
