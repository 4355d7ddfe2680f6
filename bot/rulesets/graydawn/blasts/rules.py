"""What explodes: it weighs on the nerves of all who are near, and harms those who are too near."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import msgspec

from bot.core.dice import Ask, Roll, Total
from bot.core.errors import Incomplete, RuleViolation
from bot.core.features import Rules
from bot.core.ground.finding import place_said
from bot.core.ground.laying import not_laid
from bot.core.ground.lost import place_known
from bot.core.ground.places import Bearing, Place, Vector, along, distance_cm, vector
from bot.core.terms import Term
from bot.core.wording import names_in
from bot.rulesets.graydawn.blasts.actions import Blast, ThrowGrenade
from bot.rulesets.graydawn.blasts.events import Exploded, Thrown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.checks.stats import blend, skill_term, told_terms
from bot.rulesets.graydawn.cover.between import hazy_between, protection_from
from bot.rulesets.graydawn.cover.last_seen import last_known
from bot.rulesets.graydawn.equipment.held import check_usable, in_hand, is_drawn
from bot.rulesets.graydawn.fire.declaration import BLINDED, distance
from bot.rulesets.graydawn.fire.ranges import number_at, reach
from bot.rulesets.graydawn.fire.sums import fast_draw_terms, running_terms, situation_terms
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import THROW
from bot.rulesets.graydawn.suppression.nerve import fright
from bot.rulesets.graydawn.tables import WeaponRow
from bot.rulesets.graydawn.targets import check_as_known, known_dead, present, target_of
from bot.rulesets.graydawn.time.slots import haste
from bot.rulesets.graydawn.wounds.hits import Incoming, land, note_damage

rules = Rules()

PLACED = re.compile(r"(.*?)\s+([0-9]{1,4}(?:\.[0-9]{1,2})?)")
FEAR = "explosion"


class Trajectory(msgspec.Struct, frozen=True):
    """How far and to whom something is thrown, and how far who is from there; on a ground from where to where.

    Who is ``lost`` is no longer where it was seen last.
    """

    range_m: float
    target: str
    people: Mapping[str, float]
    start: Place | None = None
    aim: Place | None = None
    lost: bool = False


def placed(scene: DawnScene, actor: str, words: str) -> list[tuple[str, float]]:
    """Return names with the metres behind them, as in "Bob 3, Guard 5.5"; none where none are said.

    A name may end in a number itself: who is called so is meant.
    """
    found = ((word, None if scene.meant(actor, word) else PLACED.fullmatch(word)) for word in names_in(words))
    return [(match[1], float(match[2])) if match else (word, 0.0) for word, match in found]


@rules(ThrowGrenade)
def throw(play: DawnPlay, thrown: ThrowGrenade) -> None:
    """Throw something that explodes to a place, which full cover allows (004:232; the roll is ours).

    It lands as many metres off as the roll falls short. Dice: the roll, on a ground one of eight sides for where that
    is, then as for `burst`.

    Raises:
        RuleViolation: there is nothing to throw, nobody there, or it is too far.
    """
    actor = thrown.actor
    trajectory = _aimed(play, thrown)
    state = play.at_opening(actor)
    key, weapon = in_hand(state, thrown.item)
    row = play.tables.weapons[weapon.kind]
    if THROW not in row.modes or not weapon.loaded:
        raise _nothing_to_throw(play, actor, key)
    check_usable(play.tables, state, key, weapon)
    far = reach(play.tables, row, trajectory.range_m, braced=False, scoped=False)
    number = number_at(play.tables, far)
    drawn = is_drawn(play.tables, state, key, weapon)
    made = _rolled(play, thrown, row, number, drawn=drawn, blinded=_is_hazy(play.scene, trajectory))
    hit = passed(made, number)
    off = 0 if hit else max(1, number - made.total)
    landed, scatter = _landed(play, trajectory, off)
    play.tell(
        Thrown(
            actor=actor,
            target=trajectory.target,
            weapon=key,
            check=made,
            number=number,
            hit=hit,
            off_m=off,
            left=weapon.loaded - 1,
            aim=trajectory.aim,
            landed=landed,
            scatter=scatter,
            lost=trajectory.lost,
            gives_away=True,
        )
    )
    people = dict(near(play.scene, landed, row)) if landed else {who: at + off for who, at in trajectory.people.items()}
    burst(play, weapon.kind, row, people, by=actor, place=landed)


def _nothing_to_throw(reading: DawnReading, actor: str, key: str) -> RuleViolation:
    """Return the refusal to throw what is not thrown, or none of which is left, with what there is to throw."""
    weapons, rows = reading.scene.combatants[actor].state.weapons, reading.tables.weapons
    left = [name for name, each in weapons.items() if each.loaded and THROW in rows[each.kind].modes]
    instead = "There is nothing left that is thrown: attack with something else, /attack."
    remedy = f"Name what you throw with item: {', '.join(left)}." if left else instead
    return RuleViolation(f"Nothing to throw: {key}.", remedy)


def _aimed(play: DawnPlay, thrown: ThrowGrenade) -> Trajectory:
    """Return where something is thrown to: a place of the ground, or where somebody is.

    Raises:
        RuleViolation: it is not said, nobody there, or how far that is nobody has said.
    """
    actor, ground = thrown.actor, play.scene.ground
    target = target_of(play.scene, actor, thrown.target) if thrown.target else ""
    if bool(target) == bool(thrown.to):
        raise Incomplete("To where?", "Name a target, or on a ground say to=C4.")
    if ground is None or actor not in ground.places:
        if thrown.to:
            raise not_laid()
        range_m = distance(play.scene, actor, target, thrown.range_m)
        return Trajectory(range_m, target, _people_near(play, thrown, target, range_m))
    if thrown.others:
        raise RuleViolation("Everybody has a place here.", "Leave others out: who is near is seen on the ground.")
    start = ground.places[actor]
    state = play.scene.combatants[actor].state
    known = place_known(play.scene, ground, actor, thrown.to, start) if thrown.to else None
    aim = known or last_known(ground, state, actor, target)
    lost = bool(target) and aim != ground.places[target]
    return Trajectory(distance_cm(start, aim) / 100, target, {}, start, aim, lost)


def _people_near(reading: DawnReading, thrown: ThrowGrenade, target: str, range_m: float) -> dict[str, float]:
    """Return how far who is from a target where distances are told: as it is said, or known of those in sight first.

    Raises:
        RuleViolation: somebody is not there, or known to be elsewhere.
    """
    scene, actor, found = reading.scene, thrown.actor, {target: 0.0}
    for said, said_m in placed(scene, actor, thrown.others):
        who = target_of(scene, actor, said)
        check_as_known(reading, target, who, said_m, said_m)
        found[who] = said_m
    found[actor] = range_m
    for hidden in (False, True):
        for other, combatant in scene.combatants.items():
            known_m = reading.distance(target, other)
            if combatant.hidden is hidden and known_m is not None:
                found.setdefault(other, known_m)
    return found


def _landed(play: DawnPlay, trajectory: Trajectory, off_m: int) -> tuple[Place | None, Roll | None]:
    """Return where on a ground something lands: of eight directions one is straight on, the others follow clockwise.

    The directions are ours. Dice: one of eight sides where it falls short.
    """
    if trajectory.start is None or trajectory.aim is None or not off_m:
        return trajectory.aim, None
    scatter = play.roll(Ask("scatter", 1, len(Bearing)))
    way = vector(trajectory.start, trajectory.aim)
    return along(trajectory.aim, turned(way, scatter.faces[0] - 1), off_m * 100), scatter


def turned(way: Vector, eighths: int) -> Vector:
    """Return a direction turned clockwise by so many eighths of a circle; north stands for none."""
    east, north = way[:2] if any(way[:2]) else (0, 1)
    for _ in range(eighths // 2):
        east, north = north, -east
    return (east + north, north - east, 0) if eighths % 2 else (east, north, 0)


def near(scene: DawnScene, place: Place, row: WeaponRow) -> Iterator[tuple[str, float]]:
    """Yield who is near enough to a place for something that goes off there, those in sight first, and how far off."""
    places = scene.ground.places if scene.ground else {}
    for hidden in (False, True):
        for actor, combatant in scene.combatants.items():
            if combatant.hidden is hidden and actor in places:
                metres = distance_cm(place, places[actor]) / 100
                if metres <= max(row.near_m, row.radius_m or 0):
                    yield actor, metres


def _is_hazy(scene: DawnScene, way: Trajectory) -> bool:
    return bool(scene.ground and way.start and way.aim and hazy_between(scene.ground, way.start, way.aim))


def _rolled(
    play: DawnPlay, thrown: ThrowGrenade, row: WeaponRow, number: int, *, drawn: bool, blinded: bool
) -> Outcome:
    """Roll with what a shot at somebody who does not dodge pays, too: for running, and for a fast draw (B3; 004-27)."""
    tables, state = play.tables, play.at_opening(thrown.actor)
    skill = tables.skill_with(row)
    terms: tuple[Term, ...] = (
        blend(tables, state, "ref", "cl", "004:124, 130"),
        skill_term(state, skill),
        *situation_terms(tables, (BLINDED,) if blinded else ()),
        *running_terms(play, thrown.actor),
        *fast_draw_terms(tables, drawn=drawn),
        *haste(play, thrown.actor),
        *told_terms(thrown.modifier),
    )

    def once() -> Outcome:
        return check(play, "throw", terms, skill)

    return reconsidered(play, thrown.actor, once(), once, lambda made: number - made.total)


@rules(Blast)
def blast(play: DawnPlay, going_off: Blast) -> None:
    """Let something go off by a GM's word: a shell, a charge, a barrage. Dice: as for `burst`.

    Raises:
        RuleViolation: nobody is named and no place, or nobody of that name is here.
    """
    row, ground = play.tables.weapons[going_off.kind], play.scene.ground
    if bool(going_off.to) == bool(going_off.others):
        raise RuleViolation("Where, or near whom?", 'On a ground say to=C4; else name who is near: others="Bob 3".')
    if not going_off.to:
        told = placed(play.scene, going_off.actor, going_off.others)
        people = {present(play.scene, going_off.actor, who): metres for who, metres in told}
        burst(play, going_off.kind, row, people)
        return
    if ground is None:
        raise not_laid()
    place = place_said(ground, going_off.to, ground.places.get(going_off.actor))
    burst(play, going_off.kind, row, dict(near(play.scene, place, row)), place=place)


def burst(
    play: DawnPlay, kind: str, row: WeaponRow, people: Mapping[str, float], *, by: str = "", place: Place | None = None
) -> None:
    """Let something explode: near it is frightening by three (004:164; 004-40), too near one is hit (ours).

    ``by`` is who threw it, ``place`` where on a ground it lies. Dice: those of the damage, once for all, where anybody
    in sight is within the radius, else for each of the hidden; then for each a place and what follows.
    """
    struck = [who for who, metres in people.items() if metres <= (row.radius_m or 0) and row.dice]
    in_sight = [who for who in struck if not (play.scene.apart and play.scene.combatants[who].hidden)]
    dice = play.roll(Ask("damage", row.dice, row.sides, Total())) if in_sight else None
    if dice is not None and sum(dice.faces) < row.dice * row.sides:
        note_damage(play, by, dice, row.flat)
    play.tell(Exploded(kind=kind, title=row.title, dice=dice, place=place))
    for who in [who for who, metres in people.items() if metres <= row.near_m and not known_dead(play.scene, who)]:
        play.tell(fright(play.scene, "", who, FEAR, play.tables.limits.explosion.value))
    for number, who in enumerate(struck):
        if not known_dead(play.scene, who):
            with play.about(who), play.part(f"target {number + 1}"):
                land(play, "", who, _incoming(play, who, row, dice, place))


def _incoming(play: DawnPlay, who: str, row: WeaponRow, dice: Roll | None, place: Place | None) -> Incoming:
    behind = protection_from(play, place, who)
    return Incoming(
        dice=row.dice,
        sides=row.sides,
        flat=row.flat,
        shelter=behind.shelter,
        hidden=behind.hidden,
        fallen=dice,
    )
