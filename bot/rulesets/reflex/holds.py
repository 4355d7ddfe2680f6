"""What a grip is good for besides hurting: more Control, obedience, an empty hand, or a way out of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.errors import RuleViolation
from bot.core.wording import shown
from bot.rulesets.reflex.anatomy import held_in
from bot.rulesets.reflex.blocks import Met
from bot.rulesets.reflex.blow import COMPLY, DISARM, ESCAPE, GRAPPLE, Blow
from bot.rulesets.reflex.check import Outcome, attribute_check, opposed
from bot.rulesets.reflex.dives import penalty
from bot.rulesets.reflex.events_combat import LostHold
from bot.rulesets.reflex.events_grips import Coerced, DisarmResisted
from bot.rulesets.reflex.grips import loosen, seize
from bot.rulesets.reflex.physique import ARMS
from bot.rulesets.reflex.recoil import halved_up
from bot.rulesets.reflex.referee import Referee, ReflexScene, Ruling
from bot.rulesets.reflex.state import Place

Hold = Callable[[Referee, ReflexScene, Blow, int], Ruling]


def _grappled(referee: Referee, scene: ReflexScene, blow: Blow, margin: int) -> Ruling:
    """Control by the margin, and in a dive what its speed gives (text 003, lines 817-822)."""
    return seize(scene, blow.actor, blow.aimed_at, margin, -penalty(referee.tables, blow.dive))


def _complied(referee: Referee, scene: ReflexScene, blow: Blow, margin: int) -> Ruling:
    """Pain: as many threat conditions as half the margin, up (text 003, lines 848-851; A12)."""
    return (yield Coerced(actor=blow.aimed_at, target=blow.actor, threats=halved_up(margin)))


def _disarmed(referee: Referee, scene: ReflexScene, blow: Blow, margin: int) -> Ruling:
    """One hand lets go, from a margin of five both (text 003, lines 853-856)."""
    hands = _full_hands(scene, blow)
    if margin < referee.tables.number("grips", "disarm", "both_hands_from"):
        hands = hands[:1]
    state = scene.combatants[blow.aimed_at].state
    things = dict.fromkeys(thing for hand in hands for thing in held_in(state, hand))
    return (yield LostHold(actor=blow.aimed_at, things=tuple(things)))


def _escaped(referee: Referee, scene: ReflexScene, blow: Blow, margin: int) -> Ruling:
    return loosen(scene, blow.aimed_at, blow.actor, margin)


_HOLDS: Mapping[str, Hold] = {GRAPPLE: _grappled, COMPLY: _complied, DISARM: _disarmed, ESCAPE: _escaped}


def finish(referee: Referee, scene: ReflexScene, blow: Blow, margin: int) -> Ruling:
    """What the use of a grip comes to that succeeded with ``margin`` left."""
    return _HOLDS[blow.use](referee, scene, blow, margin)


def _full_hands(scene: ReflexScene, blow: Blow) -> list[Place]:
    """The arms whose hands hold something, the one that was chosen first."""
    full = [arm for arm in ARMS if held_in(scene.combatants[blow.aimed_at].state, arm)]
    return sorted(full, key=lambda arm: arm != f"{blow.inputs.get('hand')} arm")


def check_hands(scene: ReflexScene, blow: Blow) -> None:
    """Nothing, unless a disarm finds nothing in the hand that was chosen, or in any.

    Raises:
        RuleViolation: that is so.
    """
    if blow.use != DISARM:
        return
    full = [arm.split()[0] for arm in _full_hands(scene, blow)]
    if blow.inputs.get("hand", next(iter(full), "")) not in full:
        raise RuleViolation(f"{shown(blow.aimed_at)} holds nothing there.", f"Full hands: {', '.join(full) or 'none'}.")


def resisted(referee: Referee, scene: ReflexScene, blow: Blow, outcome: Outcome) -> Met:
    """Muscle opposes a disarm (text 003, line 854); to resist is no action that a grip or a wound hampers (ours)."""
    against = attribute_check(referee, "disarm", scene.combatants[blow.aimed_at].state, "muscle")
    net = opposed(outcome, against)
    return (yield DisarmResisted(actor=blow.aimed_at, target=blow.actor, outcome=against, net=net)), net
