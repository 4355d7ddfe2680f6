"""What can be done to things rather than to people, and what things the GM says there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import LONGEST_LIST, Action, Field, Given, Offer, Who, by_actor
from bot.core.options import Word
from bot.rulesets.reflex.kinds import Broken, Lies
from bot.rulesets.reflex.kit import Item, Weapon
from bot.rulesets.reflex.mines.actions import KnownMine
from bot.rulesets.reflex.objects.standing import standing
from bot.rulesets.reflex.person.choosing import all_here
from bot.rulesets.reflex.person.cover import COVER, Parts, kinds_of_cover
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.person.gear import belongings, is_in_hand
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import (
    MODES,
    STRIKES,
    Braced,
    Facing,
    Hidden,
    Light,
    Side,
    TargetSpeed,
    attackers_weapons,
    bursts_of,
)
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE


def in_sight(state: State) -> dict[str, Weapon | Item]:
    """Return what of somebody's things everybody can see: what is in hand, and what lies there."""
    return {key: each for key, each in belongings(state).items() if is_in_hand(each) or each.lies is Lies.NEAR}


def _things_here(reading: ReflexReading, given: Given) -> Iterable[str]:
    return (name for name, thing in reading.scene.state.things.items() if thing.broken != Broken.DESTROYED)


def _attackable(reading: ReflexReading, given: Given) -> Iterable[str]:
    owner = reading.scene.combatants.get(str(given.get("target", "")))
    return in_sight(owner.state) if owner else (*_things_here(reading, given), *standing(reading.scene))


class AttackThing(Exposing, frozen=True, kw_only=True):
    """Shoot at or strike a thing of the scene, what ``target`` has in hand or lets lie, or a ``mine``."""

    offer = Offer("attack_thing", "Attack a thing", "equipment, a door, a mine", kinds=ALSO_ON_THE_MOVE, outside=True)

    item: Annotated[str, Field("what is attacked: a thing here, or of the target", fits=_attackable, shared=True)] = ""
    target: Annotated[Who, Field("whose it is", fits=all_here, shared=True)] = ""
    mine: KnownMine = ""
    weapon: Annotated[str, Field("with what", fits=by_actor(attackers_weapons))] = ""
    mode: Annotated[
        str, Field("hip, snap or aimed; blind or calculated", of=tuple(dict.fromkeys((*MODES, *STRIKES))))
    ] = ""
    rounds: Annotated[int | None, Field("rounds fired: 1 or a burst", fits=bursts_of, lo=1, hi=100)] = None
    range_m: Annotated[float | None, Field("metres to the thing", word=Word.HERE)] = None
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)] = 0
    substance: Annotated[str, Field("what it is made of; weapons are of steel", of="substances", word=Word.HERE)] = ""
    size: Annotated[str, Field("size of the thing", of="sizes", word=Word.HERE)] = ""
    light: Light = ""
    cover: Annotated[str, Field("what the thing is behind", of=kinds_of_cover, word=Word.TABLE, thing=COVER)] = ""
    parts: Parts = ""
    hidden: Hidden = False
    own_speed: Annotated[str, Field("speed of the shooter's vehicle", of="vehicle_speeds", word=Word.HERE)] = ""
    target_speed: TargetSpeed = ""
    keeping_pace: Annotated[bool | None, Field("shooter and thing move together", word=Word.GM)] = None
    side: Side = False
    braced: Braced = False
    facing: Facing = ""
    victims: Annotated[
        str,
        Field("who is how near to what explodes there: Ann:1, Bob:6", longest=LONGEST_LIST, lists=True, word=Word.GM),
    ] = ""


class PutThing(Action, frozen=True, kw_only=True):
    """Say that there is a thing, of a ``substance`` and Bulk or with an ``armor`` and a ``threshold`` of its own."""

    offer = Offer("thing_put", "Put a thing", "a door, a radio: what can be attacked", gm_only=True, of_scene=True)

    item: Annotated[str, Field("what it is", longest=40, shared=True)]
    substance: Annotated[str, Field("what it is made of", of="substances")] = ""
    bulk: Annotated[int, Field("its Bulk", hi=100)] = 0
    armor: Annotated[int | None, Field("its Armor, where it is not that of the substance", hi=1000)] = None
    threshold: Annotated[int | None, Field("the damage that disables it", lo=1, hi=1000)] = None
    size: Annotated[str, Field("its size", of="sizes")] = "human"


class TakeThing(Action, frozen=True, kw_only=True):
    """Say that a thing is there no longer."""

    offer = Offer("thing_gone", "Take a thing away", "it is there no longer", gm_only=True, of_scene=True)

    item: Annotated[str, Field("what is gone", fits=_things_here, shared=True)]


OFFERED = (AttackThing, PutThing, TakeThing)
