"""A percentile check: at or under the target succeeds, doubles are critical, and every modifier is told."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from bot.core.dice import Ask, Each, Pick, Roll
from bot.core.terms import Term, total
from bot.rulesets.eclipse.play import EclipsePlay

SIDES = 100
WORST = 99
MOST = 60


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A check that was rolled: ``value`` is 0 to 99, ``margin`` that of success or of failure, never below zero."""

    label: str
    terms: tuple[Term, ...]
    target: int
    roll: Roll
    value: int
    succeeded: bool
    critical: bool
    margin: int


def value_of(roll: Roll) -> int:
    """Return what a hundred-sided die shows, 0 to 99: its highest face reads 00."""
    return roll.faces[0] % SIDES


def doubles(value: int) -> bool:
    """Tell whether both digits are equal (C1)."""
    return value % 11 == 0


def with_cap(modifiers: Iterable[Term]) -> tuple[Term, ...]:
    """Return the modifiers that are not zero, and what is cut off beyond 60 either way (001-11)."""
    found = tuple(term for term in modifiers if term.value)
    excess = max(-MOST, min(MOST, total(found))) - total(found)
    return (*found, Term("cap", excess, "001-11")) if excess else found


def check(
    play: EclipsePlay, label: str, first: Term, modifiers: Iterable[Term], against: Outcome | None = None
) -> Outcome:
    """Roll a check of ``first`` with modifiers (C1; 001-15). Dice: one of a hundred sides.

    Where it only matters whether ``against`` beats it, odds need not tell all faces apart.
    """
    terms = (first, *with_cap(modifiers))
    meaning = Each() if against is None else _alike(total(terms), against.succeeded, against.critical, against.value)
    return outcome_of(label, terms, play.roll(Ask(label, 1, SIDES, meaning)))


@lru_cache(maxsize=4096)
def _alike(target: int, succeeded: bool, critical: bool, value: int) -> Pick:
    """Return which faces of a check of ``target`` are alike: those that a roll beats, and those that it does not."""
    rolls = [Roll("", SIDES, (face,)) for face in range(1, SIDES + 1)]
    against = Outcome("", (), 0, rolls[value - 1], value, succeeded, critical, 0)
    faces: dict[bool, list[int]] = {}
    for roll in rolls:
        faces.setdefault(beats(against, outcome_of("", (Term("", target, ""),), roll)), []).append(roll.faces[0])
    return Pick(tuple(((alike[0],), len(alike)) for alike in faces.values()))


def outcome_of(label: str, terms: tuple[Term, ...], roll: Roll) -> Outcome:
    """Return what a fallen die means: 00 always succeeds and 99 never does."""
    target, value = total(terms), value_of(roll)
    succeeded = value == 0 or (value != WORST and value <= target)
    margin = max(0, target - value if succeeded else value - target)
    return Outcome(label, terms, target, roll, value, succeeded, doubles(value), margin)


def beats(one: Outcome, other: Outcome | None) -> bool:
    """Tell whether ``one`` wins an opposed check: equal successes are a deadlock (C1; 001-1, 001-3, 001-4)."""
    if other is None or not one.succeeded or not other.succeeded:
        return one.succeeded
    return (one.critical, one.value) > (other.critical, other.value)


def is_tie(one: Outcome, other: Outcome) -> bool:
    """Tell whether two checks are a deadlock, which whoever began it does not win."""
    return one.succeeded and other.succeeded and (one.critical, one.value) == (other.critical, other.value)


def excellent_damage(outcome: Outcome) -> int:
    """Return the extra damage of a margin of success of 30 or 60 (C1)."""
    return min(10, outcome.margin // 30 * 5) if outcome.succeeded else 0
