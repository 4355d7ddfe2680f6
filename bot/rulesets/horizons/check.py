"""A check is one ten-sided die, two ability modifiers, a rank and effort against a difficulty."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.dice import Ask, Roll
from bot.core.errors import RuleViolation
from bot.core.terms import Term, total
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading
from bot.rulesets.horizons.sheet import modifier
from bot.rulesets.horizons.state import State

SIDES = 10
MOST_DICE = 3


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A check that was made: the terms and the first die make ``result``; ``further`` dice only tell side effects.

    ``side`` is the degree of the side effect, good above zero and bad below.
    """

    skill: str
    terms: tuple[Term, ...]
    roll: Roll
    further: tuple[Roll, ...]
    result: int
    side: int = 0
    effort: int = 0


def modifiers(state: State, abilities: tuple[str, ...]) -> tuple[Term, ...]:
    """The modifiers of abilities as summands."""
    return tuple(Term(ability, modifier(state, ability), "E") for ability in abilities)


def terms_of(reading: HorizonsReading, state: State, skill: str, effort: int = 0) -> tuple[Term, ...]:
    """What is added to the die: both modifiers, only bad ones where the skill was never learned, rank and effort."""
    rank = state.skills.get(skill, 0)
    abilities = tuple(reading.tables.row("skills", skill)["abilities"])
    found = modifiers(state, abilities)
    learned = found if rank else tuple(term for term in found if term.value < 0)
    told = tuple(told_terms(state, skill))
    return *learned, Term("rank", rank, "E", skill), *told, *([Term("effort", effort, "E")] if effort else [])


def told_terms(state: State, skill: str) -> Iterator[Term]:
    """What the GM said ails or helps somebody at a check of a skill (ours)."""
    for name, condition in state.conditions.items():
        if condition.modifier and condition.skill in ("", skill):
            yield Term("condition", condition.modifier, "ours", name)


def check_effort(state: State, skill: str, effort: int) -> None:
    """Raises RuleViolation where more effort is put in than there is, or than the rank of the skill."""
    most = min(state.effort, state.skills.get(skill, 0))
    if effort > most:
        raise RuleViolation(f"No more than {most} effort can go into that.", "Up to the rank, while points are left.")


def rolled(play: HorizonsPlay, state: State, skill: str, effort: int = 0) -> Check:
    """The check with its dice: a one or a ten is followed by another die, three at most.

    Raises:
        RuleViolation: there is not that much effort.
    """
    check_effort(state, skill, effort)
    terms = terms_of(play, state, skill, effort)
    rolls = [play.roll(Ask("check", 1, SIDES))]
    while rolls[-1].faces[0] in (1, SIDES) and len(rolls) < MOST_DICE:
        rolls.append(play.roll(Ask("escalation", 1, SIDES)))
    faces = [roll.faces[0] for roll in rolls]
    side = faces.count(SIDES) - faces.count(1)
    return Check(skill, terms, rolls[0], tuple(rolls[1:]), total(terms) + faces[0], side, effort)


def meets(result: int, difficulty: int) -> bool:
    """Whether a total reaches a difficulty; one below 1 is met by any (ruling 000-28)."""
    return difficulty < 1 or result >= difficulty
