"""Whoever sees the target tells the gunner where it is, and then where the rounds land."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.errors import RuleViolation, absent
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.narration import spelled_place
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.explosions import said_place, told_places
from bot.rulesets.reflex.checks.check import MIND, Outcome, skill_check, told_terms, wound_penalty
from bot.rulesets.reflex.indirect.actions import (
    ARTILLERY,
    TACTICS,
    AdjustFire,
    CallFire,
    FireIndirectly,
    indirect_weapons,
)
from bot.rulesets.reflex.indirect.events import FireAdjusted, FireCalled, FireDirected, PlaceTold
from bot.rulesets.reflex.pauses.operations import under_fire
from bot.rulesets.reflex.person.bodies import is_gone
from bot.rulesets.reflex.person.consciousness import conscious, known_dead
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.scene_state import Mission
from bot.rulesets.reflex.time.timing import afford, spend

rules = Rules()

ARTILLERY_BONUS = 2
CALL_FROM, CALL_LEAST = 15, -5
ADJUST_BY, ADJUST_WELL_BY, WELL = 1, 2, 5


def known_to(scene: ReflexScene, actor: str) -> list[str]:
    """Return whom somebody may know of and not know to be dead or gone: to a player's the hidden are not here."""
    there = {other: one for other, one in scene.combatants.items() if not is_gone(scene, actor, other)}
    return [other for other, one in there.items() if not known_dead(one) and scene.sees(actor, other)]


def aim_of(scene: ReflexScene, order: CallFire | FireIndirectly) -> tuple[str, str]:
    """Return the target or the spot that an order names, neither where it names none; a place of a ground is a spot.

    Raises:
        RuleViolation: there is no such target, it is out of sight or whoever gives the order, or both are named.
    """
    target, place = order.target, said_place(scene, order.to, order.actor)
    spot = order.spot or (spelled_place(place) if place else "")
    if target and spot:
        raise RuleViolation("A target or a spot?", "Name one of both.")
    if target and target not in known_to(scene, order.actor):
        raise absent(target, "Name somebody who is, or a spot.")
    check_in_sight(scene, order.actor, target)
    if target == order.actor:
        raise RuleViolation("Nobody calls fire on themselves by name.", "Name a spot where you are.")
    return target, spot


def gunner_of(scene: ReflexScene, order: CallFire | AdjustFire) -> str:
    """Return the gunner that an order names, or the only other one on the same side who has a weapon for it.

    Raises:
        RuleViolation: there is none, or more than one.
    """
    side = scene.combatants[order.actor].side
    others = {other: scene.combatants[other] for other in known_to(scene, order.actor) if other != order.actor}
    own = {other: each.state for other, each in others.items() if each.side == side}
    able = [other for other, state in own.items() if conscious(state) and indirect_weapons(state)]
    if order.gunner:
        return find("gunner", able, order.gunner)
    if not able:
        raise RuleViolation("Nobody who is awake has a weapon for it.", "It takes a mortar or a launcher.")
    if len(able) > 1:
        raise RuleViolation("Who fires?", f"Say gunner=: {', '.join(map(shown, able))}.")
    return able[0]


@rules(CallFire)
def call_fire(play: ReflexPlay, call: CallFire) -> None:
    """Call for fire, the first time or to shift it to another target (text 003, lines 1612-1614, 1648-1650).

    Dice: Artillery (+2) or Tactics, either on Cognition.

    Raises:
        RuleViolation: there is nothing to fire at or nobody to fire.
    """
    gunner, (target, spot) = gunner_of(play.scene, call), aim_of(play.scene, call)
    if not (target or spot) or target == gunner:
        raise RuleViolation("Fire at what?", "Name another target, or a spot=crossroads.")
    places = told_places(known_to(play.scene, call.actor), call.victims)
    outcome = _observed(play, call, "call for fire", under_fire(play))
    play.tell(FireCalled(actor=call.actor, target=target, spot=spot, outcome=outcome))
    if outcome.succeeded:
        eased = play.scene.state.missions.get(gunner, Mission()).eased
        penalty = call_penalty(outcome.margin)
        place = said_place(play.scene, call.to, call.actor)
        directed = FireDirected(actor=gunner, target=target, spot=spot, penalty=penalty, eased=eased, place=place)
        play.tell(directed)
        tell_places(play, gunner, places)
    play.tell(SlotMoved(actor=call.actor))


def tell_places(play: ReflexPlay, gunner: str, places: Mapping[str, float]) -> None:
    """Tell who is how far from where a gunner fires, once for all its rounds."""
    for actor, metres in places.items():
        play.tell(PlaceTold(actor=actor, target=gunner, metres=metres))


def call_penalty(margin: int) -> int:
    """Return the penalty: fifteen less the margin of the call, five at least (text 003, line 1619; RX-51; 003-33)."""
    return min(CALL_LEAST, margin - CALL_FROM)


def penalty_of(mission: Mission) -> int:
    """Return what the attacks of a mission suffer, as adjusted, five at least (text 003, lines 1619, 1645-1646)."""
    return min(CALL_LEAST, mission.penalty + mission.eased)


def _observed(play: ReflexPlay, order: CallFire | AdjustFire, label: str, hampered: tuple[Term, ...] = ()) -> Outcome:
    """Return the observer's check, with the better known skill where none is named (text 003, lines 1613, 1644)."""
    state = play.at_opening(order.actor)
    usual = TACTICS if state.person.skills.get(TACTICS, 0) > state.person.skills.get(ARTILLERY, 0) else ARTILLERY
    skill = order.skill or usual
    trained = (Term("artillery_call", ARTILLERY_BONUS, "003:1613"),) if skill == ARTILLERY else ()
    terms = (*trained, *hampered, *told_terms(order.modifier))
    return skill_check(play, label, state, skill, "cognition", terms, wound_penalty(state, MIND))


@rules(AdjustFire)
def adjust_fire(play: ReflexPlay, adjusting: AdjustFire) -> None:
    """Tell the gunner where the last round landed, once in an exchange (text 003, lines 1638-1646).

    Dice: those of a call for fire.

    Raises:
        RuleViolation: no round has landed since, or this exchange had its adjustment.
    """
    gunner = gunner_of(play.scene, adjusting)
    mission = play.scene.state.missions.get(gunner, Mission())
    _check_adjusted(play.scene, gunner, mission)
    ticks = play.tables.ticks["sentence"].ticks
    afford(play, adjusting.actor, ticks)
    outcome = _observed(play, adjusting, "adjust fire")
    by = _eased(mission, outcome)
    penalty = min(CALL_LEAST, mission.penalty + mission.eased + by)
    play.tell(FireAdjusted(actor=adjusting.actor, target=gunner, outcome=outcome, eased=by, penalty=penalty))
    spend(play, adjusting.actor, ticks)


def _check_adjusted(scene: ReflexScene, gunner: str, mission: Mission) -> None:
    if not mission.called:
        raise RuleViolation(
            f"Nobody directs the fire of {shown(gunner)}.", "Call for fire in a pause first: /act action:call_fire."
        )
    if mission.adjusted == scene.state.exchange:
        raise RuleViolation("This exchange had its adjustment.", "Adjust again in the next one.")
    if not mission.landed:
        raise RuleViolation("No round has come down since.", "Adjust when the next one has.")


def _eased(mission: Mission, outcome: Outcome) -> int:
    """Return by how much: one, or two for a margin of five, and never below the least penalty."""
    if not outcome.succeeded:
        return 0
    by = ADJUST_WELL_BY if outcome.margin >= WELL else ADJUST_BY
    return max(0, min(by, CALL_LEAST - mission.penalty - mission.eased))
