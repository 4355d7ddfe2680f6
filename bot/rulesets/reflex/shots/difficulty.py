"""What makes a shot easier, harder or slower is a list of terms, each from one rule and each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from bot.core.terms import Term, bonuses, total
from bot.rulesets.reflex.checks.check import Check, Effort, prepared, told_terms, wound_penalty
from bot.rulesets.reflex.checks.nerve import coolness
from bot.rulesets.reflex.kinds import Band, Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.consciousness import is_down
from bot.rulesets.reflex.person.control import holders
from bot.rulesets.reflex.person.hands import grip_terms
from bot.rulesets.reflex.person.physique import own_pace_terms, pace_terms
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.actions import MODES, Ease
from bot.rulesets.reflex.shots.ranges import Distance, surcharge, visual_terms
from bot.rulesets.reflex.shots.rounds import Load
from bot.rulesets.reflex.shots.shot import CAR, Shot, is_small
from bot.rulesets.reflex.state import Recoil, State, Sustained
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.vehicles.seats import Traffic

LEAST_TICKS = {"hip": 1, "blind": 1, "snap": 1, "aimed": 3, "calculated": 3}
SUSTAINED_TICKS = -1
HIP_LEAST = 2
UNTRAINED_PENALTY = -2
PENALTY_PER_BAND = -3
UNAWARE, RESTRAINED = 4, 2
HIDDEN = Term("hidden", -5, "003:491")
"""What it costs to hit a target that is wholly behind cover, at a known place (lines 488-491; 003-41)."""

EASY = {
    Ease.UNAWARE: Term("unaware", UNAWARE, "003:427-429"),
    Ease.BOUND: Term("bound", RESTRAINED, "003:431-432"),
    Ease.UNSEEN: Term("unseen", RESTRAINED, "003:432-433"),
}


class SaidOfTarget(Protocol):
    """What was said of an attack, as far as it makes a target easy."""

    @property
    def easy(self) -> Ease | None: ...


class Aiming(Protocol):
    """An attack of any kind, at somebody in the state that it is judged by."""

    @property
    def actor(self) -> str: ...

    @property
    def aimed_at(self) -> str: ...

    @property
    def target(self) -> State: ...

    @property
    def said(self) -> SaidOfTarget: ...


def attribute_term(shot: Shot) -> Term:
    """Return what the check starts from: Coordination, at arm's reach Muscle (003, lines 524, 876).

    A called attack starts from the lower of it and CUF (line 458, and ruling 003-90: as it is at present).
    """
    attributes = shot.shooter.person.attributes
    usual = Term("coordination", attributes.coordination, "003:524")
    if at_arms_reach(shot):
        usual = Term("muscle", attributes.muscle, "003:876")
    if shot.said.called and coolness(shot.shooter) < usual.value:
        return Term("cuf", attributes.cuf, "003:458")
    return usual


def at_arms_reach(shot: Shot) -> bool:
    """Tell whether a firearm is used in close combat (text 003, lines 874-878)."""
    return shot.far.true is Band.PERSONAL


def is_unaware(attack: Aiming) -> bool:
    """Tell whether the target does not know of the attack; things that stand still never do (lines 427-431)."""
    if attack.target.body.vehicle:
        return not attack.target.body.kmh
    return attack.said.easy is Ease.UNAWARE or is_down(attack.target) or not attack.target.turn.rolled


def easy_terms(reading: ReflexReading, attack: Aiming, *, gripping: bool = False) -> tuple[Term, ...]:
    """Return what an easy target adds: only the best of what makes it so (text 003, lines 427-433; ruling 003-54).

    Who is ``gripping`` counts its own Control as the grip says, and not once more (lines 843-871; ours).
    """
    ease = Ease.UNAWARE if is_unaware(attack) else attack.said.easy or _ease(reading.scene, attack, gripping)
    return (EASY[ease],) if ease else ()


def _ease(scene: ReflexScene, attack: Aiming, gripping: bool) -> Ease | None:
    """Return why somebody who knows of the fight is easy to hit: it is held, or cannot see who attacks.

    A grip of somebody hidden from the attacker counts for nothing, since it would tell of who is there (ours).
    """
    if attack.target.body.vehicle:
        return None
    own = attack.actor if gripping else ""
    for holder in holders(scene, attack.aimed_at):
        if holder != own and scene.sees(attack.actor, holder):
            return Ease.BOUND
    return None if scene.sees(attack.aimed_at, attack.actor) else Ease.UNSEEN


def difficulty(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return every bonus and penalty of the shot, none of them zero."""
    weapon, said, tables, near = shot.weapon, shot.said, reading.tables, at_arms_reach(shot)
    size = said.size or shot.target.person.size
    return (
        *(hip_terms(weapon) if shot.mode == "hip" else ()),
        *burst_terms(shot.fired),
        *tracer_terms(reading, shot),
        *_recoil(reading, shot),
        *weapon_terms(weapon, shot.far),
        *(visual_terms(tables, shot.far) if reading.options["visual_penalty"] else ()),
        *easy_terms(reading, shot),
        *stance_terms(tables, shot.target, close=near),
        *(close_size_terms(tables, size) if near else _on_foot(reading, shot)),
        *vehicle_terms(reading, shot.traffic),
        *(_called(tables, said.called) if said.called else ()),
        *((HIDDEN,) if said.hidden else ()),
        *heavy_terms(tables, weapon, size),
        *(wind_terms(tables, shot.wind) if weapon.model.missile else ()),
        *grip_terms(reading, shot.shooter, weapon, fine=not near),
        *shot.hampered,
        *told_terms(said.modifier),
    )


def hip_terms(weapon: Weapon) -> tuple[Term, ...]:
    """Return how far a hip shot is off: by the weapon's Bulk, two at least (text 003, line 380; ruling 003-9)."""
    return (Term("hip", -max(HIP_LEAST, weapon.model.bulk), "003:380", str(weapon.model.bulk)),)


def _recoil(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return the burst's own recoil, and that of the attack before; the first may be waived for aimed shots (003-3)."""
    carried = carried_terms(shot.shooter.turn.carried, shot.key, shot.mode, shot.muscle)
    if shot.mode == "aimed" and reading.options["aimed_bursts_ignore_recoil"]:
        return carried
    return burst_recoil_terms(shot.recoil, shot.muscle, shot.fired) + carried


def stance_terms(tables: ReflexTables, target: State, *, close: bool) -> tuple[Term, ...]:
    """Return what the stance of the target does, in ``close`` combat or to a shot (ruling A7; 003, lines 735-736)."""
    row = tables.stances[target.body.stance]
    value = row.close_bonus if close else row.penalty_to_be_hit
    return (Term("target_stance", value, "A7", target.body.stance.value),) if value else ()


def _on_foot(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return what the paces of both take off, which in close combat is nothing (text 003, lines 262-283; 003-6).

    A target that sits or keeps pace counts as still (A3, A7).
    """
    still = shot.target.body.stance is Stance.SITTING or shot.traffic.keeping_pace
    penalty = 0 if still else reading.tables.paces[shot.target_pace].penalty_to_be_hit
    return (*own_pace_terms(reading, shot.own_pace), *pace_terms("target_pace", shot.target_pace, penalty))


def close_size_terms(tables: ReflexTables, size: str) -> tuple[Term, ...]:
    """Return what an odd size does to an attack in close combat (table 5i; text 003, lines 739-745; ruling A6)."""
    row = tables.sizes[size]
    return (Term("target_size", row.close_modifier, row.cited, size),) if row.close_modifier else ()


def vehicle_terms(reading: ReflexReading, going: Traffic) -> tuple[Term, ...]:
    """Return what moving vehicles of either side take off, unless they keep pace with each other (A3, 003-83).

    Table 5c is for attacks of all kinds (text 003, line 417).
    """
    if going.keeping_pace:
        return ()
    return own_speed_terms(reading, going) + _vehicle(reading, "target_speed", going.target_speed)


def own_speed_terms(reading: ReflexReading, going: Traffic) -> tuple[Term, ...]:
    """Return what the vehicle takes off that the shooter is in, unless the target keeps pace (A3, 003-83)."""
    return () if going.keeping_pace else _vehicle(reading, "own_speed", going.own_speed)


def _vehicle(reading: ReflexReading, label: str, speed: str) -> tuple[Term, ...]:
    row = reading.tables.vehicle_speeds[speed]
    return (Term(label, row.penalty, row.cited, speed),) if row.penalty else ()


def _called(tables: ReflexTables, place: str) -> tuple[Term, ...]:
    row = tables.aims[place]
    return (Term("called", row.penalty, row.cited, place),)


def wind_terms(tables: ReflexTables, wind: str) -> tuple[Term, ...]:
    """Return what high winds take off arrows and thrown things (text 003, line 681)."""
    row = tables.wind_drift[wind]
    return (Term("wind", row.penalty, row.cited, wind),) if row.penalty else ()


def burst_terms(fired: Load) -> tuple[Term, ...]:
    """Return the bonus of a burst (text 003, lines 595-597) and the penalty of an untrained one (lines 664-665)."""
    if fired.rounds == 1:
        return ()
    bonus = Term("burst", fired.rounds - 1, "003:596-597", str(fired.rounds))
    return (bonus, Term("untrained_burst", UNTRAINED_PENALTY, "003:664-665")) if fired.untrained else (bonus,)


def weapon_terms(weapon: Weapon, far: Distance) -> tuple[Term, ...]:
    """Return the penalty beyond optimum range, which a target's size shifts (text 003, line 566; ruling A6)."""
    bands = far.sized - weapon.model.optimum
    return (Term("range", PENALTY_PER_BAND * bands, "003:566", str(bands)),) if bands > 0 else ()


def burst_recoil_terms(recoil: int, muscle: int, fired: Load) -> tuple[Term, ...]:
    """Return the penalty of a burst that kicks harder than Muscle holds (text 003, lines 640-643; ruling 003-3)."""
    return _excess("burst_recoil", recoil, muscle, "003:640-643") if fired.kicks else ()


def carried_terms(carried: Recoil | None, weapon: str, mode: str, muscle: int) -> tuple[Term, ...]:
    """Return what the attack before adds to one that is not aimed, with the same weapon (625-627; 003-3, 003-4)."""
    if carried is None or carried.weapon != weapon or mode == "aimed":
        return ()
    return _excess("carried_recoil", carried.recoil, muscle, "003:625-627")


def _excess(label: str, recoil: int, muscle: int, source: str) -> tuple[Term, ...]:
    return (Term(label, muscle - recoil, source, f"{recoil}/{muscle}"),) if recoil > muscle else ()


def heavy_terms(tables: ReflexTables, weapon: Weapon, size: str) -> tuple[Term, ...]:
    """Return the penalty of a heavy weapon against what is smaller than it was built for (text 003, lines 715-728)."""
    if not (weapon.model.heavy and is_small(tables, size)):
        return ()
    row = tables.heavy_weapons[weapon.model.heavy]
    penalty = row.person_penalty if tables.sizes[size].bands_farther > CAR else row.car_penalty
    return (Term("heavy_weapon", penalty, row.cited, weapon.model.heavy),) if penalty else ()


def string_of(reading: ReflexReading, shot: Shot) -> Sustained | None:
    """Return the string of attacks that the shot goes on with, if the campaign counts them (lines 1784-1788)."""
    return string_on(reading, shot.shooter, shot.key, shot.mark or shot.aimed_at)


def string_on(reading: ReflexReading, shooter: State, weapon: str, target: str) -> Sustained | None:
    """Return the string of attacks with a weapon on a target, if the campaign counts them (lines 1784-1788)."""
    string = shooter.turn.sustained
    if string is None or string.weapon != weapon or string.target != target:
        return None
    return string if reading.options["sustained_fire"] else None


def sustained_ticks(string: Sustained | None) -> tuple[Term, ...]:
    """Return a tick less for every attack of a string but the first (text 003, lines 1784-1786; RX-58)."""
    return (Term("sustained", SUSTAINED_TICKS, "003:1786"),) if string else ()


def tracer_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return one more for each burst of the string before, with tracers (1790-1791; 003-37, 003-70; RX-59)."""
    string = string_of(reading, shot) if shot.weapon.tracer and shot.fired.rounds > 1 else None
    return (Term("tracer", string.bursts, "003:1790-1791", str(string.bursts)),) if string and string.bursts else ()


def uncapped(reading: ReflexReading, shot: Shot) -> int:
    """Return how far bonuses may exceed the cap, where a campaign lifts it for bursts and tracers (003-45)."""
    lifts = reading.options["uncapped_bursts"]
    return bonuses(burst_terms(shot.fired) + tracer_terms(reading, shot)) if lifts else 0


def attack_check(reading: ReflexReading, shot: Shot) -> Check:
    """Return the check with the weapon's skill; wounds count for head, torso and the arms at work (lines 968-1040).

    An aimed shot halves the sum of its penalties (text 003, line 392; ruling 003-7).
    """
    return prepared(
        reading,
        "attack",
        shot.shooter,
        shot.weapon.model.skill,
        attribute_term(shot),
        difficulty(reading, shot),
        wound_penalty(shot.shooter, Effort(limbs=arms_at_work(shot.weapon))),
        halve_penalties=shot.mode == "aimed",
        over_cap=uncapped(reading, shot),
    )


def cost_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """Return the ticks of the attack: Speed, twice for who fires prone to the side, and closeness (564; A7; 003-68).

    However fast a weapon, each kind of attack takes a least time (lines 381, 387, 393; ruling 003-8).
    """
    band = shot.far.sized if reading.options["size_changes_ticks"] else shot.far.true
    prone_to_side = shot.said.side and shot.shooter.body.stance is Stance.PRONE
    terms = speed_terms(shot.weapon, shot.mode, band, "003:398-404", prone_to_side=prone_to_side)
    return at_least([*terms, *sustained_ticks(string_of(reading, shot))], shot.mode)


def speed_terms(weapon: Weapon, mode: str, band: Band, source: str, *, prone_to_side: bool) -> Iterator[Term]:
    """Yield the Speed of a weapon in a kind of attack, again for who fires ``prone_to_side``, and what closeness adds.

    Text 003, line 564; A7; 003-68.
    """
    speed = weapon.model.speed[MODES.index(mode)]
    yield Term("speed", speed, source, mode)
    if prone_to_side:
        yield Term("prone_side", speed, "A7; 003-68")
    if close := surcharge(weapon, band):
        yield Term("too_close", close, "003:564")


def at_least(found: Iterable[Term], mode: str) -> tuple[Term, ...]:
    """Return the ticks of an attack with those that are missing to the least of its mode (381, 387, 393; 003-8)."""
    terms = tuple(found)
    missing = LEAST_TICKS[mode] - total(terms)
    return (*terms, Term("least", missing, "003:381, 387, 393; 003-8")) if missing > 0 else terms
