"""Which hand does something and with how many: what a campaign makes of that is a list of terms."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import worst
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.person.anatomy import usable
from bot.rulesets.reflex.person.physique import ARMS
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

HELD_SKILL = "hand weapons"
BARE_HANDS = "bare hands"
BOTH_HANDS = 2


def other_hand(hand: str) -> str:
    """Return the left of the right, and the other way round."""
    return "left" if hand == "right" else "right"


def dominant(tables: ReflexTables, state: State) -> str:
    """Return the hand that leads: by birth, or after practice enough the other one (text 003, line 1570; RX-50)."""
    trained = state.person.practice_months >= tables.hands["practice"].months_in_all
    return other_hand(state.person.handed) if trained else state.person.handed


def off_hand_penalty(tables: ReflexTables, state: State, *, fine: bool) -> int:
    """Return what the other hand costs; every two months of practice take one off it (003, lines 1566-1570; 003-24)."""
    if dominant(tables, state) != state.person.handed:
        return 0
    eased = state.person.practice_months // tables.hands["practice"].months_a_point
    return min(0, tables.hands["off_hand_fine" if fine else "off_hand"].penalty + eased)


def is_ambidextrous(state: State, skill: str) -> bool:
    """Tell whether both hands are as good at the tasks of a skill (text 003, line 1567)."""
    return f"ambidexterity/{skill}" in state.person.advantages


def grip_terms(reading: ReflexReading, state: State, weapon: Weapon, *, fine: bool) -> tuple[Term, ...]:
    """Return what the grip on a weapon takes off: the off hand alone, and one hand for what is made for two.

    ``fine`` says that it takes fine motor control, as ranged attacks do and close combat does not (line 264).
    """
    if weapon.held_with != 1 or weapon.fixed_mount:
        return ()
    return tuple(_grip(reading, state, weapon, fine=fine))


def _grip(reading: ReflexReading, state: State, weapon: Weapon, *, fine: bool) -> Iterator[Term]:
    if not is_ambidextrous(state, weapon.model.skill):
        yield from hand_terms(reading, state, weapon.hand, fine=fine)
    if weapon.model.grip_hands == BOTH_HANDS:
        yield from one_hand_terms(reading)


def one_hand_terms(reading: ReflexReading) -> tuple[Term, ...]:
    """Return what it takes off to do with one hand what takes two (text 003, lines 1574-1575)."""
    penalty = reading.tables.hands["one_for_two"].penalty
    return (Term("one_for_two", penalty, "003:1574-1575"),) if reading.options["one_handed_actions"] else ()


def hand_terms(reading: ReflexReading, state: State, hand: str, *, fine: bool) -> tuple[Term, ...]:
    """Return what it takes off to lead with ``hand``."""
    if not reading.options["handedness"] or hand == dominant(reading.tables, state):
        return ()
    penalty = off_hand_penalty(reading.tables, state, fine=fine)
    return (Term("off_hand", penalty, "003:1566-1570", hand),) if penalty else ()


def limb_terms(reading: ReflexReading, state: State, limb: BodyPart) -> tuple[Term, ...]:
    """Return what the off hand takes off a bare fist, unless fists are alike in the campaign (text 003, line 1604)."""
    alike = reading.options["twin_fists"] or is_ambidextrous(state, "hand-to-hand") or limb not in ARMS
    return () if alike else hand_terms(reading, state, limb.split()[0], fine=False)


def long_and_short(reading: ReflexReading, state: State, weapon: Weapon | None = None) -> tuple[Term, ...]:
    """Return the bonus of a hand weapon in the off hand: to any block, and to an attack with the one in the other hand.

    Only for the ambidextrous with hand weapons that work (text 003, lines 1072, 1589-1599).
    """
    if not reading.options["long_and_short"] or not is_ambidextrous(state, HELD_SKILL):
        return ()
    leading = dominant(reading.tables, state)
    short = [
        each
        for key, each in state.kit.weapons.items()
        if each.model.melee and each.held_with == each.model.grip_hands == 1 and key not in state.kit.broken
    ]
    paired = {each.hand: each for each in short}
    second = paired.get(other_hand(leading))
    if second is None or leading not in paired or (weapon and weapon.name != paired[leading].name):
        return ()
    return (Term("long_and_short", 1 + second.model.bulk, "003:1594-1599", second.name),)


def fists(reading: ReflexReading, state: State) -> tuple[BodyPart, ...]:
    """Return the arms in the order in which they strike unarmed: the leading one first.

    Where the campaign has it that fists are alike, the one that is hurt less (text 003, lines 1603-1605).
    """
    leading, alike = dominant(reading.tables, state), reading.options["twin_fists"]
    return tuple(sorted(ARMS, key=lambda arm: (worst(state, arm) if alike else 0, not arm.startswith(leading))))


def blocking_arms(reading: ReflexReading, state: State) -> tuple[BodyPart, ...]:
    """Return the arm that blocks with bare hands: the first of use, as for a blow (text 003, lines 1014-1039; ours)."""
    return tuple(arm for arm in fists(reading, state) if usable(state, arm))[:1]
