"""What can be done to a target: the one attack, whatever it is made with, and the throw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

from bot.core.actions import Aimpoint, Field, Given, Offer, Who, by_actor, others
from bot.core.options import Choice, Word
from bot.rulesets.reflex.checks.odds import HIT
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import LIMBS
from bot.rulesets.reflex.person.choosing import apart
from bot.rulesets.reflex.person.cover import COVER, Parts, kinds_of_cover
from bot.rulesets.reflex.person.exposure import Exposing, areas, areas_of_others
from bot.rulesets.reflex.person.gear import modes_of, throwable
from bot.rulesets.reflex.person.hands import BARE_HANDS
from bot.rulesets.reflex.person.sheet_spec import HANDS
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE

MODES = ("hip", "snap", "aimed")
STRIKES = ("blind", "snap", "calculated")
SUPPRESSING = "suppress"
USUAL_MODE = "snap"
TWO_GUNS, INDIRECT_FIRE = "two_guns", "indirect_fire"


class Ease(StrEnum):
    """Why a target is easy to hit, whoever it is."""

    UNAWARE = "unaware"
    BOUND = "bound"
    UNSEEN = "unseen"


def _targets(reading: ReflexReading, given: Given) -> Iterator[Choice]:
    """Return all others who live."""
    return (each for each in others(reading, given) if not reading.scene.combatants[each.value].state.body.dead)


def _by_readiness(state: State) -> list[tuple[str, Weapon]]:
    """Return the weapons by name, those in hand first."""
    return sorted(state.kit.weapons.items(), key=lambda pair: not pair[1].held_with)


def attackers_weapons(state: State) -> list[Choice]:
    """Return what there is to attack with: weapons with their rounds, whatever is in hand, and bare hands."""
    stones = [Choice(name) for name, item in state.kit.items.items() if item.held]
    return [*(Choice(name, _counted(name, arm)) for name, arm in _by_readiness(state)), *stones, Choice(BARE_HANDS)]


def _counted(name: str, weapon: Weapon) -> str:
    return name if weapon.model.melee else f"{name} ({weapon.loaded}/{weapon.model.capacity})"


def bursts_of(reading: ReflexReading, given: Given) -> Iterable[str]:
    """Return how many rounds the weapon fires that was named, or else the first."""
    combatant = reading.scene.combatants.get(str(given.get("actor", "")))
    armed = _by_readiness(combatant.state) if combatant else []
    named = [weapon for name, weapon in armed if name == given.get("weapon", name)]
    return [str(rounds) for rounds in modes_of(named[0])] if named else []


def _uses(tables: ReflexTables) -> tuple[str, ...]:
    """Return what an attack may do with a grip; choking out is an action of its own."""
    return tuple(key for key in tables.grips if key != "choke")


Hidden = Annotated[bool, Field("wholly behind cover, its place known", word=Word.GM)]
Easy = Annotated[Ease | None, Field("why the target is easy", word=Word.GM)]
Light = Annotated[str, Field("what can be seen", of="visibility", word=Word.TABLE)]
Size = Annotated[str, Field("size of the target", of="sizes", word=Word.TABLE)]
TargetSpeed = Annotated[str, Field("speed of the target's vehicle", of="vehicle_speeds", word=Word.TABLE)]
Side = Annotated[bool, Field("prone, and firing to side or rear")]
Braced = Annotated[bool, Field("the bipod rests on something")]
Facing = Annotated[
    str, Field("which side of a vehicle is hit, or is around the target", of="vehicle_places", word=Word.GM)
]
Thing = Annotated[str, Field("what is in hand", fits=by_actor(throwable), shared=True)]


class Attack(Exposing, frozen=True, kw_only=True):
    """Strike, shoot at or keep under fire whoever ``target`` is, as its ``mode`` and ``weapon`` have it.

    What is not said of the circumstances is as far as anybody knows; ``area`` is what is kept under fire.
    """

    offer = Offer(
        "attack", "Attack", "shoot at or strike somebody", "attack", kinds=ALSO_ON_THE_MOVE, odds=HIT, outside=True
    )

    target: Annotated[Who, Field("whom to attack", fits=_targets, shared=True)]
    weapon: Annotated[str, Field("with what", fits=by_actor(attackers_weapons), shared=True)] = ""
    mode: Annotated[
        str,
        Field(
            "hip, snap or aimed; blind or calculated",
            of=tuple(dict.fromkeys((*MODES, *STRIKES, SUPPRESSING))),
            shared=True,
        ),
    ] = ""
    rounds: Annotated[
        int | None, Field("rounds fired: 1 or a burst of the weapon", fits=bursts_of, lo=1, hi=100, shared=True)
    ] = None
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE, shared=True)] = None
    called: Annotated[str, Field("a part of the body to aim for", of=tuple(BodyPart), shared=True)] = ""
    cover: Annotated[
        str, Field("what the target is behind", of=kinds_of_cover, word=Word.TABLE, thing=COVER, shared=True)
    ] = ""
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20, shared=True)] = 0
    parts: Parts = ""
    material: Annotated[str, Field("what the cover is made of", of="materials", word=Word.TABLE, thing=COVER)] = ""
    thickness_mm: Annotated[float | None, Field("how thick the material is", lo=0.1, word=Word.TABLE, thing=COVER)] = (
        None
    )
    armor: Annotated[float | None, Field("the cover's Armor value", hi=1000, word=Word.TABLE, thing=COVER)] = None
    through_vehicle: Annotated[bool, Field("the shot goes through a whole vehicle", word=Word.HERE)] = False
    engine: Annotated[bool, Field("the engine is in the way", word=Word.HERE)] = False
    hidden: Hidden = False
    easy: Easy = None
    light: Light = ""
    size: Size = ""
    own_speed: Annotated[str, Field("speed of the shooter's vehicle", of="vehicle_speeds", word=Word.HERE)] = ""
    target_speed: TargetSpeed = ""
    keeping_pace: Annotated[bool | None, Field("shooter and target move together", word=Word.GM)] = None
    side: Side = False
    braced: Braced = False
    limb: Annotated[str, Field("the limb that strikes", of=LIMBS)] = ""
    facing: Facing = ""
    use: Annotated[str, Field("in close combat: not to hurt, but this", of=_uses)] = ""
    hand: Annotated[str, Field("which hand a disarm empties", of=HANDS)] = ""
    both: Annotated[bool, Field("fire the guns in both hands at once", switch=TWO_GUNS)] = False
    other: Annotated[Who, Field("whom the second gun fires at", fits=_targets, switch=TWO_GUNS)] = ""
    dive: Annotated[bool, Field("a diving strike out of a trot, run or sprint")] = False
    exposed: Annotated[str, Field("the area under fire that this shows you in", fits=areas_of_others)] = ""
    area: Annotated[str, Field("a name for the area to suppress", fits=areas, longest=40, open_ended=True)] = ""


class Throw(Exposing, frozen=True, kw_only=True):
    """Throw an ``item`` at ``target``, or on a ground ``to`` a place; what is not said is as far as anybody knows."""

    offer = Offer("throw", "Throw", "throw what is in hand at somebody", kinds=ALSO_ON_THE_MOVE, odds=HIT)

    target: Annotated[Who, Field("at whom", fits=apart, shared=True)] = ""
    item: Thing = ""
    mode: Annotated[str, Field("hip, snap or aimed", of=MODES)] = USUAL_MODE
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE)] = None
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20)] = 0
    called: Annotated[str, Field("a part of the body to aim for", of=tuple(BodyPart))] = ""
    cover: Annotated[str, Field("what the target is behind", of=kinds_of_cover, word=Word.TABLE, thing=COVER)] = ""
    parts: Parts = ""
    hidden: Hidden = False
    easy: Easy = None
    light: Light = ""
    size: Size = ""
    own_speed: Annotated[str, Field("speed of the thrower's vehicle", of="vehicle_speeds", word=Word.HERE)] = ""
    target_speed: TargetSpeed = ""
    keeping_pace: Annotated[bool | None, Field("thrower and target move together", word=Word.GM)] = None
    side: Annotated[bool, Field("prone, and throwing to side or rear")] = False
    facing: Facing = ""
    indirect: Annotated[bool, Field("over something, at what the thrower cannot see", switch=INDIRECT_FIRE)] = False
    to: Aimpoint = None
