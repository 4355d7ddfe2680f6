"""What makes a close combat attack easier, harder or slower is a list of terms, each from one rule."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import (
    Check,
    Effort,
    attribute_term,
    halved_up,
    missing_levels,
    pool_of,
    prepared,
    told_terms,
    wound_penalty,
)
from bot.rulesets.reflex.checks.nerve import coolness
from bot.rulesets.reflex.close.blow import COMPLY, GRAPPLE, WRENCH, Blow, is_bare
from bot.rulesets.reflex.close.dives import dive_terms
from bot.rulesets.reflex.person.hands import grip_terms, limb_terms, long_and_short
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import STRIKES
from bot.rulesets.reflex.shots.difficulty import (
    HIDDEN,
    HIP_LEAST,
    at_least,
    close_size_terms,
    easy_terms,
    stance_terms,
    vehicle_terms,
)
from bot.rulesets.reflex.shots.ranges import distance, visual_terms
from bot.rulesets.reflex.shots.shot import CLOSE_SIZE

USUAL_ATTRIBUTE = "muscle"


def strike_check(reading: ReflexReading, blow: Blow) -> Check:
    """Return the check with the weapon's skill; wounds count for head, torso and the limbs at work (lines 968-1040).

    A calculated strike halves the sum of its penalties (text 003, line 392; ruling 003-7).
    """
    return prepared(
        reading,
        "strike",
        blow.striker,
        blow.weapon.model.skill,
        governing(reading, blow),
        strike_terms(reading, blow),
        levels_off(reading, blow),
        halve_penalties=blow.mode == "calculated",
    )


def strike_terms(reading: ReflexReading, blow: Blow) -> tuple[Term, ...]:
    """Return every bonus and penalty of the blow, none of them zero."""
    return (
        *_mode(blow),
        *_visual(reading, blow),
        *easy_terms(reading, blow, gripping=bool(blow.said.use)),
        *stance_terms(reading.tables, blow.target, close=True),
        *close_size_terms(reading.tables, blow.said.size or blow.target.person.size),
        *vehicle_terms(reading, blow.traffic),
        *(_called(reading, blow) if blow.said.called else ()),
        *((HIDDEN,) if blow.said.hidden else ()),
        *dive_terms(reading.tables, blow.dive),
        *_control(reading, blow),
        *_hands(reading, blow),
        *blow.hampered,
        *told_terms(blow.said.modifier),
    )


def levels_off(reading: ReflexReading, blow: Blow) -> int:
    """Return the levels lost by wounds and, in a grapple, by a missing qualification (text 003, line 816; 003-47)."""
    levels = wound_penalty(blow.striker, Effort(limbs=blow.limbs))
    if blow.said.use == GRAPPLE:
        levels += missing_levels(reading.tables, blow.striker, blow.weapon.model.skill, GRAPPLE)
    return levels


def governing(reading: ReflexReading, blow: Blow) -> Term:
    """Return Muscle, unless the skill says otherwise (003-79); for a called attack CUF at present, where it is lower.

    Text 003, line 458; ruling 003-90.
    """
    row = reading.tables.skills.get(blow.weapon.model.skill)
    usual = attribute_term(blow.striker, row.attribute if row else USUAL_ATTRIBUTE)
    cooler = blow.said.called and coolness(blow.striker) < usual.value
    return attribute_term(blow.striker, "cuf") if cooler else usual


def strike_costs(blow: Blow) -> tuple[Term, ...]:
    """Return the ticks of the attack: each kind takes a least time (text 003, lines 381, 387, 393; ruling 003-8)."""
    speed = Term("speed", blow.weapon.model.speed[STRIKES.index(blow.mode)], "003:398-404", blow.mode)
    return at_least((speed,), blow.mode)


def _mode(blow: Blow) -> tuple[Term, ...]:
    """Return how far a blind strike is off: by the weapon's Bulk, by two at least (text 003, line 380)."""
    if blow.mode != "blind":
        return ()
    return (Term("blind_strike", -max(HIP_LEAST, blow.weapon.model.bulk), "003:380", f"Bulk {blow.weapon.model.bulk}"),)


def _visual(reading: ReflexReading, blow: Blow) -> tuple[Term, ...]:
    """Return what hinders the eye, in close combat too (text 003, lines 410-411); sizes have their own table there."""
    if not reading.options["visual_penalty"]:
        return ()
    return visual_terms(reading.tables, distance(reading.tables, 0, blow.target, CLOSE_SIZE, blow.light, 0))


def _called(reading: ReflexReading, blow: Blow) -> tuple[Term, ...]:
    penalty, source = reading.tables.aims[blow.said.called].penalty, reading.tables.aims[blow.said.called].cited
    eased = min(-penalty, max(0, _leverage(blow) - _cap(reading, blow)))
    if not eased:
        return (Term("called", penalty, source, blow.said.called),)
    return (Term("called_eased", penalty + eased, f"{source}, 860; 003-80", f"{blow.said.called}, eased by {eased}"),)


def _leverage(blow: Blow) -> int:
    """Return what Control adds: all of it to an attack, half of it to a compliance hold (text 003, lines 849, 859)."""
    return {COMPLY: halved_up(blow.control), WRENCH: blow.control}.get(blow.said.use, 0)


def _cap(reading: ReflexReading, blow: Blow) -> int:
    skill_value = blow.striker.person.skills.get(blow.weapon.model.skill, 0)
    return pool_of(reading.tables, skill_value, levels_off(reading, blow)).bonus_cap


def _control(reading: ReflexReading, blow: Blow) -> tuple[Term, ...]:
    """Return what Control adds, up to the cap on bonuses (text 003, lines 849, 859-860; ruling 003-80)."""
    bonus = min(_leverage(blow), _cap(reading, blow))
    return (Term("control", bonus, "003:849, 859-860; 003-80", str(blow.control)),) if bonus else ()


def _hands(reading: ReflexReading, blow: Blow) -> tuple[Term, ...]:
    """Return what the grip or the fist that strikes adds, and a second weapon that opens the way (lines 1566-1604)."""
    if is_bare(blow.weapon):
        return limb_terms(reading, blow.striker, blow.limbs[0])
    second = long_and_short(reading, blow.striker, blow.weapon)
    return (*grip_terms(reading, blow.striker, blow.weapon, fine=False), *second)
