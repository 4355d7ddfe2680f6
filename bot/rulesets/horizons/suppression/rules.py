"""Suppressing fire: rounds for each action that anybody takes, and a shot at whoever leaves cover all the same."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.places import bearing
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.horizons.equipment.rules import loads, working
from bot.rulesets.horizons.fire.actions import Attack
from bot.rulesets.horizons.fire.rules import only_left
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsScene, opponent
from bot.rulesets.horizons.suppression.actions import CoveringShot, Suppress
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionEnded
from bot.rulesets.horizons.suppression.lanes import end_fire, fire_out_of_turn, lane_of, lay_lane
from bot.rulesets.horizons.suppression.spending import spend_rounds
from bot.rulesets.horizons.time.rules import check_reaction

rules = Rules()


@rules(Suppress)
def suppress(play: HorizonsPlay, suppress: Suppress) -> None:
    """Keep heads down: one round an action for each lane, more for each group in the open, or as the GM says.

    Text 000, lines 151-175; rulings 000-13, 000-24.

    Raises:
        RuleViolation: the weapon cannot be fired, or has not that many rounds, or on a ground it is not said whither.
    """
    name, weapon = working(play.scene, suppress.actor, suppress.weapon or suppress.item)
    rounds = suppress.rounds or play.tables.grounds[suppress.ground].rounds * suppress.lanes
    if rounds > weapon.loaded:
        less = "Reload, or cover less ground." if loads(weapon) else "Cover less ground."
        raise RuleViolation(only_left(weapon.loaded), less)
    lane, ground = lane_of(play, suppress, weapon.range_m), play.scene.ground
    whither = bearing(ground.places[suppress.actor], lane.end) if lane and ground else None
    play.tell(Suppressing(actor=suppress.actor, weapon=name, rounds=rounds, bearing=whither))
    if lane:
        lay_lane(play, suppress.actor, lane)


@rules(CoveringShot)
def covering_shot(play: HorizonsPlay, shot: CoveringShot) -> None:
    """Shoot out of turn at whoever comes out under one's fire, as the reaction of the round (000-13, 000-32).

    Raises:
        RuleViolation: nobody is suppressed, the reaction is used, the target has not shown itself, or the shot is not
            possible.
    """
    actor, state = shot.actor, play.scene.combatants[shot.actor].state
    if not play.scene.fight:
        raise RuleViolation("There are no covering shots now.", "They need a fight: a GM starts one with /init start.")
    play.check_able(actor)
    if not state.suppressing:
        raise RuleViolation(f"{shown(actor)} suppresses nobody.", "Suppress first: /act action:suppress.")
    check_reaction(play, actor)
    target = opponent(play.scene, actor, shot.target)
    if not play.scene.combatants[target].state.is_exposed_to(actor):
        remedy = "Shoot in your turn, or when it leaves cover, shows itself or enters the lane."
        raise RuleViolation(f"{shown(target)} has not come out under the fire.", remedy)
    fired = Attack(
        actor=actor,
        target=target,
        range_m=shot.range_m,
        bonus=shot.bonus,
        modifier=shot.modifier,
        effort=shot.effort,
    )
    fire_out_of_turn(play, fired)


def keep_firing(play: HorizonsPlay, order: Act, before: HorizonsScene) -> None:
    """Spend the rounds that an action costs those who suppress (000-13)."""
    spend_rounds(play, order.actor)


def fall_silent(play: HorizonsPlay) -> None:
    """End the suppressing fire of every gun that jams, bursts, is stuck, empty or gone (ruling 000-33), and of whom an
    edited sheet has put out.
    """
    for combatant in [each for each in play.scene.combatants.values() if each.state.suppressing]:
        actor, state = combatant.actor, combatant.state
        weapon = state.weapons.get(state.held)
        if not state.able or weapon is None or weapon.fault or not weapon.loaded:
            fault = weapon.fault if weapon else ""
            play.tell(SuppressionEnded(actor=actor, empty=state.able and not fault, fault=fault))


def let_up_unarmed(play: HorizonsPlay, before: HorizonsScene) -> None:
    """Tell who keeps no heads down any more since an edited sheet put another gun in its hand (ours)."""
    people = play.scene.combatants
    fired = {actor: was.sheet for actor, was in before.combatants.items() if was.state.suppressing}
    for actor in [each for each in fired if each in people]:
        state, is_edited = people[actor].state, people[actor].sheet != fired[actor]
        if is_edited and state.able and not state.suppressing:
            play.tell(SuppressionEnded(actor=actor))


def let_up(play: HorizonsPlay, order: Act, before: HorizonsScene) -> None:
    """End the suppressing fire of whoever does something else with its action."""
    end_fire(play, order.actor)
