"""Falling and being run into hurt by speed, and clumsiness decides how often."""

from __future__ import annotations

from fractions import Fraction

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import attribute_check
from bot.rulesets.reflex.hazards.actions import Collide, Fall
from bot.rulesets.reflex.hazards.events import Impacted
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.bodies import body, present
from bot.rulesets.reflex.person.gear import HALVES
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.vehicles.hits import struck
from bot.rulesets.reflex.wounds.harm import hit_on, taken

rules = Rules()

PENETRATION = "x2"
RIGID_PENETRATION = HALVES["x1"]
KMH_PER_STEP = 10
COLLISION_DIVISOR = 10


def rounded(value: float | Fraction) -> int:
    """Return the nearest whole number, halves up (ruling A12)."""
    exact = Fraction(str(value))
    return (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)


@rules(Fall)
def fall(play: ReflexPlay, drop: Fall) -> None:
    """Have somebody fall so many metres (text 003, lines 1211-1224).

    Dice: the check to avoid it, then a place for each hit and what its wound asks for.

    Raises:
        RuleViolation: there is no such living body.
    """
    victim, state = body(play.scene, drop)
    metres = drop.metres
    load = play.tables.encumbrance[state.kit.encumbrance.value].impact
    terms = (
        Term("fall", rounded(metres), "003:1212; 003-64", f"{metres:g} m"),
        *((Term(state.kit.encumbrance.value, load, "003:1213"),) if load else ()),
    )
    _struck(play, victim, "fall", terms, int(metres))


@rules(Collide)
def collide(play: ReflexPlay, crash: Collide) -> None:
    """Have a vehicle of so many tons run into somebody (text 003, lines 1214-1219; ruling 003-64).

    Dice: as for a fall; the place where it is a vehicle that is struck, whose Armor counts at x1 (line 1215). The
    speed of closing is that of the vehicle where nobody says another.

    Raises:
        RuleViolation: there is no such vehicle or living body.
    """
    victim, state = present(play.scene, crash)
    if not state.body.vehicle:
        body(play.scene, crash)
    tons, speed = _rammed(play.scene, crash)
    damage = rounded((Fraction(str(tons)) + Fraction(str(speed))) / COLLISION_DIVISOR)
    if not damage:
        raise RuleViolation("That is no collision.", "Say tons= and kmh= of the vehicle.")
    closing = speed if crash.closing_kmh is None else crash.closing_kmh
    terms = (Term("collision", damage, "003:1214; 003-64", f"{tons:g} t, {speed:g} km/h"),)
    if state.body.vehicle:
        struck(play, victim, Harm(terms, RIGID_PENETRATION))
        return
    _struck(play, victim, "collision", terms, int(closing // KMH_PER_STEP))


def _rammed(scene: ReflexScene, crash: Collide) -> tuple[float, float]:
    """Return tons and speed: those that were said, or those of a vehicle in the scene.

    Raises:
        RuleViolation: what is named is no vehicle, or is what is run into, or nothing says how heavy and fast it is.
    """
    state = scene.combatants[crash.vehicle].state if crash.vehicle in scene.combatants else None
    vehicle = state.body.vehicle if state else None
    if crash.vehicle and (vehicle is None or crash.vehicle == (crash.target or crash.actor)):
        why = "is no vehicle" if vehicle is None else "does not run into itself"
        raise RuleViolation(f"{shown(crash.vehicle)} {why}.", "Say vehicle= another, or tons= and kmh=.")
    tons = crash.tons if crash.tons is not None else vehicle.tons if vehicle else 0
    speed = crash.kmh if crash.kmh is not None else state.body.kmh if state else 0
    if not tons and not speed:
        raise RuleViolation("What runs into whom?", "Say vehicle= one that is here, or tons= and kmh=.")
    return tons, speed


def _struck(play: ReflexPlay, victim: str, cause: str, terms: tuple[Term, ...], steps: int) -> None:
    """Hit as often as a Coordination check at minus ``steps`` fails by (lines 1217-1221)."""
    penalty = (Term(f"{cause}_penalty", -steps, "003:1219; 003-64"),) if steps else ()
    outcome = attribute_check(play, "impact", play.scene.combatants[victim].state, "coordination", penalty)
    play.tell(
        Impacted(actor=victim, cause=cause, terms=terms, damage=total(terms), outcome=outcome, hits=outcome.failure)
    )
    for _ in range(outcome.failure):
        if _shattered(play.scene.combatants[victim].state):
            break
        taken(play, hit_on(play, victim, Harm(terms, HALVES[PENETRATION])))


def _shattered(state: State) -> bool:
    """Tell whether every place is critical: further hits change nothing."""
    return all(state.body.wounds.get(place, 0) >= Degree.CRITICAL for place in BodyPart)
