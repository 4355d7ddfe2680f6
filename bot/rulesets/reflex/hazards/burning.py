"""A passive hazard is a Damage with a check that avoids it; of all hazards only fire stays with its victim."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import Outcome, attribute_check, halved_up, told_terms
from bot.rulesets.reflex.hazards.actions import USUAL_CHECK, USUAL_FUEL, Douse, Expose, Extinguish
from bot.rulesets.reflex.hazards.events import HazardMet, IgnitionRolled, PutOut
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.bodies import body, mark_in_sight, present
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Burning, State
from bot.rulesets.reflex.time.timing import time_used
from bot.rulesets.reflex.vehicles.hits import struck
from bot.rulesets.reflex.vehicles.seats import check_at_hand, check_facing, driver
from bot.rulesets.reflex.wounds.harm import hit_on, taken

rules = Rules()

FIRE_PENETRATION = "x1/2"
STRUCTURE_PENETRATION = "x2"
USUAL_PENETRATION = "x1"
IGNITION_SIDES = 10


class Hazard(msgspec.Struct, frozen=True):
    """A hazard: a row of the table ``flames`` or none, and what avoids it; ``fuel`` is what there is to catch fire.

    Of a body ``place`` is hit, of a vehicle the side ``facing`` it; where nothing is said, chance decides.
    """

    flame: str
    damage: int
    penetration: int | None
    attribute: str = USUAL_CHECK
    terms: tuple[Term, ...] = ()
    place: BodyPart | None = None
    fuel: str = ""
    facing: str = ""


@rules(Expose)
def hazard(play: ReflexPlay, exposure: Expose) -> None:
    """Expose somebody, or a vehicle, to a hazard (text 003, lines 913-926, 1186-1197).

    Dice: the check to avoid it, the place, what the wound asks for, then one for catching fire.

    Raises:
        RuleViolation: there is no such living body or vehicle, or nobody has said how bad the hazard is.
    """
    victim, state = present(play.scene, exposure)
    if not state.body.vehicle:
        body(play.scene, exposure)
    check_facing(play.scene, victim, facing=exposure.facing, bodily=bool(exposure.place))
    meet(play, victim, _told(play, exposure, vehicle=bool(state.body.vehicle)))


def _told(reading: ReflexReading, exposure: Expose, *, vehicle: bool) -> Hazard:
    flame, damage = exposure.flame, exposure.damage
    if not flame and damage is None:
        raise RuleViolation("What is the hazard?", "Say flame=house, or its Damage with damage=4.")
    usual = fire_penetration(vehicle=vehicle) if flame else USUAL_PENETRATION
    return Hazard(
        flame,
        reading.tables.flames[flame].damage if damage is None else damage,
        HALVES[exposure.penetration or usual],
        exposure.attribute,
        _avoidance(reading, exposure),
        exposure.place,
        exposure.fuel if flame else "",
        exposure.facing,
    )


def fire_penetration(*, vehicle: bool) -> str:
    """Return the Armor multiplier of fire, against gear or against a vehicle (text 003, line 1193)."""
    return STRUCTURE_PENETRATION if vehicle else FIRE_PENETRATION


def _avoidance(reading: ReflexReading, exposure: Expose) -> tuple[Term, ...]:
    """Return what the size of a fire is worth, and what was said at the table (ruling A10; 003-15)."""
    size = exposure.fire_size
    row = reading.tables.fire_sizes[size]
    by_size = (Term("fire_size", row.modifier, row.cited, size),) if row.modifier else ()
    return (*by_size, *told_terms(exposure.modifier))


def meet(play: ReflexPlay, victim: str, met: Hazard) -> None:
    """Avoid a hazard, or suffer its Damage and the margin of failure; no wound hinders the check (985-986).

    For a vehicle whoever drives it does; one without anybody takes the Damage as it is (ours).
    """
    vehicle = play.scene.combatants[victim].state.body.vehicle
    who = driver(play.scene, victim) if vehicle else victim
    terms = [Term("hazard", met.damage, "003:920", met.flame)]
    if who:
        outcome = _avoided(play, who, met, of=victim if vehicle else "")
        if outcome.succeeded:
            return
        terms.append(Term("margin_of_failure", outcome.failure, "003:921"))
    harm = Harm(tuple(terms), met.penetration)
    through = struck(play, victim, harm, met.facing) if vehicle else taken(play, hit_on(play, victim, harm, met.place))
    if through and met.fuel:
        catch(play, victim, Burning(met.flame, met.damage), met.fuel)


def _avoided(play: ReflexPlay, actor: str, met: Hazard, *, of: str) -> Outcome:
    with play.about(actor):
        outcome = attribute_check(play, "avoidance", play.scene.combatants[actor].state, met.attribute, met.terms)
    play.tell(HazardMet(actor=actor, target=of, hazard=met.flame, damage=met.damage, outcome=outcome))
    return outcome


def catch(play: ReflexPlay, victim: str, fire: Burning, fuel: str = USUAL_FUEL) -> None:
    """Let whom fire got at catch it, perhaps (text 003, lines 1195-1204); who burns already does not burn twice."""
    if play.scene.combatants[victim].state.body.burning:
        return
    need, roll, caught = ignition(play, fire.damage, fuel)
    play.tell(IgnitionRolled(actor=victim, hazard=fire.flame, damage=fire.damage, caught=caught, need=need, roll=roll))


def kindle(play: ReflexPlay, victim: str, flame: str) -> None:
    """Let whom something hurt that burns catch fire from it, perhaps (text 003, lines 1199-1204)."""
    if not flame:
        return
    catch(play, victim, Burning(flame, play.tables.flames[flame].damage))


def ignition(play: ReflexPlay, damage: int, fuel: str) -> tuple[int, Roll | None, bool]:
    """Return the most the die may show, the die, and whether it caught: at or under the Damage (ruling A10; ours).

    What is soaked needs no die.
    """
    row = play.tables.fuels[fuel]
    if row.always:
        return 0, None, True
    need = min(IGNITION_SIDES, halved_up(damage * row.halves))
    roll = play.roll(Ask("ignition", 1, IGNITION_SIDES, Buckets(tuple(sorted({need, IGNITION_SIDES} - {0})))))
    return need, roll, roll.faces[0] <= need


def burn(play: ReflexPlay, victim: str, burning: Burning) -> None:
    """Burn somebody: the same hazard at the size of a man, once each exchange of fire and pause (A10; ours)."""
    penetration = fire_penetration(vehicle=bool(play.scene.combatants[victim].state.body.vehicle))
    meet(play, victim, Hazard(burning.flame, burning.damage, HALVES[penetration]))


@rules(Extinguish)
def extinguish(play: ReflexPlay, task: Extinguish) -> None:
    """Spend a pause on putting out a fire on oneself, on somebody else or on a vehicle (ruling A10; ours).

    Raises:
        RuleViolation: there is no such living body or vehicle, it is out of reach, or it does not burn.
    """
    victim, state = mark_in_sight(play.scene, task)
    check_at_hand(play.tables, play.scene, task.actor, victim)
    play.tell(_out(task.actor, victim, state))
    play.tell(time_used(play.scene, task.actor))


@rules(Douse)
def douse(play: ReflexPlay, end: Douse) -> None:
    """Have somebody stop burning, for whatever reason: water, or the garment is off."""
    victim, state = present(play.scene, end)
    play.tell(_out(end.actor, victim, state))


def _out(actor: str, victim: str, state: State) -> PutOut:
    if not state.body.burning:
        raise RuleViolation(f"{shown(victim)} does not burn.", "Name one who does with target=.")
    return PutOut(actor=victim, target="" if victim == actor else actor)
