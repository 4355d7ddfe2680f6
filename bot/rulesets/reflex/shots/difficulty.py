"""What makes a shot easier or harder is a list of terms, each from one rule and each with its source."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.terms import Term
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.hands import grip_terms
from bot.rulesets.reflex.person.physique import own_pace_terms, pace_terms
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.shots.actions import Ease
from bot.rulesets.reflex.shots.burst import burst_terms
from bot.rulesets.reflex.shots.heavy import heavy_terms
from bot.rulesets.reflex.shots.ranges import visual_terms, weapon_terms
from bot.rulesets.reflex.shots.recoil import burst_recoil_terms, carried_terms
from bot.rulesets.reflex.shots.shot import Shot
from bot.rulesets.reflex.shots.sustained import tracer_terms
from bot.rulesets.reflex.state import Band, Stance

HIP_LEAST = 2
HIDDEN_PENALTY = -5
UNAWARE, RESTRAINED = 4, 2
EASY = {
    Ease.UNAWARE: Term("unaware", UNAWARE, "003:427-429"),
    Ease.BOUND: Term("bound", RESTRAINED, "003:431-432"),
    Ease.UNSEEN: Term("unseen", RESTRAINED, "003:432-433"),
}


def attribute_term(shot: Shot) -> Term:
    """Return what the check starts from: Coordination, at arm's reach Muscle (003, lines 524, 876).

    A called attack starts from the lower of it and CUF (line 458).
    """
    attributes = shot.shooter.person.attributes
    usual = Term("coordination", attributes.coordination, "003:524")
    if at_arms_reach(shot):
        usual = Term("muscle", attributes.muscle, "003:876")
    if shot.called and attributes.cuf < usual.value:
        return Term("cuf", attributes.cuf, "003:458")
    return usual


def at_arms_reach(shot: Shot) -> bool:
    """Tell whether a firearm is used in close combat (text 003, lines 874-878)."""
    return shot.far.true is Band.PERSONAL


def is_unaware(shot: Shot) -> bool:
    """Tell whether the target does not know of the attack; things that stand still never do (lines 427-431)."""
    if shot.target.body.vehicle:
        return not shot.target.body.kmh
    return shot.said.easy is Ease.UNAWARE or is_down(shot.target) or not shot.target.turn.rolled


def difficulty(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return every bonus and penalty of the shot, none of them zero."""
    return tuple(term for terms in _SOURCES for term in terms(reading, shot))


def _mode(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return how far a hip shot is off: by the weapon's Bulk, two at least (text 003, line 380; ruling 003-9)."""
    if shot.mode != "hip":
        return ()
    return (Term("hip", -max(HIP_LEAST, shot.weapon.model.bulk), "003:380", str(shot.weapon.model.bulk)),)


def _burst(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    return burst_terms(shot.fired)


def _recoil(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return the burst's own recoil, and that of the attack before; the first may be waived for aimed shots (003-3)."""
    carried = carried_terms(shot.shooter.turn.carried, shot.key, shot.mode, shot.muscle)
    if shot.mode == "aimed" and reading.options["aimed_bursts_ignore_recoil"]:
        return carried
    return (*burst_recoil_terms(shot.recoil, shot.muscle, shot.fired), *carried)


def _range(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    return weapon_terms(shot.weapon, shot.far)


def _visual(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    return visual_terms(reading.tables, shot.far) if reading.options["visual_penalty"] else ()


def _easy(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return what an easy target adds: only the best of what makes it so (text 003, lines 427-433; ruling 003-54)."""
    if is_unaware(shot):
        return (EASY[Ease.UNAWARE],)
    return (EASY[shot.said.easy],) if shot.said.easy else ()


def _stance(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    penalty = reading.tables.stances[shot.target.body.stance].penalty_to_be_hit
    return (Term("target_stance", penalty, "A7", shot.target.body.stance.value),) if penalty else ()


def _own_movement(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Fine motor control suffers on the move (text 003, lines 262-283)."""
    return own_pace_terms(reading, shot.own_pace)


def _target_movement(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """A target on foot is harder to hit the faster it is; one that sits or keeps pace counts as still (A3, A7)."""
    still = shot.target.body.stance is Stance.SITTING or shot.traffic.keeping_pace
    penalty = 0 if still else reading.tables.paces[shot.target_pace].penalty_to_be_hit
    return pace_terms("target_pace", shot.target_pace, penalty)


def _vehicles(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Moving vehicles on either side, unless they keep pace with each other (rulings A3, 003-83)."""
    going = shot.traffic
    if going.keeping_pace:
        return ()
    own, theirs = ("own_speed", going.own_speed), ("target_speed", going.target_speed)
    return (*_vehicle(reading, *own), *_vehicle(reading, *theirs))


def _vehicle(reading: ReflexReading, label: str, speed: str) -> tuple[Term, ...]:
    penalty = reading.tables.vehicle_speeds[speed].penalty
    return (Term(label, penalty, reading.tables.vehicle_speeds[speed].cited, speed),) if penalty else ()


def _called(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    if not shot.called:
        return ()
    penalty = reading.tables.aims[shot.called].penalty
    return (Term("called", penalty, reading.tables.aims[shot.called].cited, shot.called),)


def _hidden(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """A target wholly behind cover, whose place is known to the metre (text 003, lines 488-491; ruling 003-41)."""
    return (Term("hidden", HIDDEN_PENALTY, "003:491"),) if shot.said.hidden else ()


def _heavy(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    return heavy_terms(reading.tables, shot.weapon, shot.size)


def _wind(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """High winds carry arrows and thrown things away (text 003, line 681)."""
    penalty = reading.tables.wind_drift[shot.wind].penalty if shot.weapon.model.missile else 0
    return (Term("wind", penalty, reading.tables.wind_drift[shot.wind].cited, shot.wind),) if penalty else ()


def _hands(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return what the off hand, and one hand for two, take off; close combat takes nothing fine (264, 1566-1575)."""
    return grip_terms(reading, shot.shooter, shot.weapon, fine=not at_arms_reach(shot))


def _hampered(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    return shot.hampered


def _told(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    modifier = shot.said.modifier
    return (Term("told", modifier, "said at the table"),) if modifier else ()


_SOURCES: tuple[Callable[[ReflexReading, Shot], tuple[Term, ...]], ...] = (
    _mode,
    _burst,
    tracer_terms,
    _recoil,
    _range,
    _visual,
    _easy,
    _stance,
    _own_movement,
    _target_movement,
    _vehicles,
    _called,
    _hidden,
    _heavy,
    _wind,
    _hands,
    _hampered,
    _told,
)
