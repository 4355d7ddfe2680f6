"""What the GM can say of explosions and of the walls around them."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Given, Offer, Who
from bot.core.options import Choice
from bot.core.wording import shown
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexReading, ReflexScene

CONFINED = "confined_spaces"


def strikable(scene: ReflexScene) -> list[str]:
    """Return whoever an explosion strikes: all but those who have left, or are dead for all to see."""
    there = {actor: one for actor, one in scene.combatants.items() if not one.state.turn.withdrawn}
    return [actor for actor, one in there.items() if not known_dead(one)]


def _strikable(reading: ReflexReading, given: Given) -> list[Choice]:
    return [Choice(actor, shown(actor)) for actor in strikable(reading.scene)]


class Explode(Action, frozen=True, kw_only=True):
    """Have an ``explosive`` go off, or a charge of these numbers: where ``target`` is, ``at`` somebody, or at ``to``.

    ``victims`` says who is how many metres away, ``space`` and ``walls`` where it is in a confined space.
    """

    offer = Offer("explode", "Explode", "something goes off", gm_only=True, of_scene=True)

    target: Annotated[Who, Field("who is struck directly", fits=_strikable, shared=True)] = ""
    at: Annotated[Who, Field("at whom it goes off; known distances count", fits=_strikable)] = ""
    victims: Annotated[str, Field("names and metres: Ann:1, Bob:6", longest=LONGEST_LIST, lists=True)] = ""
    explosive: Annotated[str, Field("what explodes", of="explosives")] = ""
    margin: Annotated[int | None, Field("margin of the attack that brought it there", hi=40)] = None
    damage: Annotated[int | None, Field("Damage of a direct hit", hi=1000)] = None
    radius_m: Annotated[float | None, Field("Radius in metres", lo=0.5, hi=500)] = None
    blast: Annotated[int | None, Field("Blast", hi=200)] = None
    frag: Annotated[int | None, Field("Fragmentation Density", hi=20)] = None
    place: Annotated[BodyPart | None, Field("where it strikes directly, at random where missing")] = None
    facing: Annotated[str, Field("where it strikes a vehicle directly", of="vehicle_places")] = ""
    space: Annotated[str, Field("metres of a narrow space: 2, 2x30 or 4x5x3", switch=CONFINED)] = ""
    walls: Annotated[float | None, Field("Armor of the weakest wall of a closed space", hi=1000, switch=CONFINED)] = (
        None
    )
    open: Annotated[bool, Field("the cover of the victims does not count")] = False
    to: Aimpoint = None


class SetRoom(Action, frozen=True, kw_only=True):
    """Have all that explodes do so in a ``space`` with such ``walls``, or in the open."""

    offer = Offer(
        "room", "Room", "a confined space around all that explodes", gm_only=True, of_scene=True, switch=CONFINED
    )

    space: Annotated[str, Field("metres: 2, 2x30 or 4x5x3; in the open where missing")] = ""
    walls: Annotated[float | None, Field("Armor of the weakest wall", hi=1000)] = None


OFFERED = (Explode,)
