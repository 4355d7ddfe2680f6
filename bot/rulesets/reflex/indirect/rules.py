"""Fire at what the gunner cannot see: by what an observer says, or by guessing nearer with every round."""

from __future__ import annotations

import msgspec

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.ground.lost import knows_of
from bot.core.ground.places import Place, distance_cm
from bot.core.terms import Term, total
from bot.core.wording import metres
from bot.rulesets.reflex.blasts.explosions import said_place, told_places
from bot.rulesets.reflex.checks.check import Check, Effort, attribute_term, prepared, rolled, told_terms, wound_penalty
from bot.rulesets.reflex.checks.reach import band_of
from bot.rulesets.reflex.indirect.actions import FireIndirectly, indirect_weapons
from bot.rulesets.reflex.indirect.events import IndirectFired, aim_key
from bot.rulesets.reflex.indirect.observers import aim_of, known_to, penalty_of, tell_places
from bot.rulesets.reflex.kinds import Band, Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.pauses.operations import under_fire
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.between import light_at
from bot.rulesets.reflex.person.control import hampered
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.hands import grip_terms
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.scene_state import Mission
from bot.rulesets.reflex.shots.actions import USUAL_MODE
from bot.rulesets.reflex.shots.difficulty import (
    at_least,
    carried_terms,
    hip_terms,
    own_speed_terms,
    speed_terms,
    string_on,
    sustained_ticks,
    wind_terms,
)
from bot.rulesets.reflex.shots.in_hand import check_in_hand
from bot.rulesets.reflex.shots.rounds import SINGLE, holding_muscle, kick
from bot.rulesets.reflex.state import State, Sustained
from bot.rulesets.reflex.time.timing import OPERATIONAL, afford, spend
from bot.rulesets.reflex.vehicles.seats import apart_m, stands_at, traffic

rules = Rules()

SELF_FROM, SELF_STEP = -10, 2


class IndirectShot(msgspec.Struct, frozen=True, kw_only=True):
    """A round that can be fired out of sight: with what, at whom or what spot, how far, and on which mission.

    ``muscle`` holds ``recoil``. Who fires it ``prone_to_side`` or rear takes longer, in a ``string`` of attacks less.
    """

    key: str
    weapon: Weapon
    target: str
    spot: str
    range_m: float
    mission: Mission
    observed: bool
    muscle: int
    recoil: int
    prone_to_side: bool
    mode: str = USUAL_MODE
    place: Place | None = None
    string: Sustained | None = None


@rules(FireIndirectly)
def indirect_fire(play: ReflexPlay, firing: FireIndirectly) -> None:
    """Fire a round at what cannot be seen (text 003, lines 1616-1622, 1652-1658).

    It comes down when all have acted in this exchange or pause. Dice: the attack.

    Raises:
        RuleViolation: nothing directs the fire, or the weapon cannot.
    """
    places = told_places(known_to(play.scene, firing.actor), firing.victims)
    shot = _declared(play, firing)
    slow = OPERATIONAL in play.scene.kinds_now(firing.actor)
    costs = () if slow else _costs(play, shot)
    if not slow:
        afford(play, firing.actor, total(costs))
    loaded, spare = _rounds(shot.weapon, slow=slow)
    outcome = rolled(play, _check(play, firing, shot))
    play.tell(
        IndirectFired(
            actor=firing.actor,
            target=shot.target,
            spot=shot.spot,
            place=shot.place,
            weapon=shot.key,
            title=shot.weapon.name,
            range_m=shot.range_m,
            observed=shot.observed,
            outcome=outcome,
            loaded=loaded,
            spare=spare,
            recoil=None if slow else shot.recoil,
            sustains=not slow,
            cost_ticks=total(costs),
            costs=costs,
        )
    )
    tell_places(play, firing.actor, places)
    if slow:
        play.tell(SlotMoved(actor=firing.actor))
        return
    spend(play, firing.actor, total(costs), steadied=False)


def _costs(reading: ReflexReading, shot: IndirectShot) -> tuple[Term, ...]:
    """Return the ticks of a normal attack: Speed, twice for who fires prone to the side, closeness, and the string.

    Text 003, lines 564, 1658, 1784-1788; A7; 003-68.
    """
    band = band_of(reading.tables, shot.range_m)
    terms = speed_terms(shot.weapon, shot.mode, band, "003:1658", prone_to_side=shot.prone_to_side)
    return at_least([*terms, *sustained_ticks(shot.string)], shot.mode)


def _declared(reading: ReflexReading, firing: FireIndirectly) -> IndirectShot:
    """Return the round that is asked for, checked whole before any die falls."""
    actor, state = firing.actor, reading.at_opening(firing.actor)
    key, weapon = _weapon(reading.scene, firing, state)
    target, spot = aim_of(reading.scene, firing)
    mission = reading.scene.state.missions.get(actor, Mission())
    if not (target or spot):
        target, spot = mission.target, mission.spot
        known = target in known_to(reading.scene, actor) and knows_of(reading.scene, actor, target)
        if target and not known:
            raise RuleViolation("The target is out of sight, dead or gone by now.", "Name another one, or a spot=.")
    if not (target or spot):
        raise RuleViolation("Fire at what?", "Name a target or a spot=, or have somebody call for fire.")
    same = (mission.target, mission.spot) == (target, spot)
    called = same and mission.called and not firing.observed
    place = said_place(reading.scene, firing.to, actor) or (mission.place if same else None)
    start = stands_at(reading.scene, actor)
    measured_m = distance_cm(start, place) / 100 if start and place else 0
    range_m = measured_m or _range(reading.scene, firing, target, mission.range_m if same else 0)
    shot = IndirectShot(
        key=key,
        weapon=weapon,
        target=target,
        spot=spot,
        range_m=range_m,
        mission=mission if called or (same and not mission.called) else Mission(),
        observed=not called,
        muscle=holding_muscle(reading.tables, state, weapon),
        recoil=kick(state, weapon, SINGLE, braced=firing.braced),
        prone_to_side=firing.side and state.body.stance is Stance.PRONE,
        mode=firing.mode or USUAL_MODE,
        place=place,
        string=string_on(reading, state, key, aim_key(target, spot)),
    )
    _check_possible(reading, actor, shot)
    return shot


def _weapon(scene: ReflexScene, firing: FireIndirectly, state: State) -> tuple[str, Weapon]:
    """Return the weapon that is named, or the only one that reaches beyond what is seen."""
    carried = scene.combatants[firing.actor].state
    armed = indirect_weapons(carried)
    key = find("weapon for indirect fire", armed, firing.weapon or next(iter(armed), ""))
    held = state.kit.weapons.get(key, carried.kit.weapons[key])
    if scene.state.phase == "pause" and not held.is_ready:
        raise RuleViolation(f"The {key} is not in hand.", "Take it in hand in an exchange of fire, or use another one.")
    check_in_hand(state, held)
    if key in state.kit.broken:
        raise RuleViolation(f"The {key} is {state.kit.broken[key]}.", "Ready another weapon: /act action:ready.")
    return key, carried.kit.weapons[key]


def _range(scene: ReflexScene, firing: FireIndirectly, target: str, mission_m: float) -> float:
    known_m = apart_m(scene, firing.actor, target) if target else mission_m or None
    range_m = known_m if firing.range_m is None else firing.range_m
    if range_m is None:
        raise Incomplete("How far away is it?", "Say it in metres, for example range_m=600.")
    return float(range_m)


def _check_possible(reading: ReflexReading, actor: str, shot: IndirectShot) -> None:
    """Check that the weapon is loaded and reaches, in a moment that fits.

    Raises:
        RuleViolation: it is not.
    """
    slow = OPERATIONAL in reading.scene.kinds_now(actor)
    if shot.range_m > shot.weapon.model.indirect_m:
        raise RuleViolation(
            f"{metres(shot.range_m)} is beyond the {shot.weapon.name}.", f"It reaches {shot.weapon.model.indirect_m} m."
        )
    if not (shot.weapon.loaded or (slow and shot.weapon.spare != 0)):
        raise RuleViolation(f"The {shot.weapon.name} is empty.", "Reload it: /act action:reload.")
    if slow and shot.mode != USUAL_MODE:
        raise RuleViolation("That takes the whole pause, or exchange.", "Leave mode out.")
    if not slow and (shot.weapon.model.crewed or not shot.observed):
        raise RuleViolation("That takes a pause, or a whole exchange.", "Hold with /init hold, and fire in the pause.")
    if shot.observed:
        _check_sight(reading, actor, shot)


def _check_sight(reading: ReflexReading, actor: str, shot: IndirectShot) -> None:
    """Check that the target is within sight, as it must be without an observer (text 003, line 1653)."""
    own, there = stands_at(reading.scene, actor), shot.place or stands_at(reading.scene, shot.target)
    farther = reading.tables.visibility[light_at(reading.tables, reading.scene, own, there)].bands_farther
    if reading.options["visual_penalty"] and band_of(reading.tables, shot.range_m) + farther > Band.EXTREME:
        raise RuleViolation("That is out of sight.", "Have somebody who sees it call for fire: /act action:call_fire.")


def _rounds(weapon: Weapon, *, slow: bool) -> tuple[int, int | None]:
    """Return the rounds that are left after one: an operational action leaves time to load (ours)."""
    if weapon.loaded:
        return weapon.loaded - 1, weapon.spare
    return 0, None if weapon.spare is None else weapon.spare - int(slow)


def _check(reading: ReflexReading, firing: FireIndirectly, shot: IndirectShot) -> Check:
    """Return the check of the weapon's skill on Cognition (text 003, lines 1617-1619)."""
    state = reading.at_opening(firing.actor)
    return prepared(
        reading,
        "indirect fire",
        state,
        shot.weapon.model.skill,
        attribute_term(state, "cognition"),
        (
            *_terms(reading, firing, shot),
            *_clumsy(reading, firing.actor, shot),
            *carried_terms(state.turn.carried, shot.key, shot.mode, shot.muscle),
        ),
        wound_penalty(state, Effort(limbs=arms_at_work(shot.weapon))),
        halve_penalties=shot.mode == "aimed",
    )


def _clumsy(reading: ReflexReading, actor: str, shot: IndirectShot) -> tuple[Term, ...]:
    """Return what hampers the gunner, and the speed of the vehicle that it is in."""
    held = hampered(reading.scene, actor, shot.target)
    going = traffic(reading.scene, actor, shot.target, "", "", None)
    return (*clumsy_terms(reading, actor, shot.weapon, shot.mode, held), *own_speed_terms(reading, going))


def clumsy_terms(
    reading: ReflexReading, actor: str, weapon: Weapon, mode: str, held: tuple[Term, ...]
) -> tuple[Term, ...]:
    """Return what haste, the grip on the weapon, and grips on somebody take off: what is ``held``."""
    hasty = hip_terms(weapon) if mode == "hip" else ()
    return (*hasty, *grip_terms(reading, reading.at_opening(actor), weapon, fine=True), *held)


def self_penalty(shots: int) -> int:
    """Return ten at first, two less with every shot at the same target (1656-1657; RX-52; 003-33, 003-69)."""
    return min(0, SELF_FROM + SELF_STEP * shots)


def _terms(reading: ReflexReading, firing: FireIndirectly, shot: IndirectShot) -> tuple[Term, ...]:
    hampered = under_fire(reading) if OPERATIONAL in reading.scene.kinds_now(firing.actor) else ()
    if shot.observed:
        terms = blind_terms(reading, shot.weapon, self_penalty(shot.mission.shots), firing.modifier)
        return (*terms, *hampered)
    called = (Term("called_for", penalty_of(shot.mission), "003:1619"),)
    return (*called, *blind_terms(reading, shot.weapon, 0, firing.modifier), *hampered)


def blind_terms(reading: ReflexReading, weapon: Weapon, penalty: int, modifier: int) -> tuple[Term, ...]:
    """Return what counts where nobody sees the target: that, the wind, and what was said at the table."""
    wind = reading.scene.state.wind
    observed = (Term("self_observed", penalty, "003:1656"),) if penalty else ()
    drift = wind_terms(reading.tables, wind) if weapon.model.missile else ()
    return (*observed, *drift, *told_terms(modifier))
