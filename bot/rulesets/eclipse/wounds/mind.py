"""What stress does to a mind: traumas, lost wits, and a breakdown."""

from __future__ import annotations

from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import State
from bot.rulesets.eclipse.wounds.events import BodyTested, BrokeDown, Dazed, Stressed
from bot.rulesets.eclipse.wounds.injury import condition_terms


def take_stress(play: EclipsePlay, target: str, stress: int, *, resisted: bool) -> None:
    """Take stress, unless it may be resisted with three times Willpower and is (C1).

    Traumas as wounds by the Trauma Threshold; Lucidity reached is a breakdown, twice that madness. Whom a GM has
    brought round with all its stress any more of it breaks again. Dice: the resistance, then whether a trauma takes the
    wits.
    """
    before = play.scene.combatants[target].state
    outcome = _willpower_check(play, before, "resistance") if resisted else None
    taken = 0 if outcome and outcome.succeeded else stress
    traumas = taken // before.trauma_threshold
    after = before.stress + taken
    play.tell(Stressed(actor=target, stress=taken, traumas=traumas, total=after, outcome=outcome))
    insane = after >= 2 * before.lucidity
    breaks = taken > 0 and not before.broken and after >= before.lucidity
    if breaks or (insane and before.stress < 2 * before.lucidity):
        play.tell(BrokeDown(actor=target, insane=insane))
        return
    if traumas:
        _disoriented(play, target)


def _disoriented(play: EclipsePlay, target: str) -> None:
    """Take the wits by a trauma, unless three times Willpower keep them; the new traumas count (EPL 7)."""
    state = play.scene.combatants[target].state
    if state.dazed or not state.awake:
        return
    outcome = _willpower_check(play, state, "disorientation")
    play.tell(BodyTested(actor=target, outcome=outcome))
    if not outcome.succeeded:
        play.tell(Dazed(actor=target))


def _willpower_check(play: EclipsePlay, state: State, label: str) -> Outcome:
    return check(play, label, Term("wil_3", 3 * state.wil, "C1"), condition_terms(play.tables, state))
