"""Every uncertain deed is one kind of check: a pool of twenty-sided dice against a sum of terms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from bot.core.dice import Ask, Highest, Lowest, Roll
from bot.core.terms import Term, total
from bot.rulesets.reflex.checks.nerve import TOLD, heart_terms, nerve_terms
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables

SIDES = 20
HIGHEST = "highest"
LOWEST = "lowest"
UNHURT_CHECKS = ("cuf", "ooda")
SOCIAL_ATTRIBUTE = "personality"
UNTAUGHT_LEVELS = 3


class Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which dice are rolled: how many, which of them counts, and the most that bonuses may add up to."""

    level: str
    dice: int
    keep: str
    bonus_cap: int


class Check(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A check before its dice fall.

    ``label`` says what is tried, ``skill`` with which skill (none for an attribute alone). ``attribute`` is the term
    the target number starts from, ``raised`` what raises or lowers it at present; ``target`` the number that dice must
    not exceed. ``lost`` is what bonuses had over their cap; ``halved`` says that penalties counted half.
    """

    label: str
    attribute: Term
    terms: tuple[Term, ...]
    pool: Pool
    target: int
    skill: str = ""
    level_penalty: int = 0
    lost: int = 0
    halved: bool = False
    raised: tuple[Term, ...] = ()


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A check and its dice. ``margin`` is that of success from zero up; below zero it is how far it failed."""

    check: Check
    roll: Roll
    margin: int

    @property
    def succeeded(self) -> bool:
        """Tell whether the check succeeded; a margin of zero does."""
        return self.margin >= 0

    @property
    def failure(self) -> int:
        """Return the margin of failure; zero for a success."""
        return max(0, -self.margin)


def level_of(tables: ReflexTables, skill_value: int) -> str:
    """Return the skill level of a value, ``unskilled`` to ``legendary`` (ruling A1)."""
    return [key for key, row in tables.levels.items() if row.starts_at <= skill_value][-1]


@lru_cache(maxsize=256)
def pool_of(tables: ReflexTables, skill_value: int, level_penalty: int = 0) -> Pool:
    """Return the dice of a skill value with ``level_penalty`` levels taken off (text 003, lines 974-980)."""
    levels = list(tables.levels)
    rank = levels.index(level_of(tables, skill_value)) - level_penalty
    row = tables.levels[levels[max(0, rank)]]
    further = max(0, -rank)
    return Pool(levels[max(0, rank)], row.dice + further, row.keep, row.bonus_cap)


def target_number(
    attribute: int, terms: Sequence[Term], bonus_cap: int, *, halve_penalties: bool = False
) -> tuple[int, int]:
    """Return the target number and the bonuses lost: penalties are halved (up) first, bonuses capped (003-7, A1)."""
    bonuses, against = 0, 0
    for term in terms:
        if term.value > 0:
            bonuses += term.value
        else:
            against += term.value
    if halve_penalties:
        against = -((1 - against) // 2)
    lost = max(0, bonuses - bonus_cap)
    return attribute + bonuses - lost + against, lost


def margin_of(pool: Pool, target: int, faces: Sequence[int]) -> int:
    """Return the margin: each further die at or under the target adds two to a success (ruling A1)."""
    if pool.keep == HIGHEST:
        return target - max(faces)
    further = len([face for face in faces if face <= target]) - 1
    return target - min(faces) + 2 * max(0, further)


def prepared(
    reading: ReflexReading,
    label: str,
    state: State,
    skill: str,
    attribute: Term,
    terms: Sequence[Term] = (),
    level_penalty: int = 0,
    *,
    halve_penalties: bool = False,
    over_cap: int = 0,
) -> Check:
    """Return a check before its dice fall; ``state`` is that of whoever makes it, whose nerve counts in all checks.

    Without a ``skill`` it has the dice of a competent one (A1); ``level_penalty`` counts wounds and lack of training.
    What gives or takes heart changes CUF itself, and is no bonus under the cap (text 003, line 1468; ruling 003-90).
    """
    terms = (*terms, *nerve_terms(state))
    raised = heart_terms(state) if attribute.label == "cuf" else ()
    skill_value = state.person.skills.get(skill, 0) if skill else reading.tables.levels["competent"].starts_at
    pool = pool_of(reading.tables, skill_value, level_penalty)
    value = attribute.value + total(raised) if raised else attribute.value
    target, lost = target_number(value, terms, pool.bonus_cap + over_cap, halve_penalties=halve_penalties)
    return Check(label, attribute, terms, pool, target, skill, level_penalty, lost, halve_penalties, raised)


def rolled(play: ReflexPlay, check: Check, *, secret: bool = False) -> Outcome:
    """Return the check with its dice; ``secret`` ones are the GM's."""
    meaning = Highest() if check.pool.keep == HIGHEST else Lowest(check.target)
    roll = play.roll(Ask(check.label, check.pool.dice, SIDES, meaning, secret))
    return Outcome(check, roll, margin_of(check.pool, check.target, roll.faces))


def skill_check(
    play: ReflexPlay,
    label: str,
    state: State,
    skill: str,
    attribute: str,
    terms: Sequence[Term] = (),
    level_penalty: int = 0,
) -> Outcome:
    """Return a check of a skill, or none, on ``attribute``, which is a field of Attributes; see ``prepared``."""
    return rolled(play, prepared(play, label, state, skill, attribute_term(state, attribute), terms, level_penalty))


def attribute_check(
    play: ReflexPlay, label: str, state: State, attribute: str, terms: Sequence[Term] = (), effort: Effort | None = None
) -> Outcome:
    """Return a check with an attribute alone, which is a field of Attributes.

    A check to resist something has no ``effort`` and suffers from no wound; nor does any check of CUF or OODA (text
    003, lines 983-987).
    """
    return skill_check(play, label, state, "", attribute, terms, hurt_levels(state, "", attribute, effort))


def attribute_term(state: State, attribute: str) -> Term:
    """Return the term a target number starts from; ``attribute`` is a field of Attributes."""
    return Term(attribute, getattr(state.person.attributes, attribute), "sheet")


def told_terms(modifier: int | None) -> tuple[Term, ...]:
    """Return a bonus or penalty that was said at the table, nothing for zero."""
    return (Term("told", modifier, TOLD),) if modifier else ()


def opposed(active: Outcome, opposing: Outcome) -> int:
    """Return the net margin of the active side, which wins ties; failed opposition takes nothing off (A1, 003-73)."""
    return active.margin - opposing.margin if active.succeeded and opposing.succeeded else active.margin


class Effort(msgspec.Struct, frozen=True):
    """What parts of the body a deed needs, to judge which wounds hinder it.

    ``physical`` deeds suffer from torso wounds; ``limbs`` names arms and legs that the deed uses.
    """

    physical: bool = True
    limbs: tuple[BodyPart, ...] = ()


MIND = Effort(physical=False)
BODY = Effort()


def worst(state: State, place: str) -> Degree:
    """Return the degree that acts at a place: the worse of a real and an imagined injury (text 003, lines 989-996)."""
    return Degree(max(state.body.wounds.get(place, 0), state.body.virtual.get(place, 0)))


def wound_penalty(state: State, effort: Effort) -> int:
    """Return the skill levels that wounds take off, 0 to 4: only the worst that matters (lines 974-987)."""
    if not (state.body.wounds or state.body.virtual):
        return 0
    places: tuple[str, ...] = (BodyPart.HEAD, *effort.limbs, *((BodyPart.TORSO,) if effort.physical else ()))
    return max(int(worst(state, place)) for place in places)


def hurt_levels(state: State, skill: str, attribute: str, effort: Effort | None) -> int:
    """Return the skill levels that wounds take off a check: none off what only resists, nor off CUF and OODA alone.

    Text 003, lines 974-987; an empty ``skill`` is an attribute alone, and to resist takes no effort.
    """
    if effort is None or (not skill and attribute in UNHURT_CHECKS):
        return 0
    return wound_penalty(state, effort)


def missing_levels(tables: ReflexTables, state: State, skill: str, word: str) -> int:
    """Return the skill levels that a missing qualification takes off (text 003, line 816)."""
    key = f"{skill}/{word}"
    if key in state.person.qualifications:
        return 0
    row = tables.qualifications.get(key)
    return row.levels if row else UNTAUGHT_LEVELS


def is_social(tables: ReflexTables, skill: str, attribute: str) -> bool:
    """Tell whether a check is one among people: by its skill, or made with Personality (the latter ours)."""
    row = tables.skills.get(skill)
    return attribute == SOCIAL_ATTRIBUTE or (row is not None and row.social)


def halved_up(value: int) -> int:
    """Return half of a number from zero up, halves upward (ruling A12)."""
    return (value + 1) // 2
