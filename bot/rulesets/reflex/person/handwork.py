"""Work that needs hands is done by those that are left: a grip, the off hand and a missing one make it harder."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import Effort
from bot.rulesets.reflex.person.anatomy import usable
from bot.rulesets.reflex.person.control import held_terms
from bot.rulesets.reflex.person.hands import BOTH_HANDS, dominant, hand_terms, is_ambidextrous, one_hand_terms
from bot.rulesets.reflex.person.physique import ARMS, usable_hands
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State

HANDS = Effort(limbs=ARMS)
FINE = "coordination"


def sound_hands(state: State) -> Effort:
    """Return the effort of handwork, which wounds of the arms that do it hinder: not of a useless one (1016, 1037)."""
    return Effort(limbs=tuple(arm for arm in ARMS if usable(state, arm)))


def check_hand(reading: ReflexReading, actor: str, instead: str = "Have somebody else do it.") -> None:
    """Raise RuleViolation where somebody has no hand left to do anything with (text 003, lines 1037-1038)."""
    if not usable_hands(reading.at_opening(actor)):
        raise RuleViolation(f"{shown(actor)} has no hand to work with.", instead)


def work_terms(reading: ReflexReading, actor: str, skill: str, attribute: str, against: str = "") -> tuple[Term, ...]:
    """Return what takes off handwork of ``actor`` on ``against``: Control over it, and what its hands cannot do.

    Text 003, lines 264, 836-837, 1564-1575. What a check of Coordination is made with takes fine motor control. In a
    minute any hand is emptied: only a lost or useless arm leaves one hand for what takes two (both ours).
    """
    state = reading.at_opening(actor)
    hands = usable_hands(state)
    leading = dominant(reading.tables, state)
    working = leading if leading in hands else next(iter(hands), leading)
    skilled = is_ambidextrous(state, skill)
    off = () if skilled else hand_terms(reading, state, working, fine=attribute == FINE)
    lacks = one_hand_terms(reading) if len(hands) < BOTH_HANDS else ()
    return (*held_terms(reading.scene, actor, against), *off, *lacks)
