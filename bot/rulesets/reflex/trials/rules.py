"""A skill or an attribute is tried with all that helps or hinders it, and the broken lose whatever people decide."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import (
    BODY,
    MIND,
    Effort,
    Outcome,
    attribute_term,
    hurt_levels,
    is_social,
    opposed,
    prepared,
    rolled,
    told_terms,
)
from bot.rulesets.reflex.checks.nerve import is_broken
from bot.rulesets.reflex.person.bodies import body_in_sight
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.control import hampered, holding_terms
from bot.rulesets.reflex.person.handwork import sound_hands, work_terms
from bot.rulesets.reflex.person.physique import LEGS, own_pace_terms
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Attributes, State
from bot.rulesets.reflex.time.timing import pace_of
from bot.rulesets.reflex.trials.actions import Try, Using, skills_of
from bot.rulesets.reflex.trials.events import Tried

USUAL = {"coordination": Using.HANDS, "muscle": Using.BODY, "fitness": Using.BODY}

rules = Rules()


class _Side(NamedTuple):
    """One side of what is tried: who, with what, against whom if anybody."""

    actor: str
    skill: str
    attribute: str
    using: Using
    other: str = ""
    modifier: int = 0

    @property
    def what(self) -> str:
        return self.skill or self.attribute


@rules(Try)
def try_out(play: ReflexPlay, tried: Try) -> None:
    """Check a skill or an attribute with the values of the sheet, by itself or opposed (ruling A1; lines 974-987).

    Among people the broken lose before any dice (line 1336). It takes no time: what is done with it does. Dice: the
    check, and where that succeeds the one that opposes it.

    Raises:
        RuleViolation: nothing is named to check, or whoever does it can do nothing.
    """
    own = _side(play, tried.actor, tried.skill, tried.attribute)._replace(modifier=tried.modifier, other=tried.target)
    own = own._replace(using=tried.using or own.using)
    _check_fit(play, own)
    theirs = _opponent(play, tried, own)
    outcome = None if theirs and _loses(play, own, theirs) else _outcome(play, own, secret=tried.secret)
    opposing = _opposition(play, own, theirs, secret=tried.secret) if outcome and outcome.succeeded else None
    net = 0 if outcome is None else outcome.margin if opposing is None else opposed(outcome, opposing)
    play.tell(
        Tried(
            actor=tried.actor,
            target=tried.target,
            what=own.what,
            outcome=outcome,
            opposing=opposing,
            won=outcome is not None and net >= 0,
            net=net,
            secret=tried.secret,
        )
    )


def _side(reading: ReflexReading, actor: str, skill: str, attribute: str) -> _Side:
    """Return who checks what with what: the usual attribute where only a skill is named.

    Raises:
        RuleViolation: neither skill nor attribute is named, or a skill goes by no attribute that anybody knows.
    """
    state, named = reading.scene.combatants[actor].state, skill.casefold().strip()
    row = reading.tables.skills.get(named)
    if named and not (row or named in state.person.skills):
        raise RuleViolation(
            f"{skill[:40]!r} is no skill.", f"Of: {', '.join(skills_of(reading.tables, state.person.skills))}."
        )
    usual = attribute or (row.attribute if row else "")
    if not usual:
        raise RuleViolation("With which attribute?", f"Say attribute=: {', '.join(Attributes.__struct_fields__)}.")
    return _Side(actor, named, usual, USUAL.get(usual, Using.MIND))


def _check_fit(reading: ReflexReading, side: _Side) -> None:
    """Check that somebody can try anything; to resist something nobody need be awake.

    Raises:
        RuleViolation: it is a vehicle, dead, or asleep while it should do something.
    """
    state = reading.scene.combatants[side.actor].state
    if state.body.vehicle or state.body.dead or not (side.using is Using.NOTHING or conscious(state)):
        raise RuleViolation(f"{shown(side.actor)} can try nothing now.", "Who only resists something: using=nothing.")


def _opponent(reading: ReflexReading, tried: Try, own: _Side) -> _Side | None:
    """Return who opposes it and with what, with the same as is tried where nothing else is said; None for nobody.

    With an attribute of the mind alone one only resists, as those do who see through lies (line 986).

    Raises:
        RuleViolation: it is the one who tries, or not here.
    """
    if not tried.target:
        return None
    target, _ = body_in_sight(reading.scene, tried)
    if target == tried.actor:
        raise RuleViolation("Nobody opposes what one does oneself.", "Leave target out, or name somebody else.")
    named = (tried.against, tried.opposing) if tried.against or tried.opposing else (own.skill, own.attribute)
    theirs = _side(reading, target, *named)
    resists = not theirs.skill and theirs.using is Using.MIND
    return theirs._replace(other=tried.actor, using=Using.NOTHING if resists else theirs.using)


def _loses(reading: ReflexReading, side: _Side, other: _Side) -> bool:
    """Tell whether a side is broken where people measure themselves against each other (text 003, lines 1336, 1465)."""
    social = any(is_social(reading.tables, each.skill, each.attribute) for each in (side, other))
    return social and is_broken(reading.scene.combatants[side.actor].state)


def _opposition(play: ReflexPlay, own: _Side, theirs: _Side | None, *, secret: bool) -> Outcome | None:
    """Return the check that opposes another; None of who is asleep, or broken among people."""
    if theirs is None or _loses(play, theirs, own) or not conscious(play.scene.combatants[theirs.actor].state):
        return None
    with play.about(theirs.actor):
        return _outcome(play, theirs, secret=secret)


def _outcome(play: ReflexPlay, side: _Side, *, secret: bool) -> Outcome:
    """Return the check of one side, hindered by wounds, grips, the off hand and movement as its kind is."""
    state = play.scene.combatants[side.actor].state
    check = prepared(
        play,
        side.what,
        state,
        side.skill,
        attribute_term(state, side.attribute),
        (*_hindered(play, side), *told_terms(side.modifier)),
        hurt_levels(state, side.skill, side.attribute, _effort(state, side.using)),
    )
    return rolled(play, check, secret=secret)


def _effort(state: State, using: Using) -> Effort | None:
    if using is Using.HANDS:
        return sound_hands(state)
    return {Using.LEGS: Effort(limbs=LEGS), Using.BODY: BODY, Using.MIND: MIND}.get(using)


def _hindered(reading: ReflexReading, side: _Side) -> tuple[Term, ...]:
    """Return what grips, hands and movement take off what a body does; what one thinks or resists they leave alone."""
    if side.using is Using.HANDS:
        moving = own_pace_terms(reading, pace_of(reading.scene, side.actor))
        holding = holding_terms(reading.scene, side.actor, side.other)
        return (*work_terms(reading, side.actor, side.skill, side.attribute, side.other), *holding, *moving)
    physical = side.using in (Using.LEGS, Using.BODY)
    return hampered(reading.scene, side.actor, side.other) if physical else ()
