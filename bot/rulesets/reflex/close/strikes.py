"""A close combat attack from the blow to its cost in time, in the order in which its dice fall."""

from __future__ import annotations

from bot.core.terms import Term, total
from bot.rulesets.reflex.checks.check import Outcome, rolled
from bot.rulesets.reflex.close.blocks import Incoming, margin_after_block
from bot.rulesets.reflex.close.blow import DISARM, WRENCH, Blow
from bot.rulesets.reflex.close.dives import bowled_over, dive_damage, landed
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.close.holds import check_hands, resisted, use_grip
from bot.rulesets.reflex.close.terms import strike_check, strike_costs
from bot.rulesets.reflex.hazards.burning import kindle
from bot.rulesets.reflex.kinds import BodyPart, Pace
from bot.rulesets.reflex.person.protection import Harm
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.shots.damage import called_terms, hit_terms
from bot.rulesets.reflex.shots.difficulty import is_unaware
from bot.rulesets.reflex.shots.ranges import remember
from bot.rulesets.reflex.time.timing import afford, pass_time
from bot.rulesets.reflex.vehicles.hits import struck
from bot.rulesets.reflex.wounds.harm import hit_on, taken


def strike(play: ReflexPlay, blow: Blow) -> None:
    """Strike at somebody within reach.

    Dice: the attack; if it succeeds those of a block, or of Muscle against a disarm; then the place and what the wound
    asks for, or what a use of a grip asks for, and in a dive the target's footing; last the footing of whoever dives.
    """
    costs = strike_costs(blow)
    check_hands(play.scene, blow)
    cost = afford(play, blow.actor, total(costs))
    check = strike_check(play, blow)
    remember(play, blow.actor, blow.aimed_at, blow.range_m)
    outcome = rolled(play, check)
    play.tell(blow_struck(blow, costs, outcome))
    net = outcome.margin
    if outcome.succeeded:
        net = _opposed(play, blow, outcome)
    if net >= 0:
        (use_grip if blow.said.use not in ("", WRENCH) else _land)(play, blow, net)
    if net >= 0 and blow.dive is not Pace.STILL:
        bowled_over(play, blow.actor, blow.aimed_at, net)
    if blow.dive is not Pace.STILL:
        landed(play, blow.actor, blow.dive, hit=net >= 0)
    pass_time(play, blow.actor, cost, steadied=True)


def _opposed(play: ReflexPlay, blow: Blow, outcome: Outcome) -> int:
    """Return the margin left by a block, or by Muscle, which opposes a disarm in its place (line 854; ours)."""
    if blow.said.use == DISARM:
        return resisted(play, blow, outcome)
    incoming = Incoming(blow.actor, blow.aimed_at, blow.weapon, blow.limbs, outcome, is_unaware(blow))
    return margin_after_block(play, incoming)


def blow_struck(blow: Blow, costs: tuple[Term, ...], outcome: Outcome) -> Struck:
    """Return what a blow is told as."""
    return Struck(
        actor=blow.actor,
        target=blow.aimed_at,
        title=blow.weapon.name,
        mode=blow.mode,
        cost_ticks=total(costs),
        costs=costs,
        outcome=outcome,
        margin=outcome.margin,
        called=blow.said.called,
        dive=blow.dive,
        use=blow.said.use,
    )


def _land(play: ReflexPlay, blow: Blow, margin: int) -> None:
    """Have a blow find a place, that which it was called on or one of the grid, and wound it, or strike a vehicle."""
    terms, through = damage_terms(play, blow, margin), blow.weapon.model.penetration[0]
    harm = Harm(terms, through, margin == 0, blow.actor)
    if blow.target.body.vehicle:
        final = struck(play, blow.aimed_at, harm, blow.said.facing)
    else:
        place = BodyPart(blow.said.called) if blow.said.called else None
        final = taken(play, hit_on(play, blow.aimed_at, harm, place, blow.cover))
    if final:
        kindle(play, blow.aimed_at, blow.weapon.model.flame)


def damage_terms(reading: ReflexReading, blow: Blow, margin: int) -> tuple[Term, ...]:
    """Return Damage, the margin that is left (text 003, line 902), and what a dive and a call add (787, 461-465)."""
    diving = dive_damage(reading.tables, blow.dive)
    return (*hit_terms(blow.weapon, margin), *diving, *called_terms(reading.tables, blow.said.called))
