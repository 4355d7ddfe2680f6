"""What can be done about fire at what the gunner cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Aimpoint, Field, Given, Offer, Who, by_actor
from bot.core.options import Choice, Word
from bot.rulesets.reflex.checks.odds import HIT, MARGIN
from bot.rulesets.reflex.person.choosing import living
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import MODES, Braced, Side
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import OPERATIONAL, SECOND, TACTICAL

SWITCH = "indirect_fire"
ARTILLERY, TACTICS = "artillery", "tactics"


def indirect_weapons(state: State) -> list[str]:
    """Return the weapons that reach beyond what is seen."""
    return [key for key, weapon in state.kit.weapons.items() if weapon.model.indirect_m]


def _others(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    return (each for each in living(reading, given) if each.value != given.get("actor"))


def _gunners(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    people = reading.scene.combatants
    return (each for each in _others(reading, given) if indirect_weapons(people[each.value].state))


Target = Annotated[Who, Field("at whom", fits=_others, shared=True)]
Spot = Annotated[str, Field("or at what place, in your words", longest=40)]
Victims = Annotated[str, Field("names and metres from there: Ann:1, Bob:6", longest=LONGEST_LIST, lists=True)]
Gunner = Annotated[Who, Field("who fires", fits=_gunners)]
Skill = Annotated[str, Field("the observer's skill", of=(ARTILLERY, TACTICS))]
Modifier = Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)]


class CallFire(Action, frozen=True, kw_only=True):
    """Have a ``gunner`` fire at a ``target`` or a ``spot`` that the actor sees."""

    offer = Offer("call_fire", "Call for fire", "on what you see", kinds=(OPERATIONAL,), odds=MARGIN, switch=SWITCH)

    target: Target = ""
    spot: Spot = ""
    victims: Victims = ""
    gunner: Gunner = ""
    skill: Skill = ""
    modifier: Modifier = 0
    to: Aimpoint = None


class AdjustFire(Exposing, frozen=True, kw_only=True):
    """Tell a ``gunner`` where the last round landed."""

    offer = Offer(
        "adjust_fire",
        "Adjust fire",
        "say where it lands, 5 ticks",
        kinds=(TACTICAL, SECOND),
        odds=MARGIN,
        switch=SWITCH,
    )

    gunner: Gunner = ""
    skill: Skill = ""
    modifier: Modifier = 0


class FireIndirectly(Exposing, frozen=True, kw_only=True):
    """Fire at a ``target`` or a ``spot`` that the actor cannot see; at those of the mission where neither is said."""

    offer = Offer(
        "indirect_fire",
        "Indirect fire",
        "at what you cannot see",
        kinds=(OPERATIONAL, TACTICAL),
        odds=HIT,
        switch=SWITCH,
    )

    target: Target = ""
    spot: Spot = ""
    victims: Victims = ""
    weapon: Annotated[str, Field("with what", fits=by_actor(indirect_weapons))] = ""
    range_m: Annotated[float | None, Field("metres to there", word=Word.TABLE)] = None
    mode: Annotated[str, Field("hip, snap or aimed, where it takes ticks", of=MODES)] = ""
    observed: Annotated[bool, Field("by one's own eyes, though fire was called for", word=Word.GM)] = False
    modifier: Modifier = 0
    side: Side = False
    braced: Braced = False
    to: Aimpoint = None


OFFERED = (CallFire, AdjustFire, FireIndirectly)
