"""What the GM can say of the place where people fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Given, Offer, Who
from bot.core.ground.places import Bearing
from bot.rulesets.reflex.blasts.actions import SetRoom
from bot.rulesets.reflex.hazards.actions import USUAL_FUEL
from bot.rulesets.reflex.person.choosing import living
from bot.rulesets.reflex.play import ReflexReading


def _clouds(reading: ReflexReading, given: Given) -> Iterable[str]:
    return (cloud.title for cloud in reading.scene.state.clouds)


def _blazes(reading: ReflexReading, given: Given) -> Iterable[str]:
    return reading.scene.state.blazes


Whom = Annotated[Who, Field("whom it is about; the actor where missing", fits=living, shared=True)]
Which = Annotated[str, Field("which gas", fits=_clouds, longest=40)]


class SetWeather(Action, frozen=True, kw_only=True):
    """Say how the wind blows and what can be seen, everywhere or of those around a place of the ground."""

    offer = Offer("weather", "Weather", "wind and light", gm_only=True, of_scene=True)

    wind: Annotated[str, Field("how the wind blows", of="winds")] = ""
    light: Annotated[str, Field("what can be seen", of="visibility")] = ""
    toward: Annotated[Bearing | None, Field("where the wind blows to on a ground, east if nobody says")] = None
    to: Aimpoint = None
    radius_m: Annotated[float, Field("how far around a place the light is such; 0 for no more", hi=500)] = 10.0


class ReleaseGas(Action, frozen=True, kw_only=True):
    """Release gas at ``target``, at a place, or so many metres from ``victims`` and upwind of others."""

    offer = Offer("gas_release", "Release gas", "a cloud of gas", gm_only=True, of_scene=True)

    radius_m: Annotated[float, Field("metres around", lo=0.5, hi=500)]
    gas: Annotated[str, Field("what it is", longest=40)] = "gas"
    target: Annotated[Who, Field("at whom it is released; known distances count", fits=living, shared=True)] = ""
    victims: Annotated[str, Field("names and metres from there: Ann:1, Bob:6", longest=LONGEST_LIST, lists=True)] = ""
    downwind: Annotated[str, Field("names and metres downwind: Cal:12", longest=LONGEST_LIST, lists=True)] = ""
    indoors: Annotated[bool, Field("between walls, without wind")] = False
    smoke: Annotated[bool, Field("smoke that only hides, on a ground")] = False
    to: Aimpoint = None


class EnterGas(Action, frozen=True, kw_only=True):
    """Have ``target`` get into a cloud."""

    offer = Offer("gas_enter", "Into the gas", "somebody gets into it", gm_only=True)

    target: Whom = ""
    gas: Which = ""


class LeaveGas(Action, frozen=True, kw_only=True):
    """Have ``target`` get out of the gas."""

    offer = Offer("gas_leave", "Out of the gas", "somebody gets out of it", gm_only=True)

    target: Whom = ""


class ClearGas(Action, frozen=True, kw_only=True):
    """Have a cloud be gone."""

    offer = Offer("gas_clear", "No more gas", "a cloud is gone", gm_only=True, of_scene=True)

    gas: Which = ""


class Scorch(Action, frozen=True, kw_only=True):
    """Have fire meet a thing, which is as strong as a kind of ``cover`` or has an ``armor`` of its own."""

    offer = Offer("scorch", "Scorch", "fire meets a thing", gm_only=True, of_scene=True)

    what: Annotated[str, Field("what the fire meets", longest=40)]
    flame: Annotated[str, Field("what burns", of="flames")]
    damage: Annotated[int | None, Field("its Damage, where it is not that of the flame", lo=1, hi=1000)] = None
    cover: Annotated[str, Field("as strong as what", of="cover")] = ""
    armor: Annotated[int | None, Field("or its Armor", hi=1000)] = None
    threshold: Annotated[int, Field("the damage that breaks it", lo=1, hi=1000)] = 0
    fuel: Annotated[str, Field("how easily it burns", of="fuels")] = USUAL_FUEL
    gear: Annotated[bool, Field("personal gear rather than a structure")] = False


class BurnOut(Action, frozen=True, kw_only=True):
    """Have a thing burn no more."""

    offer = Offer("burn_out", "Burn out", "a thing burns no more", gm_only=True, of_scene=True)

    what: Annotated[str, Field("what burns", fits=_blazes, longest=40)]


OFFERED = (SetWeather, SetRoom, ReleaseGas, EnterGas, LeaveGas, ClearGas, Scorch, BurnOut)
