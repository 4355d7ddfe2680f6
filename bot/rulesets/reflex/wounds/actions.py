"""What a GM decides about a body outside of any attack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, everybody
from bot.core.options import Choice
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.sheet_spec import DEGREES
from bot.rulesets.reflex.play import ReflexReading


def bodies(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return the living."""
    return (each for each in everybody(reading, given) if not reading.scene.combatants[each.value].state.body.dead)


Whose = Annotated[Who, Field("whose body; the actor's own where missing", fits=bodies, shared=True)]
Part = Annotated[BodyPart | None, Field("which part of the body")]
Felt = Annotated[bool, Field("an injury that is only felt")]


class Damage(Action, frozen=True, kw_only=True):
    """Hurt ``target``: by so much ``damage``, or with a wound of a ``degree``."""

    offer = Offer("damage", "Damage", "apply damage or a wound", "damage", gm_only=True)

    target: Whose = ""
    damage: Annotated[
        int | None, Field("the damage, before armour where a penetration is given", lo=1, hi=1000, shared=True)
    ] = None
    place: Part = None
    degree: Annotated[str, Field("a wound of this degree instead", of=DEGREES[1:])] = ""
    penetration: Annotated[str, Field("worn armour counts, at this", of=tuple(HALVES))] = ""
    virtual: Felt = False


class Heal(Action, frozen=True, kw_only=True):
    """Leave a lesser ``degree`` of an injury of ``target``, or have it be stable or awake."""

    offer = Offer("heal", "Heal", "make an injury better", "damage", gm_only=True)

    target: Whose = ""
    place: Part = None
    degree: Annotated[str, Field("what is left of it, none where missing", of=DEGREES[:-1])] = "none"
    virtual: Felt = False
    stable: Annotated[bool, Field("unstable no more")] = False
    awake: Annotated[bool, Field("out of unconsciousness and shock")] = False
