"""A passive hazard is a Damage with a check that avoids it; of all hazards only fire stays with its victim."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Buckets, Roll
from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.bodies import body, body_in_sight
from bot.rulesets.reflex.check import attribute_check
from bot.rulesets.reflex.events_hazards import HazardMet, IgnitionRolled, PutOut
from bot.rulesets.reflex.gear import HALVES
from bot.rulesets.reflex.harm import blow, taken
from bot.rulesets.reflex.ranges import check_at_hand
from bot.rulesets.reflex.recoil import halved_up
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Burning, Place, State

FIRE_PENETRATION = "x1/2"
STRUCTURE_PENETRATION = "x2"
USUAL_PENETRATION = "x1"
USUAL_SIZE = "human"
USUAL_FUEL = "usual"
USUAL_CHECK = "cuf"
IGNITION_SIDES = 10


class Hazard(msgspec.Struct, frozen=True):
    """A hazard: a row of the table ``flames`` or none, and what avoids it; ``fuel`` is what there is to catch fire."""

    flame: str
    damage: int
    penetration: int | None
    attribute: str = USUAL_CHECK
    terms: tuple[Term, ...] = ()
    place: Place | None = None
    fuel: str = ""


def hazard(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Expose somebody to a hazard (text 003, lines 913-926, 1186-1197).

    Dice: the check to avoid it, the place, what the wound asks for, then one for catching fire.

    Raises:
        RuleViolation: there is no such living body, or nobody has said how bad the hazard is.
    """
    victim, _ = body(scene, order)
    return (yield from meet(referee, scene, victim, _told(referee, order)))


def _told(referee: Referee, order: Act) -> Hazard:
    given = order.inputs
    flame, damage = given.get("flame", ""), given.get("damage")
    if not flame and damage is None:
        raise RuleViolation("What is the hazard?", "Say flame=house, or its Damage with damage=4.")
    usual = FIRE_PENETRATION if flame else USUAL_PENETRATION
    return Hazard(
        flame,
        referee.tables.number("flames", flame, "damage") if damage is None else damage,
        HALVES[given.get("penetration", usual)],
        given.get("attribute", USUAL_CHECK),
        _avoidance(referee, order),
        Place(given["place"]) if "place" in given else None,
        given.get("fuel", USUAL_FUEL) if flame else "",
    )


def _avoidance(referee: Referee, order: Act) -> tuple[Term, ...]:
    """How big a fire is, and what was said at the table (ruling A10; 003-15)."""
    size, told = order.inputs.get("fire_size", USUAL_SIZE), order.inputs.get("modifier", 0)
    by_size = referee.tables.number("fire_sizes", size, "modifier")
    terms = (
        Term("fire_size", by_size, referee.tables.source("fire_sizes", size), size),
        Term("told", told, "said at the table"),
    )
    return tuple(term for term in terms if term.value)


def meet(referee: Referee, scene: ReflexScene, victim: str, met: Hazard) -> Ruling:
    """Avoid a hazard, or suffer its Damage and the margin of failure; no wound hinders the check (985-986)."""
    outcome = attribute_check(referee, "avoidance", scene.combatants[victim].state, met.attribute, met.terms)
    scene = yield HazardMet(actor=victim, hazard=met.flame, damage=met.damage, outcome=outcome)
    if outcome.succeeded:
        return scene
    terms = (
        Term("hazard", met.damage, "003:920", met.flame),
        Term("margin_of_failure", outcome.failure, "003:921"),
    )
    hit = blow(referee, scene, victim, terms, met.penetration, met.place)
    scene = yield from taken(referee, scene, hit)
    if not (hit.final and met.fuel):
        return scene
    return (yield from catch(referee, scene, victim, Burning(met.flame, met.damage), met.fuel))


def catch(referee: Referee, scene: ReflexScene, victim: str, fire: Burning, fuel: str = USUAL_FUEL) -> Ruling:
    """Whoever fire got at may catch it (text 003, lines 1195-1204); who burns already does not burn twice."""
    if scene.combatants[victim].state.burning:
        return scene
    need, roll, caught = ignition(referee, fire.damage, fuel)
    return (
        yield IgnitionRolled(actor=victim, hazard=fire.flame, damage=fire.damage, caught=caught, need=need, roll=roll)
    )


def kindle(referee: Referee, scene: ReflexScene, victim: str, flame: str) -> Ruling:
    """Whoever was hurt by something that burns may catch fire from it (text 003, lines 1199-1204)."""
    if not flame:
        return scene
    return (yield from catch(referee, scene, victim, Burning(flame, referee.tables.number("flames", flame, "damage"))))


def ignition(referee: Referee, damage: int, fuel: str) -> tuple[int, Roll | None, bool]:
    """The most the die may show, the die and whether it caught: at or under the fire's Damage (ruling A10; ours).

    What is soaked needs no die.
    """
    row = referee.tables.row("fuels", fuel)
    if row["always"]:
        return 0, None, True
    need = min(IGNITION_SIDES, halved_up(damage * row["halves"]))
    roll = referee.roll(Ask("ignition", 1, IGNITION_SIDES, Buckets(tuple(sorted({need, IGNITION_SIDES} - {0})))))
    return need, roll, roll.faces[0] <= need


def burn(referee: Referee, scene: ReflexScene, victim: str, burning: Burning) -> Ruling:
    """Being on fire is the same hazard at the size of a man, once each exchange of fire and pause (A10; ours)."""
    met = Hazard(burning.flame, burning.damage, HALVES[FIRE_PENETRATION])
    return (yield from meet(referee, scene, victim, met))


def extinguish(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Spend a pause on putting out a fire on oneself or on somebody else (ruling A10; ours).

    Raises:
        RuleViolation: there is no such living body, it is out of reach, or it does not burn.
    """
    victim, state = body_in_sight(scene, order)
    check_at_hand(referee.tables, scene, order.actor, victim)
    scene = yield _out(order, victim, state)
    return (yield SlotMoved(actor=order.actor))


def douse(referee: Referee, scene: ReflexScene, order: Act) -> Ruling:
    """Somebody stops burning, for whatever reason: water, or the garment is off."""
    return (yield _out(order, *body(scene, order)))


def _out(order: Act, victim: str, state: State) -> PutOut:
    if not state.burning:
        raise RuleViolation(f"{shown(victim)} does not burn.", "Name one who does with target=.")
    return PutOut(actor=victim, target="" if victim == order.actor else order.actor)
