"""A ranged attack from the trigger to its cost in time, in the order in which its dice fall: with one gun, or two."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.ground.lost import check_in_sight
from bot.core.terms import Term, total
from bot.rulesets.reflex.blasts.blast import Explosion, charge_of
from bot.rulesets.reflex.blasts.impacts import go_off
from bot.rulesets.reflex.blasts.scatter import Impact
from bot.rulesets.reflex.checks.check import Outcome, rolled
from bot.rulesets.reflex.close.blocks import USUAL_BLOCK, Incoming, margin_after_block
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.person.hands import dominant, other_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.damage import land
from bot.rulesets.reflex.shots.difficulty import at_arms_reach, attack_check, cost_terms, is_unaware
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.shots.ranges import remember
from bot.rulesets.reflex.shots.shot import Shot, declared
from bot.rulesets.reflex.time.starts import as_it_stood, met
from bot.rulesets.reflex.time.timing import afford, charged, check_ticks, pass_time

ONLY_MODE = "hip"
SECOND_BLOCK = "block the second gun"


def shoot(play: ReflexPlay, attack: Attack) -> None:
    """Fire at somebody; dice: those of ``fire``.

    Raises:
        RuleViolation: the attack is not possible, or takes more ticks than are left.
    """
    shot, costs = met(play, attack.actor, attack.target, partial(_in_time, attack=attack))
    cost = charged(play, shot.actor, total(costs))
    fire(play, shot, costs)
    pass_time(play, shot.actor, cost, steadied=False)


def _in_time(reading: ReflexReading, attack: Attack) -> tuple[Shot, tuple[Term, ...]]:
    """Return a shot for which time is left, with its ticks; who comes too close on the tick for that is met where it
    stood."""
    shot = declared(reading, attack)
    costs = cost_terms(reading, shot)
    check_ticks(reading, shot.actor, total(costs))
    return shot, costs


def _met(reading: ReflexReading, attack: Attack) -> Shot:
    return met(reading, attack.actor, attack.target, partial(declared, attack=attack))


def declared_now(reading: ReflexReading, attack: Attack) -> Shot | None:
    """Return a shot with a moment of its own, as everybody stands by now; None where it is not possible."""
    try:
        return declared(reading.supposing(replace(reading.scene, opening={}, before={})), attack)
    except RuleViolation:
        return None


def fire(play: ReflexPlay, shot: Shot, costs: tuple[Term, ...], *, block: str = USUAL_BLOCK) -> None:
    """Carry out a shot from the trigger to the wound; ``block`` keys the question whether to block it.

    Dice: the attack, at arm's reach those of a block (text 003, lines 878-879), then what a hit takes.
    A distance that is told is remembered, and heavy weapons fail at arm's reach whatever the dice say (line 884).
    """
    check = attack_check(play, shot)
    remember(play, shot.actor, shot.aimed_at, shot.said.range_m)
    outcome = rolled(play, check)
    futile = bool(shot.weapon.model.heavy) and at_arms_reach(shot)
    hits = outcome.succeeded and not futile
    play.tell(shot_fired(shot, costs, outcome, hits=hits, futile=futile))
    if hits:
        net = margin_after_block(play, _incoming(shot, outcome, block)) if at_arms_reach(shot) else outcome.margin
        if net >= 0:
            hit_or_detonate(play, shot, net)


def _incoming(shot: Shot, outcome: Outcome, block: str) -> Incoming:
    arms = arms_at_work(shot.weapon)
    return Incoming(shot.actor, shot.aimed_at, shot.weapon, arms, outcome, is_unaware(shot), block)


def shot_fired(shot: Shot, costs: tuple[Term, ...], outcome: Outcome, *, hits: bool, futile: bool) -> ShotFired:
    """Return what a shot is told as."""
    return ShotFired(
        actor=shot.actor,
        target=shot.aimed_at,
        weapon=shot.key,
        title=shot.weapon.name,
        mode=shot.mode,
        rounds=shot.fired.rounds,
        spent=shot.fired.spent,
        range_m=shot.far.range_m,
        band=shot.far.true,
        cost_ticks=total(costs),
        costs=costs,
        outcome=outcome,
        margin=outcome.margin,
        hit=hits,
        futile=futile,
        recoil=shot.recoil,
        loaded=shot.weapon.loaded - shot.fired.spent,
        called=shot.said.called,
        mark=shot.mark,
    )


def hit_or_detonate(play: ReflexPlay, shot: Shot, margin: int) -> None:
    """Have an attack that succeeded by ``margin`` hit, or its warhead go off by itself (text 003, lines 1094-1139).

    The rounds of a burst that strike go off as one (ours). Dice: those of ``blast.detonate`` or ``damage.land``.
    """
    if not shot.weapon.model.explosive:
        land(play, shot, margin)
        return
    explosion = Explosion(
        charge=charge_of(play.tables, shot.weapon.model.explosive),
        margin=margin,
        struck=shot.aimed_at,
        place=BodyPart(shot.said.called) if shot.said.called else None,
        facing=shot.said.facing,
        cover=shot.cover,
        called=shot.said.called,
    )
    go_off(play, Impact(target=shot.aimed_at, place=shot.goal), explosion)


def volley(play: ReflexPlay, attack: Attack) -> None:
    """Fire both guns, that in the leading hand first; it takes as long as the slower one (1578-1586; ours).

    Dice: those of ``fire`` for each gun. The two are one moment: neither check knows what the other did, but whoever
    is put out by the first does not fire the second (003-95).

    Raises:
        RuleViolation: there is no pair of guns, it is no hip shot, or one is impossible.
    """
    first, second = _shots(play, attack)
    costs = [cost_terms(play, shot) for shot in (first, second)]
    ticks = max(map(total, costs))
    cost = afford(play, attack.actor, ticks)
    fire(play, first, costs[0])
    if play.hindrance(attack.actor, attack.offer.name) is None:
        fire(play, second, costs[1], block=SECOND_BLOCK)
    pass_time(play, attack.actor, cost, steadied=False)


def _shots(reading: ReflexReading, attack: Attack) -> tuple[Shot, Shot]:
    if attack.mode not in ("", ONLY_MODE):
        raise RuleViolation("Nobody aims two guns at once.", f"Say mode={ONLY_MODE}, or nothing.")
    guns = _pair(reading, attack.actor)
    target, other = attack.target, attack.other or attack.target
    check_in_sight(as_it_stood(reading.scene, attack.actor, other) or reading.scene, attack.actor, other)
    row = reading.tables.hands["two_guns" if other == target else "two_targets"]
    term = Term("two_guns", row.penalty, "003:1584-1585", row.title)
    first, second = (_shot(reading, attack, gun, at, term) for gun, at in zip(guns, (target, other), strict=True))
    return first, second


def _pair(reading: ReflexReading, actor: str) -> tuple[str, str]:
    """Return the guns in the leading hand and in the other."""
    state = reading.at_opening(actor)
    short = {
        key: gun
        for key, gun in state.kit.weapons.items()
        if gun.held_with == gun.model.grip_hands == 1 and not gun.model.melee
    }
    hands = {gun.hand: key for key, gun in short.items()}
    leading = dominant(reading.tables, state)
    if len(hands) < 2:
        raise RuleViolation(
            "That takes a one-handed firearm in each hand.", "Ready another one: /act action:ready with:hands=1."
        )
    return hands[leading], hands[other_hand(leading)]


def _shot(reading: ReflexReading, attack: Attack, gun: str, target: str, term: Term) -> Shot:
    """Return one of the two; a distance that is told is that of the first target."""
    range_m = attack.range_m if target == attack.target else None
    shot = _met(reading, replace(attack, target=target, weapon=gun, mode=ONLY_MODE, range_m=range_m))
    return replace(shot, hampered=(*shot.hampered, term))
