"""Covering fire: blind shots for a whole round that hit almost never, and keep heads down all the same."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.errors import RuleViolation
from bot.core.ground.places import distance_cm
from bot.core.renaming import sign_of
from bot.core.terms import Term
from bot.core.wording import counted, metres
from bot.rulesets.graydawn.checks.stats import blend, skill_term, told_terms
from bot.rulesets.graydawn.cover.between import protection
from bot.rulesets.graydawn.cover.last_seen import AimedPlace, aimed_place
from bot.rulesets.graydawn.equipment.held import check_filled, check_usable, in_hand, is_drawn, reload_words
from bot.rulesets.graydawn.fire.attack import attacked, burst_hits, is_over, landed, left_in, prepared
from bot.rulesets.graydawn.fire.declaration import DeclaredAttack, distance
from bot.rulesets.graydawn.fire.exchange import exchanged
from bot.rulesets.graydawn.fire.ranges import reach, spreads
from bot.rulesets.graydawn.fire.rates import single_shots
from bot.rulesets.graydawn.fire.sums import fast_draw_terms, range_terms, unready_terms
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, STRIKE, THROW, State, Weapon
from bot.rulesets.graydawn.suppression.actions import Suppress
from bot.rulesets.graydawn.suppression.events import CoverFired
from bot.rulesets.graydawn.suppression.nerve import fright
from bot.rulesets.graydawn.tables import WeaponRow
from bot.rulesets.graydawn.targets import check_as_known, known_dead, others_named, target_of
from bot.rulesets.graydawn.time.slots import haste, most_actions, number_now

FARTHEST = ("close", "medium", "long")
COVERING, SWEEPING = "covering", "sweeping"
"""What covering fire weighs on somebody as: that of which one firer can lay so much, and that without a limit."""


class CoveringVolley(msgspec.Struct, frozen=True):
    """What a round of covering fire comes to: how it is fired, how often it is rolled for, rounds, and points.

    ``limited`` are points of which somebody feels no more than three of one firer, in however many rounds.
    """

    mode: str
    rolls: int
    fired: int
    points: int
    limited: bool = False


def lay_covering_fire(play: DawnPlay, fire: Suppress) -> None:
    """Lay covering fire on somebody, for the whole round (text 004, lines 212-222; B7; 004-8; 004-37 to 004-39).

    Whoever must run for cover first may do it behind that (text 004, line 230).

    Dice: for each roll as for an attack; full automatic fire that hits has one more for its rounds.

    Raises:
        RuleViolation: the weapon or the distance does not allow it, or something else was declared.
    """
    actor = fire.actor
    turn = play.scene.combatants[actor].state.turn
    if turn.actions - (turn.moves if turn.pinned else 0) > 1:
        raise RuleViolation(
            "Covering fire takes the whole round.",
            "Declare one action for it as your next turn begins, with:actions=1.",
        )
    target = target_of(play.scene, actor, fire.target)
    if fire.others and play.scene.ground and actor in play.scene.ground.places:
        raise RuleViolation("Everybody has a place here.", "Leave others out: who is near is seen on the ground.")
    key, weapon = in_hand(play.at_opening(actor), fire.weapon)
    row = play.tables.weapons[weapon.kind]
    volley = volley_of(play, fire, key, weapon, row)
    aimed = aimed_place(play, actor, target)
    made = _attempt(play, fire, target, key, weapon, row, volley, aimed)
    prepared(play, made)
    play.tell(
        CoverFired(
            actor=actor,
            target=target,
            weapon=key,
            mode=volley.mode,
            fired=volley.fired,
            points=volley.points,
            loaded=left_in(play.scene, made, volley.fired),
            place=aimed.place if aimed and aimed.missed_m else None,
            gives_away=True,
        )
    )
    _felt(play, fire, target, volley, aimed)
    for number in range(0 if aimed and aimed.missed_m else volley.rolls):
        with play.part(f"shot {number + 1}"):
            _rolled(play, made)


def volley_of(reading: DawnReading, fire: Suppress, key: str, weapon: Weapon, row: WeaponRow) -> CoveringVolley:
    """Return as many firing actions as initiative gives and the weapon holds (004-39).

    Each is worth one point, three at most; each shot of a shotgun one, and each five rounds of full automatic fire,
    both without a limit (004-8; 004-9; 004-39).

    Raises:
        RuleViolation: the weapon cannot do it.
    """
    state = reading.at_opening(fire.actor)
    check_usable(reading.tables, state, key, weapon)
    modes = row.modes
    mode = fire.mode or modes[-1]
    if modes[0] in (STRIKE, THROW):
        raise RuleViolation(f"The {row.title} cannot cover anybody.", "Take what fires in hand: /act action:draw.")
    if mode not in modes:
        raise RuleViolation(f"The {row.title} cannot cover so.", f"Say mode={' or mode='.join(modes)}.")
    check_filled(state, key, weapon, row.title)
    wanted = weapon.loaded if fire.rounds is None else min(weapon.loaded, fire.rounds)
    actions = most_actions(reading, number_now(reading.scene, fire.actor))
    volley = _auto(reading, row, wanted) if mode == AUTO else _by_action(reading, row, mode, actions, wanted)
    if not volley.fired:
        few = f"{counted(wanted, 'round')} {'is' if wanted == 1 else 'are'} too few."
        raise RuleViolation(few, f"{reload_words(state, key)}, or say more rounds.")
    return volley


def _auto(reading: DawnReading, row: WeaponRow, wanted: int) -> CoveringVolley:
    fired = min(row.rof, wanted)
    return CoveringVolley(AUTO, 1, fired, fired // reading.tables.limits.covering_rounds.value)


def _by_action(reading: DawnReading, row: WeaponRow, mode: str, actions: int, wanted: int) -> CoveringVolley:
    most = reading.tables.limits.covering_most.value
    if mode == BURST:
        bursts = min(actions, wanted // reading.tables.limits.burst.value)
        return CoveringVolley(
            BURST, bursts, bursts * reading.tables.limits.burst.value, min(most, bursts), limited=True
        )
    shots = single_shots(row)
    if spreads(reading.tables, row):
        fired = min(actions * shots, wanted)
        return CoveringVolley(SINGLE, 1, fired, fired)
    used = min(actions, most, wanted // shots)
    return CoveringVolley(SINGLE, 1, used * shots, used, limited=True)


def _attempt(
    reading: DawnReading,
    fire: Suppress,
    target: str,
    key: str,
    weapon: Weapon,
    row: WeaponRow,
    volley: CoveringVolley,
    aimed: AimedPlace | None,
) -> DeclaredAttack:
    """Return the attack behind covering fire, up to long range and through full cover (004-28).

    Raises:
        RuleViolation: it is too far.
    """
    range_m = aimed.range_m if aimed else distance(reading.scene, fire.actor, target, fire.range_m)
    far = reach(reading.tables, row, range_m, braced=False, scoped=False)
    if far.true not in FARTHEST:
        raise RuleViolation(f"{metres(range_m)} is too far for covering fire.", f"It works up to {row.range_m} m.")
    behind = protection(reading, fire.actor, target, in_turn=True)
    ambush = sign_of(target) in reading.at_opening(fire.actor).unnoticed
    return DeclaredAttack(
        actor=fire.actor,
        target=target,
        key=key,
        weapon=weapon,
        row=row,
        mode=volley.mode,
        rounds=0,
        reach=far,
        range_m=range_m,
        defended=not ambush and reading.as_seen(target).able,
        drawn=is_drawn(reading.tables, reading.at_opening(fire.actor), key, weapon),
        shelter=behind.shelter,
        hidden=behind.hidden,
        modifier=fire.modifier,
        ambush=ambush,
    )


def covering_terms(reading: DawnReading, state: State, made: DeclaredAttack) -> Iterator[Term]:
    """Yield what covering fire is the sum of: no burst and no stream of fire counts, nor any aim (B7; 004-37).

    Whoever is out of it does not dodge: the number of the bracket stands for its range, too (B2; 004-50).
    """
    tables = reading.tables
    yield blend(tables, state, "ref", "cl", "004:124, 130")
    yield skill_term(state, tables.skill_with(made.row))
    yield Term("covering", tables.limits.covering.value, tables.limits.covering.cited)
    yield from range_terms(tables, made, made.reach) if made.reach else ()
    if accuracy := made.row.accuracy:
        yield Term("accuracy", accuracy, made.row.source)
    yield from unready_terms(reading, made)
    yield from fast_draw_terms(tables, drawn=made.drawn)
    yield from haste(reading, made.actor)
    yield from told_terms(made.modifier)


def _rolled(play: DawnPlay, made: DeclaredAttack) -> None:
    """Roll once: one round hits at most, of full automatic fire those of the burst table (004:214-218)."""
    if is_over(play, made, dead=False):
        return
    terms = tuple(covering_terms(play, play.at_opening(made.actor), made))
    skill = play.tables.skill_with(made.row)
    found = exchanged(play, made, terms, skill)
    hits, roll = (1, None) if found.hit else (0, None)
    if found.hit and made.mode == AUTO:
        hits, roll = burst_hits(play, made.actor, made.target)
    play.tell(attacked(play, made, found, 0, hits, roll, left_in(play.scene, made, 0), covering=True))
    landed(play, made, found, hits)


def _felt(play: DawnPlay, fire: Suppress, target: str, volley: CoveringVolley, aimed: AimedPlace | None) -> None:
    """Frighten the target, and all within a metre of it, two of full automatic fire (004:222), but for the known dead.

    Of somebody who is no longer where it was seen last, whoever is near that place (004-57).
    """
    limits = play.tables.limits
    metres = (limits.adjacent_auto if volley.mode == AUTO else limits.adjacent).value
    others = [other for other in play.scene.combatants if other not in (fire.actor, target)]
    near = [other for other in others if _metres_off(play, target, other, aimed, metres) <= metres]
    hit = [] if aimed and aimed.missed_m > metres else [target]
    named = others_named(play.scene, fire.actor, fire.others)
    for other in named:
        check_as_known(play, target, other, 0, metres)
    for other in dict.fromkeys((*hit, *near, *named)):
        if known_dead(play.scene, other):
            continue
        if points := _points_felt(play, fire.actor, other, volley):
            before = play.scene.combatants[other].state.stood_in_for(sign_of(fire.actor))
            instead = min(points, sum(fear.value for fear in before))
            kind = COVERING if volley.limited else SWEEPING
            play.tell(fright(play.scene, fire.actor, other, kind, points, instead=instead))


def _points_felt(reading: DawnReading, actor: str, other: str, volley: CoveringVolley) -> int:
    """Return what somebody feels of a volley: of single shots and bursts of one firer three points at most (B7).

    What has no limit counts beside those, whichever comes first.
    """
    if not volley.limited:
        return volley.points
    sign, fears = sign_of(actor), reading.scene.combatants[other].state.fears
    felt = sum(fear.value for fear in fears if fear.kind == COVERING and fear.source == sign)
    return min(volley.points, max(0, reading.tables.limits.covering_most.value - felt))


def _metres_off(reading: DawnReading, target: str, other: str, aimed: AimedPlace | None, beyond_m: int) -> float:
    """Return how far somebody is from where the fire goes; too far where nobody knows."""
    ground = reading.scene.ground
    if aimed and aimed.missed_m and ground:
        return distance_cm(aimed.place, ground.places[other]) / 100
    off_m = reading.distance(target, other)
    return beyond_m + 1 if off_m is None else off_m
