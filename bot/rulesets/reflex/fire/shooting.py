"""A ranged attack from the trigger to its cost in time, in the order in which its dice fall."""

from __future__ import annotations

from bot.core.events import RangeSet
from bot.core.terms import Term, total
from bot.rulesets.reflex.checks.check import Check, Effort, Outcome, prepared, rolled, wound_penalty
from bot.rulesets.reflex.close.blocks import USUAL_BLOCK, Incoming, margin_after_block
from bot.rulesets.reflex.fire.warheads import arrive
from bot.rulesets.reflex.person.anatomy import arms_at_work
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.shots.actions import MODES, Attack
from bot.rulesets.reflex.shots.difficulty import at_arms_reach, attribute_term, difficulty, is_unaware
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.shots.heavy import fails_at_reach
from bot.rulesets.reflex.shots.ranges import surcharge
from bot.rulesets.reflex.shots.shot import Shot, declared
from bot.rulesets.reflex.shots.sustained import sustained_ticks, uncapped
from bot.rulesets.reflex.state import Stance
from bot.rulesets.reflex.time.timing import afford, spend

LEAST_TICKS = {"hip": 1, "snap": 1, "aimed": 3}


def shoot(play: ReflexPlay, attack: Attack) -> None:
    """Fire at somebody; dice: those of ``fire``.

    Raises:
        RuleViolation: the attack is not possible, or takes more ticks than are left.
    """
    shot = declared(play, attack)
    costs = cost_terms(play, shot)
    afford(play, shot.actor, total(costs))
    fire(play, shot, costs)
    spend(play, shot.actor, total(costs), steadied=False)


def fire(play: ReflexPlay, shot: Shot, costs: tuple[Term, ...], *, block: str = USUAL_BLOCK) -> None:
    """Carry out a shot from the trigger to the wound; ``block`` is the key of the question to whom it may hit.

    Dice: the attack, at arm's reach those of a block (text 003, lines 878-879), then those of ``warheads.arrive`` if
    it hits. A distance that is told is remembered.
    """
    check = attack_check(play, shot)
    if play.distance(shot.actor, shot.aimed_at) != shot.far.range_m:
        play.tell(RangeSet(actor=shot.actor, target=shot.aimed_at, range_m=shot.far.range_m))
    outcome = rolled(play, check)
    futile = fails_at_reach(shot.weapon, shot.far.true)
    play.tell(_fired(shot, costs, outcome, futile=futile))
    net = outcome.margin
    if outcome.succeeded and at_arms_reach(shot) and not futile:
        net = margin_after_block(play, _incoming(shot, outcome, block))
    if net >= 0 and not futile:
        arrive(play, shot, net)


def _incoming(shot: Shot, outcome: Outcome, block: str) -> Incoming:
    arms = arms_at_work(shot.weapon)
    return Incoming(shot.actor, shot.aimed_at, shot.weapon, arms, outcome, is_unaware(shot), block)


def attack_check(reading: ReflexReading, shot: Shot) -> Check:
    """Return the check with the weapon's skill; wounds count for head, torso and the arms at work (lines 968-1040).

    An aimed shot halves the sum of its penalties (text 003, line 392; ruling 003-7).
    """
    return prepared(
        reading,
        "attack",
        shot.weapon.model.skill,
        shot.shooter.person.skills.get(shot.weapon.model.skill, 0),
        attribute_term(shot),
        difficulty(reading, shot),
        wound_penalty(shot.shooter, Effort(limbs=arms_at_work(shot.weapon))),
        state=shot.shooter,
        halve_penalties=shot.mode == "aimed",
        over_cap=uncapped(reading, shot),
    )


def cost_terms(reading: ReflexReading, shot: Shot) -> tuple[Term, ...]:
    """The ticks of the attack: Speed, doubled for one prone who fires to the side, and closeness (564; A7; 003-68).

    However fast a weapon, each kind of attack takes a least time (lines 381, 387, 393; ruling 003-8).
    """
    speed = shot.weapon.model.speed[MODES.index(shot.mode)]
    terms = [Term("speed", speed, "003:398-404", shot.mode)]
    if shot.sideways and shot.shooter.body.stance is Stance.PRONE:
        terms.append(Term("prone_side", speed, "A7; 003-68"))
    band = shot.far.sized if reading.options["size_changes_ticks"] else shot.far.true
    if close := surcharge(shot.weapon, band):
        terms.append(Term("too_close", close, "003:564"))
    terms += sustained_ticks(reading, shot)
    if (missing := LEAST_TICKS[shot.mode] - total(terms)) > 0:
        terms.append(Term("least", missing, "003:381, 387, 393; 003-8"))
    return tuple(terms)


def _fired(shot: Shot, costs: tuple[Term, ...], outcome: Outcome, *, futile: bool) -> ShotFired:
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
        hit=outcome.succeeded and not futile,
        futile=futile,
        recoil=shot.recoil,
        loaded=shot.weapon.loaded - shot.fired.spent,
        called=shot.called,
    )
