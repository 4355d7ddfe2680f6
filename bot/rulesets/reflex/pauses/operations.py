"""Operational actions take a pause each; who gives up initiative does one at the end of an exchange of fire instead."""

from __future__ import annotations

import msgspec

from bot.core.errors import RuleViolation, absent
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.scene import Question
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import MIND, Check, Effort, attribute_term, hurt_levels, prepared, told_terms
from bot.rulesets.reflex.checks.nerve import shortfall
from bot.rulesets.reflex.pauses.actions import TASKS, ForgoInitiative, Operation, Task
from bot.rulesets.reflex.pauses.events import OperationChosen, OperationRefused
from bot.rulesets.reflex.person.bodies import Targeted, about, check_not_gone
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.person.handwork import HANDS, sound_hands, work_terms
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import OPERATIONAL, under_way
from bot.rulesets.reflex.vehicles.seats import check_at_hand

AT_THE_END = (0,)
REFUSE = "not safe enough"
REST = "Rest or talk: /act action:rest, /act action:talk."
"""What is left to who has no hand to work with."""
ONLY_IN_PAUSES = ("pause_move", "board", "hasty_ambush")

rules = Rules()


@rules(ForgoInitiative)
def forgo(play: ReflexPlay, forgo: ForgoInitiative) -> None:
    """Give up initiative for an operational action at the end of the exchange (text 003, lines 351-354).

    The GM is asked whether the place is safe enough, but for those whom the GM plays.

    Raises:
        RuleViolation: somebody has acted or it has begun to, or it is out of action or panicked.
    """
    state = play.scene.combatants[forgo.actor].state
    if play.scene.state.phase != "exchange" or under_way(play.scene) or state.turn.underway:
        what = "The exchange is under way." if play.scene.state.phase == "exchange" else "No exchange of fire is on."
        raise RuleViolation(what, "Choose this before anybody acts in an exchange of fire.")
    if not able(state) or shortfall(state):
        raise RuleViolation(
            f"{shown(forgo.actor)} cannot keep calm enough.", "Act as usual, or wait: /act action:wait."
        )
    task = forgo.task
    if not play.scene.combatants[forgo.actor].guarded and play.ask(_consent(forgo.actor, task)) == REFUSE:
        play.tell(OperationRefused(actor=forgo.actor, task=task))
        return
    play.tell(OperationChosen(actor=forgo.actor, task=task))
    play.tell(SlotMoved(actor=forgo.actor, slots=(Slot(AT_THE_END, forgo.actor, (OPERATIONAL,)),)))


def _consent(actor: str, task: str) -> Question:
    named = _named(task)
    allow = f"{shown(actor)} is safe enough ({named})"
    return Question("forgo", actor, "forgo", (allow, REFUSE), default=allow, detail=named, gm=True)


def _named(task: str) -> str:
    return task.replace("_", " ")


def check_chosen(play: ReflexPlay, order: Act) -> None:
    """Check that who gave up initiative does what was chosen at the beginning of the exchange (text 003, line 354).

    Raises:
        RuleViolation: it is something else.
    """
    task = play.scene.combatants[order.actor].state.turn.task
    if task and task != order.action and order.action in (*TASKS, *ONLY_IN_PAUSES):
        raise RuleViolation(
            f"{shown(order.actor)} chose something else: {_named(task)}.", "Do that, or rest: /act action:rest."
        )


def under_fire(reading: ReflexReading) -> tuple[Term, ...]:
    """Return what an operational action suffers in an exchange of fire (text 003, line 356)."""
    if reading.scene.state.phase != "exchange":
        return ()
    tables = reading.tables
    penalty = tables.operations["under_fire"].penalty
    return (Term("under_fire", penalty, tables.operations["under_fire"].cited),) if penalty else ()


class Basis(msgspec.Struct, frozen=True):
    """What a check is made with: a skill (none for an attribute alone), its attribute, and what parts of the body."""

    skill: str
    attribute: str
    effort: Effort = MIND


def basis_said(reading: ReflexReading, task: Task, skill: str, attribute: str, effort: Effort = MIND) -> Basis:
    """Return what a task is checked with: what is said of it instead of the usual skill and attribute.

    A skill that is named goes by the attribute of its row, where it has one and nobody says another.
    """
    named = (task.skill or skill).casefold()
    row = reading.tables.skills.get(named)
    usual = row.attribute if row and task.skill else attribute
    return Basis(named, task.attribute or usual, effort)


def check_of(
    reading: ReflexReading,
    operation: Operation,
    label: str,
    basis: Basis,
    terms: tuple[Term, ...] = (),
    against: str = "",
) -> Check:
    """Return the check of an operation, before its dice fall; of handwork, with whom it is done ``against``."""
    state = reading.at_opening(operation.actor)
    effort = basis.effort
    if effort is HANDS:
        effort = sound_hands(state)
        terms = (*terms, *work_terms(reading, operation.actor, basis.skill, basis.attribute, against))
    return prepared(
        reading,
        label,
        state,
        basis.skill,
        attribute_term(state, basis.attribute),
        (*terms, *told_terms(operation.modifier), *under_fire(reading)),
        hurt_levels(state, basis.skill, basis.attribute, effort),
    )


def optional_basis(reading: ReflexReading, task: Task, usual: str, effort: Effort = MIND) -> Basis | None:
    """Return what a task is checked with that takes a check only where somebody says with what.

    Raises:
        RuleViolation: a modifier of no check.
    """
    if task.skill or task.attribute:
        return basis_said(reading, task, "", usual, effort)
    if task.modifier is not None:
        raise RuleViolation("A modifier of what?", f"Say skill= or attribute=, for example attribute={usual}.")
    return None


def close_by(reading: ReflexReading, action: Targeted) -> tuple[str, State]:
    """Return whom an action at arm's reach is about, the actor itself where nobody is named (text 003, line 534).

    Raises:
        RuleViolation: it is not here, or known to be out of reach.
    """
    target = about(action)
    if not reading.scene.sees(action.actor, target):
        raise absent(target)
    check_not_gone(reading.scene, action.actor, target)
    check_at_hand(reading.tables, reading.scene, action.actor, target)
    return target, reading.scene.combatants[target].state
