"""What a grip is good for besides hurting: more Control, obedience, an empty hand, or a way out of it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import Outcome, attribute_check, halved_up, opposed
from bot.rulesets.reflex.close.blow import COMPLY, DISARM, GRAPPLE, Blow
from bot.rulesets.reflex.close.dives import penalty
from bot.rulesets.reflex.close.events import Coerced, DisarmResisted
from bot.rulesets.reflex.close.grips import loosen, seize
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.person.anatomy import held_in
from bot.rulesets.reflex.person.physique import ARMS
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.wounds.events import LostHold


def use_grip(play: ReflexPlay, blow: Blow, margin: int) -> None:
    """Carry out the use of a grip that succeeded with ``margin`` left.

    A grab gives Control by it, and in a dive what its speed gives (text 003, lines 817-822). A painful hold frightens
    with as many threat conditions as half of it, up (lines 848-851; A12). What is left is an escape.
    """
    use = blow.said.use
    if use == GRAPPLE:
        seize(play, blow.actor, blow.aimed_at, margin, -penalty(play.tables, blow.dive))
    elif use == COMPLY:
        play.tell(Coerced(actor=blow.aimed_at, target=blow.actor, threats=halved_up(margin)))
    elif use == DISARM:
        _disarmed(play, blow, margin)
    else:
        loosen(play, blow.aimed_at, blow.actor, margin)


def _disarmed(play: ReflexPlay, blow: Blow, margin: int) -> None:
    """Have one hand let go, from a margin of five both (text 003, lines 853-856)."""
    hands = _full_hands(play.scene, blow)
    if margin < play.tables.grips["disarm"].both_hands_from:
        hands = hands[:1]
    state = play.scene.combatants[blow.aimed_at].state
    things = dict.fromkeys(thing for hand in hands for thing in held_in(state, hand))
    play.tell(LostHold(actor=blow.aimed_at, things=tuple(things)))


def _full_hands(scene: ReflexScene, blow: Blow) -> list[BodyPart]:
    """Return the arms whose hands hold something, the one that was chosen first."""
    full = [arm for arm in ARMS if held_in(scene.combatants[blow.aimed_at].state, arm)]
    return sorted(full, key=lambda arm: arm != f"{blow.said.hand} arm")


def check_hands(scene: ReflexScene, blow: Blow) -> None:
    """Check that a disarm finds something in the hand that was chosen, or in any.

    Raises:
        RuleViolation: that is so.
    """
    if blow.said.use != DISARM:
        return
    full = [arm.split()[0] for arm in _full_hands(scene, blow)]
    if (blow.said.hand or next(iter(full), "")) not in full:
        remedy = (
            f"Full hands: {', '.join(full)}." if full else "Nothing can be taken off them: strike with another use=."
        )
        raise RuleViolation(f"{shown(blow.aimed_at)} holds nothing there.", remedy)


def resisted(play: ReflexPlay, blow: Blow, outcome: Outcome) -> int:
    """Return what Muscle leaves of the margin of a disarm (003, line 854); no grip or wound hampers that (ours)."""
    against = attribute_check(play, "disarm", play.scene.combatants[blow.aimed_at].state, "muscle")
    net = opposed(outcome, against)
    play.tell(DisarmResisted(actor=blow.aimed_at, target=blow.actor, outcome=against, net=net))
    return net
