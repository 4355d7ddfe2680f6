"""Saturation fire: a lane is held under automatic fire for a round, and whoever ventures into it may be hit first."""

from __future__ import annotations

from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import Audience, SlotMoved
from bot.core.features import Rules
from bot.core.ground.lost import knows_of
from bot.core.terms import Term, total
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.cover.between import Protection, protection, told_protection
from bot.rulesets.graydawn.equipment.held import check_filled, check_usable, in_hand, is_usable
from bot.rulesets.graydawn.fire.attack import burst_hits
from bot.rulesets.graydawn.fire.sums import defence_terms
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import AUTO, LANE, FireLane, Stance, Weapon
from bot.rulesets.graydawn.suppression.actions import LANES, NARROWEST_M, Brave, Suppress
from bot.rulesets.graydawn.suppression.covering import lay_covering_fire
from bot.rulesets.graydawn.suppression.events import LaneBraved, LaneEnded, LaneHeld, NerveTested
from bot.rulesets.graydawn.suppression.laid_lanes import (
    free_name,
    gunner_of,
    in_lane,
    is_known,
    known_lanes,
    laid,
    lane_of,
    lift,
    stands_elsewhere,
)
from bot.rulesets.graydawn.suppression.nerve import difficulty, fright, suppression_roll
from bot.rulesets.graydawn.targets import known_dead, others_named
from bot.rulesets.graydawn.wounds.hits import Incoming, land

rules = Rules()


@rules(Suppress)
def suppress(play: DawnPlay, fire: Suppress) -> None:
    """Lay covering fire on a target, or saturate an area.

    Raises:
        RuleViolation: neither or both are named.
    """
    if bool(fire.target) == bool(fire.area or fire.to):
        raise Incomplete("Whom, or which area?", "Say target= for covering fire, or area= to saturate a lane.")
    (lay_covering_fire if fire.target else saturate)(play, fire)


def saturate(play: DawnPlay, fire: Suppress) -> None:
    """Hold a lane under automatic fire for the whole round (text 004, line 224; B4; GD-24; 004-17; 004-29).

    Whoever is named stands in it now, and has been fired at; on a ground it is whoever does stand there. Over those who
    are down it goes (ours).
    Dice: for each of them as for `brave`, without the suppression roll.

    Raises:
        RuleViolation: nerves, the weapon or its rounds do not allow it, or something else was declared.
    """
    actor = fire.actor
    key, weapon, rounds = _gun(play, fire)
    row = play.tables.weapons[weapon.kind]
    way = lane_of(play, fire, row)
    area = free_name(play.scene, actor, fire.area.casefold())
    named = _named(play.scene, actor, fire.others)
    victims = dict.fromkeys(in_lane(play.scene, way, actor) if way else named)
    if area in play.scene.state.lanes:
        _end(play, area, unseen=True)
    play.tell(
        LaneHeld(
            actor=actor,
            area=area,
            weapon=key,
            kind=weapon.kind,
            ammunition=weapon.ammunition,
            fired=rounds,
            loaded=weapon.loaded - rounds,
            width=max(NARROWEST_M, fire.width),
            gives_away=True,
        )
    )
    lane = play.scene.state.lanes[area]
    if way:
        play.tell(laid(play.scene, actor, lane, way))
    for victim in victims:
        if (added := _added(play, victim, lane)) is not None:
            play.tell(fright(play.scene, actor, victim, LANE, added))
    for number, victim in enumerate(victims):
        with play.about(victim), play.own_moment(), play.part(f"target {number + 1}"):
            _under_fire(play, victim, lane, by=actor if knows_of(play.scene, actor, victim) else "")


def _gun(reading: DawnReading, fire: Suppress) -> tuple[str, Weapon, int]:
    """Return the weapon that somebody holds a lane with, by its key, and its rounds.

    Raises:
        RuleViolation: nerves, the weapon or its rounds do not allow it, or something else was declared.
    """
    state = reading.at_opening(fire.actor)
    if state.turn.pinned or state.stance is Stance.FULL:
        raise RuleViolation(
            "Saturation takes steady nerves, and showing oneself.", "Cover somebody instead, with target=."
        )
    if state.turn.actions > 1:
        raise RuleViolation(
            "Saturation takes the whole round.",
            "Declare one action for it as your next turn begins, with:actions=1.",
        )
    key, weapon = in_hand(state, fire.weapon)
    row = reading.tables.weapons[weapon.kind]
    check_usable(reading.tables, state, key, weapon)
    most = row.rof
    if AUTO not in row.modes:
        raise RuleViolation(
            f"The {key} cannot saturate a lane.", "It takes what fires full automatic: /act action:draw."
        )
    check_filled(state, key, weapon, row.title)
    rounds = min(weapon.loaded, most if fire.rounds is None else fire.rounds)
    if rounds > most:
        raise RuleViolation(f"The {key} cannot saturate a lane with {rounds} rounds.", f"Say rounds={most} or fewer.")
    return key, weapon, rounds


def _named(scene: DawnScene, actor: str, others: str) -> list[str]:
    """Return who is named as standing in a lane.

    Raises:
        RuleViolation: one of them is not there, or is down and shows nothing to it, as on a ground.
    """
    named = others_named(scene, actor, others)
    for other in named:
        if not scene.combatants[other].state.able:
            raise RuleViolation(
                f"{shown(other)} is down: the fire of a lane goes above.", "Leave it out of others, or aim: /attack."
            )
    return named


@rules(Brave)
def brave(play: DawnPlay, venture: Brave) -> None:
    """Show oneself in a lane that is held under fire: nerve first, then a dodge (text 004, line 224; 004-17).

    Whose nerve has failed stays out of lanes for the round.

    Dice: the suppression roll, the defence, and for who fails it one of six sides and each hit.

    Raises:
        RuleViolation: no such lane is held, or nerve has failed in this round.
    """
    actor, area = venture.actor, venture.area.casefold()
    lane = play.scene.state.lanes.get(area)
    if lane is None:
        held = ", ".join(known_lanes(play.scene))
        raise RuleViolation(f"{shown(area)[:40]} is under no fire.", f"Lanes under fire: {held}." if held else LANES)
    if play.scene.combatants[actor].state.turn.balked:
        raise RuleViolation(f"{shown(actor)} did not dare to.", "Stay out of it until the next round.")
    dared(play, actor, lane)


def dared(play: DawnPlay, actor: str, lane: FireLane) -> bool:
    """Tell whether somebody dares to show in a lane; who does dodges its fire (004-17). Dice: as for `brave`.

    A one is a critical failure as of any suppression roll, and loses what is left of the turn (text 004, line 238).
    """
    state = play.scene.combatants[actor].state
    added = _added(play, actor, lane)
    terms = (*difficulty(play, state), *((Term(LANE, added, "B7; 004:224"),) if added else ()))
    number = total(terms)
    made = suppression_roll(play, actor, number)
    held_out = passed(made, number)
    play.tell(
        NerveTested(
            actor=actor,
            check=made,
            number=number,
            held=held_out,
            area=lane.area,
            cleared=True,
            lost=made.fumble,
            against=terms,
        )
    )
    if made.fumble:
        play.tell(SlotMoved(actor=actor))
    if held_out:
        with play.own_moment():
            _under_fire(play, actor, lane)
    return held_out


def _added(reading: DawnReading, actor: str, lane: FireLane) -> int | None:
    """Return what a lane adds to what its gunner has fired at somebody already; None where that weighs as much."""
    return reading.scene.combatants[actor].state.added_by(lane.source, reading.tables.limits.lane.value)


def end_lanes(play: DawnPlay) -> None:
    """End each lane whose gunner is down, pinned, moves, hides, has left or has nothing more to fire with (004-54)."""
    for area, lane in play.scene.state.lanes.items():
        gunner = gunner_of(play.scene, lane)
        if gunner is None or not _holds(play, gunner, lane):
            _end(play, area, unseen=not is_known(play.scene, lane))


def _end(play: DawnPlay, area: str, *, unseen: bool) -> None:
    """End a lane; of one that is held ``unseen`` only the GM is told."""
    play.tell(LaneEnded(area=area, audience=Audience.GM if unseen else Audience.ALL))
    lift(play, area)


def _holds(reading: DawnReading, gunner: str, lane: FireLane) -> bool:
    state = reading.scene.combatants[gunner].state
    weapon = state.weapons.get(state.wields)
    armed = weapon is not None and weapon.kind == lane.kind and is_usable(reading.tables, state, weapon)
    stays = state.stance not in (Stance.FULL, Stance.MOVING) and not stands_elsewhere(reading.scene, gunner, lane)
    return armed and state.able and not state.turn.pinned and stays


def _under_fire(play: DawnPlay, actor: str, lane: FireLane, *, by: str = "") -> None:
    """Dodge the rounds by the width, rounded up; who fails is hit by the burst table (GD-24; 004-17).

    ``by`` is who fires them in an act of its own, and knows at whom.
    """
    made = _dodged(play, actor, lane)
    safe = passed(made, lane.number)
    hits, roll = (0, None) if safe else burst_hits(play, by, actor)
    play.tell(LaneBraved(actor=actor, area=lane.area, check=made, number=lane.number, safe=safe, hits=hits, roll=roll))
    row = play.tables.weapons[lane.kind]
    for number in range(hits):
        if not known_dead(play.scene, actor):
            behind = _protected(play, actor, lane)
            incoming = Incoming(
                dice=row.dice,
                sides=row.sides,
                flat=row.flat,
                ammunition=lane.ammunition,
                margin=max(0, lane.number - made.total),
                most=_at_point_blank(play, actor, lane),
                shelter=behind.shelter,
                hidden=behind.hidden,
                by=by,
            )
            with play.part(f"hit {number + 1}"):
                land(play, "", actor, incoming)


def _at_point_blank(reading: DawnReading, actor: str, lane: FireLane) -> bool:
    """Tell whether somebody is so near to the gunner of a lane that damage is the most (text 004, line 262)."""
    gunner = gunner_of(reading.scene, lane)
    range_m = None if gunner is None else reading.distance(gunner, actor)
    return range_m is not None and range_m <= reading.tables.limits.point_blank.value


def _protected(play: DawnPlay, actor: str, lane: FireLane) -> Protection:
    """Return what somebody is behind as its gunner sees it."""
    gunner = gunner_of(play.scene, lane)
    return told_protection(play.scene.combatants[actor].state) if gunner is None else protection(play, gunner, actor)


def _dodged(play: DawnPlay, actor: str, lane: FireLane) -> Outcome:
    """Make the ranged defence roll; a one fails it (004-17; 004-26)."""
    terms, skill = defence_terms(play, play.scene.combatants[actor].state, melee=False)

    def once() -> Outcome:
        return check(play, "defence", terms, skill)

    return reconsidered(play, actor, once(), once, lambda made: lane.number - made.total)
