"""Grapples: an opposed test hand to hand takes hold instead of doing damage, and each action either may test again."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.terms import Term
from bot.core.wording import metres, shown
from bot.rulesets.eclipse.checks.rules import beats, check, excellent_damage
from bot.rulesets.eclipse.cover.screened import THROUGH_SMOKE, check_seen, screened
from bot.rulesets.eclipse.deeds.holding import hold_of
from bot.rulesets.eclipse.fire.defence import roll_defence
from bot.rulesets.eclipse.fire.rounds import POINT_BLANK_M
from bot.rulesets.eclipse.grapple.actions import Grapple, Purpose, Wrestle
from bot.rulesets.eclipse.grapple.events import GrappleOver, Wrestled
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import BARE_HANDS, BodyKind, State, Weapon
from bot.rulesets.eclipse.tables import graded
from bot.rulesets.eclipse.targets import target_named
from bot.rulesets.eclipse.time.phases import begin_action, end_action, state_in_moment
from bot.rulesets.eclipse.wounds.armor import armor_penalty
from bot.rulesets.eclipse.wounds.hits import WeaponHit, land_hit
from bot.rulesets.eclipse.wounds.injury import condition_terms

rules = Rules()


@rules(Grapple)
def grapple(play: EclipsePlay, taking: Grapple) -> None:
    """Take hold of somebody by an opposed test with bare hands (001-31). Dice: the test, and the other's defence.

    Raises:
        RuleViolation: one of the two is in a grapple, or the other is down, out of sight or too far away.
    """
    actor, target = taking.actor, target_named(play.scene, taking.actor, taking.target)
    check_in_sight(play.scene, actor, target)
    _check_resists(state_in_moment(play.scene, target), target)
    for one in (actor, target):
        if hold_of(play.scene, one):
            remedy = "Go on with /act action:wrestle." if one == actor else "Attack it, or choose somebody else."
            raise RuleViolation(f"{shown(one)} is in a grapple.", remedy)
    far_m = play.distance(actor, target)
    if far_m is not None and far_m > POINT_BLANK_M:
        raise RuleViolation(f"{shown(target)} is {metres(far_m)} away.", "Move there with /act action:move.")
    found = screened(play, actor, target)
    check_seen(found, target, "Go where it can be reached.")
    seen = graded("visibility", play.tables.visibility, THROUGH_SMOKE if found and found.smoke else "")
    begin_action(play, actor)
    _test(play, actor, target, Purpose.HOLD, (*seen, Term("told", taking.modifier, "GM")))
    end_action(play, actor)


def _check_resists(state: State, target: str) -> None:
    """Raise RuleViolation where nobody can be wrestled with: a thing, and whoever all see to be down (ours)."""
    if state.kind is BodyKind.OBJECT or state.down:
        what = "is a thing" if state.kind is BodyKind.OBJECT else "is down"
        raise RuleViolation(f"{shown(target)} {what}: nobody wrestles with it.", "Attack it, or choose somebody else.")


@rules(Wrestle)
def wrestle(play: EclipsePlay, going_on: Wrestle) -> None:
    """Test again to hurt, to hold or to be free; whoever holds lets go without a test (001-31).

    Dice: the test, the other's defence, and the damage of a blow with bare hands.

    Raises:
        RuleViolation: the actor is in no grapple, or holds already.
    """
    actor = going_on.actor
    hold = hold_of(play.scene, actor)
    if hold is None:
        raise RuleViolation(
            f"{shown(actor)} is in no grapple.", "Take hold of somebody first with /act action:grapple."
        )
    if hold.holds and going_on.to is Purpose.HOLD:
        raise RuleViolation(f"{shown(actor)} holds already.", "Hurt the other (to=hurt), or let go (to=free).")
    begin_action(play, actor)
    if hold.holds and going_on.to is Purpose.FREE:
        play.tell(Wrestled(actor=actor, target=hold.other, to=Purpose.FREE, won=True))
    else:
        _test(play, actor, hold.other, going_on.to, (Term("told", going_on.modifier, "GM"),))
    end_action(play, actor)


def tear_apart(play: EclipsePlay, put: Sequence[str]) -> None:
    """End the grapples of those whom a GM has ``put`` out of reach (ours)."""
    for actor in play.scene.combatants:
        hold = hold_of(play.scene, actor)
        if hold is None or not hold.holds or not {actor, hold.other}.intersection(put):
            continue
        far_m = play.distance(actor, hold.other)
        if far_m is not None and far_m > POINT_BLANK_M:
            play.tell(Wrestled(actor=actor, target=hold.other, to=Purpose.FREE, won=True))


def end_what_is_over(play: EclipsePlay) -> None:
    """Have nobody in a grapple who is out of action, nor whose other is or has left: not even once that one is able."""
    for actor, combatant in play.scene.combatants.items():
        if combatant.state.grip and hold_of(play.scene, actor) is None:
            play.tell(GrappleOver(actor=actor))


def _test(play: EclipsePlay, actor: str, other: str, to: Purpose, told: tuple[Term, ...]) -> None:
    """Make the opposed test, for which a grapple is no hindrance, and what comes of it.

    How big somebody is counts as for a blow, but of whom one does not see (ours).
    """
    state, weapon = state_in_moment(play.scene, actor), _bare_hands(play, actor)
    hurried = play.tables.modifiers.running_otherwise.terms() if state.running else ()
    size = state_in_moment(play.scene, other).size if play.scene.sees(actor, other) else ""
    big = graded("sizes", play.tables.sizes, size)
    terms = (*condition_terms(play.tables, state), *armor_penalty(play.tables, state), *big, *hurried, *told)
    outcome = check(play, "attack", Term("skill", state.skills.get(weapon.skill, 0), "sheet", weapon.skill), terms)
    with play.about(other):
        defence = roll_defence(play, other, melee=True, wrestling=True) if outcome.succeeded else None
        won = beats(outcome, defence)
        play.tell(Wrestled(actor=actor, target=other, to=to, won=won, outcome=outcome, defence=defence))
        if won and to is Purpose.HURT:
            bonus = excellent_damage(outcome)
            hit = WeaponHit(weapon=weapon, som=state.som, excellent=bonus, critical=outcome.critical)
            land_hit(play, actor, other, hit)


def _bare_hands(play: EclipsePlay, actor: str) -> Weapon:
    """Return the bare hands, which everybody has."""
    return next(each for each in play.scene.combatants[actor].state.weapons.values() if each.kind == BARE_HANDS)
