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
from bot.rulesets.reflex.checks.check import MIND, Check, Effort, attribute_term, prepared, wound_penalty
from bot.rulesets.reflex.checks.nerve import shortfall
from bot.rulesets.reflex.checks.reach import check_at_hand
from bot.rulesets.reflex.pauses.events import OperationChosen, OperationRefused
from bot.rulesets.reflex.person.consciousness import able, conscious
from bot.rulesets.reflex.person.handwork import HANDS, sound_hands, work_terms
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, judged
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import OPERATIONAL

AT_THE_END = (0,)
REFUSE = "not safe enough"
ONLY_IN_PAUSES = ("pause_move", "board", "hasty_ambush")
TASKS = (
    "talk",
    "use",
    "dress",
    "repair",
    "treat",
    "reset_weapons",
    "keep_watch",
    "withdraw",
    "extinguish",
    "call_fire",
    "indirect_fire",
)

rules = Rules()


@rules("forgo")
def forgo(play: ReflexPlay, order: Act) -> None:
    """Give up initiative for an operational action at the end of the exchange (text 003, lines 351-354).

    The GM is asked whether the place is safe enough, but for those whom the GM plays.

    Raises:
        RuleViolation: somebody has acted already, or it is out of action or panicked.
    """
    state = play.scene.combatants[order.actor].state
    if play.scene.state.phase != "exchange" or play.scene.state.played:
        raise RuleViolation("The exchange is under way.", "Choose this before anybody acts in an exchange of fire.")
    if not able(state) or shortfall(state):
        raise RuleViolation(f"{shown(order.actor)} cannot keep calm enough.", "Act as usual, or wait.")
    task = order.inputs["task"]
    if not play.scene.combatants[order.actor].guarded and play.ask(_consent(order.actor, task)) == REFUSE:
        play.tell(OperationRefused(actor=order.actor, task=task))
        return
    play.tell(OperationChosen(actor=order.actor, task=task))
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(AT_THE_END, order.actor, (OPERATIONAL,)),)))


def _consent(actor: str, task: str) -> Question:
    named = task.replace("_", " ")
    allow = f"{shown(actor)} is safe enough ({named})"
    return Question("forgo", actor, "forgo", (allow, REFUSE), default=allow, detail=named, gm=True)


def as_chosen(play: ReflexPlay, order: Act) -> None:
    """Who gave up initiative may only do what was chosen at the beginning of the exchange (text 003, line 354).

    Raises:
        RuleViolation: it is something else.
    """
    task = play.scene.combatants[order.actor].state.task
    if task and task != order.action and order.action in (*TASKS, *ONLY_IN_PAUSES):
        raise RuleViolation(f"{shown(order.actor)} chose something else: {task}.", "Do that, or rest.")


def done(order: Act) -> SlotMoved:
    """The slot of whoever has taken an operational action is used up."""
    return SlotMoved(actor=order.actor)


def ready(scene: ReflexScene, actor: str) -> State:
    """The state of somebody who may take an operational action.

    Raises:
        RuleViolation: it is not awake.
    """
    state = judged(scene, actor)
    if not conscious(state):
        raise RuleViolation(f"{shown(actor)} cannot do anything now.", "Rest.")
    return state


def under_fire(reading: ReflexReading) -> tuple[Term, ...]:
    """What an operational action suffers in an exchange of fire (text 003, line 356)."""
    if reading.scene.state.phase != "exchange":
        return ()
    tables = reading.tables
    penalty = tables.operations["under_fire"].penalty
    return (Term("under_fire", penalty, tables.operations["under_fire"].cited),) if penalty else ()


def told(order: Act) -> tuple[Term, ...]:
    """A bonus or penalty that was said at the table."""
    modifier = order.inputs.get("modifier", 0)
    return (Term("told", modifier, "said at the table"),) if modifier else ()


class Task(msgspec.Struct, frozen=True):
    """What a check is made with: a skill (none for an attribute alone), its attribute, and what parts of the body."""

    skill: str
    attribute: str
    effort: Effort = MIND


def skilled(reading: ReflexReading, order: Act, skill: str, attribute: str, effort: Effort = MIND) -> Task:
    """The task with what the order says instead of the usual skill and attribute.

    A skill that is named goes by the attribute of its row, where it has one and nobody says another.
    """
    named = str(order.inputs.get("skill", skill)).casefold()
    row = reading.tables.skills.get(named)
    usual = row.attribute if row and "skill" in order.inputs else attribute
    return Task(named, str(order.inputs.get("attribute", usual)), effort)


def check_of(reading: ReflexReading, order: Act, label: str, task: Task, terms: tuple[Term, ...] = ()) -> Check:
    """The check of an operational action, before its dice fall."""
    state = reading.at_opening(order.actor)
    competent = reading.tables.levels["competent"].starts_at
    effort = task.effort
    if effort is HANDS:
        effort, target = sound_hands(state), str(order.inputs.get("target", ""))
        terms = (*terms, *work_terms(reading, order.actor, task.skill, task.attribute, target))
    return prepared(
        reading,
        label,
        task.skill,
        state.skills.get(task.skill, 0) if task.skill else competent,
        attribute_term(state, task.attribute),
        (*terms, *told(order), *under_fire(reading)),
        wound_penalty(state, effort),
        state=state,
    )


def told_task(reading: ReflexReading, order: Act, usual: str) -> Task | None:
    """The task of an action that is a check only where somebody says with what.

    Raises:
        RuleViolation: a modifier of no check.
    """
    if "skill" in order.inputs or "attribute" in order.inputs:
        return skilled(reading, order, "", usual)
    if "modifier" in order.inputs:
        raise RuleViolation("A modifier of what?", f"Say skill= or attribute=, for example attribute={usual}.")
    return None


def close_by(reading: ReflexReading, order: Act) -> tuple[str, State]:
    """Whom an action at arm's reach is about, the actor itself where nobody is named (text 003, line 534).

    Raises:
        RuleViolation: it is not here, or known to be out of reach.
    """
    target = str(order.inputs.get("target", order.actor))
    if not reading.scene.sees(order.actor, target):
        raise absent(target)
    check_at_hand(reading.tables, reading.scene, order.actor, target)
    return target, reading.scene.combatants[target].state
