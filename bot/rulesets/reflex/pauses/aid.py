"""First aid in a fight stops a death that has begun, or undoes one that has just come; and it takes pain away."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.kit import Item
from bot.rulesets.reflex.pauses.actions import Treat
from bot.rulesets.reflex.pauses.events import AidBegan, AidGiven, Injected, Revived
from bot.rulesets.reflex.pauses.operations import REST, Basis, check_of, close_by
from bot.rulesets.reflex.pauses.things import kits
from bot.rulesets.reflex.person.consciousness import is_closed_to, is_down, known_dead
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.handwork import HANDS, check_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.time.timing import time_used
from bot.rulesets.reflex.wounds.events import Stabilized

STABILIZE, RESUSCITATE = "stabilize", "resuscitate"

rules = Rules()


@rules(Treat)
def treat(play: ReflexPlay, treat: Treat) -> None:
    """Try once to stabilise the unstable or to resuscitate the just dead, or give an injection (lines 325-326, 1482).

    Of the GM's people a player's healer cannot tell who needs it: it goes by what shows, and helps where it can (ours).

    Raises:
        RuleViolation: nobody is there within reach, nothing can be done in a minute, or there is no hand to do it with.
    """
    check_hand(play, treat.actor, REST)
    patient, state = close_by(play, treat)
    healer = play.at_opening(treat.actor)
    item = healer.kit.items[find("item", kits(healer), treat.item)] if treat.item else None
    if item is not None and item.painkiller:
        _inject(play, treat, patient, state, item)
        return
    if state.body.vehicle:
        raise RuleViolation(f"{shown(patient)} is a vehicle.", "Repair what is broken: /act action:repair.")
    blind = is_closed_to(play.scene, treat.actor, patient)
    needed = _needed(play.tables, state)
    procedure = STABILIZE if blind else _procedure(patient, state, needed)
    row = play.tables.procedures[procedure]
    basis = Basis(row.skill.casefold(), row.attribute, HANDS)
    degree = _apparent(state) if blind else severity(state)
    if patient != treat.actor:
        play.tell(AidBegan(actor=treat.actor, target=patient, degree=degree))
    tools = (Term("medical", item.medical, "sheet", item.name),) if item else ()
    terms = (*_harder(play.tables, procedure, degree), *tools)
    outcome = rolled(play, check_of(play, treat, procedure, basis, terms, treat.target))
    play.tell(AidGiven(actor=treat.actor, target=patient, procedure=procedure, outcome=outcome, degree=degree))
    if outcome.succeeded and needed:
        play.tell(_helped(play.scene, patient, needed))
    play.tell(time_used(play.scene, treat.actor))


def _needed(tables: ReflexTables, state: State) -> str:
    """Return the procedure that would help somebody now, "" where none does."""
    if state.body.dead:
        return RESUSCITATE if state.body.dead_for <= tables.procedures["resuscitate"].within else ""
    return STABILIZE if state.body.unstable else ""


def _procedure(patient: str, state: State, needed: str) -> str:
    if needed:
        return needed
    lost = "has been dead for too long" if state.body.dead else "is not losing blood"
    raise RuleViolation(f"{shown(patient)} {lost}.", "Name somebody who is, or who has just died, or a painkiller.")


def _apparent(state: State) -> Degree:
    """Return how badly hurt somebody looks of whom nothing else is known: who is down, critically."""
    return Degree.CRITICAL if is_down(state) else Degree.SLIGHT


def severity(state: State) -> Degree:
    """Return how bad the worst injury is, slight at least; the dead count as critically hurt (line 866; ours)."""
    worst = max(state.body.wounds.values(), default=Degree.SLIGHT)
    return Degree.CRITICAL if state.body.dead else Degree(max(worst, Degree.SLIGHT))


def _harder(tables: ReflexTables, procedure: str, degree: Degree) -> tuple[Term, ...]:
    row = tables.procedures[procedure]
    penalties = {Degree.MODERATE: row.moderate, Degree.SERIOUS: row.serious, Degree.CRITICAL: row.critical}
    penalty = penalties.get(degree, row.slight)
    return (Term("patient", penalty, row.cited, degree.name.casefold()),) if penalty else ()


def _helped(scene: ReflexScene, patient: str, procedure: str) -> Stabilized | Revived:
    if procedure == STABILIZE:
        return Stabilized(actor=patient)
    return Revived(actor=patient, period=(scene.state.exchange, scene.state.pauses))


def _inject(play: ReflexPlay, treat: Treat, patient: str, state: State, item: Item) -> None:
    """Give one unit of a strong painkiller (text 003, lines 1482-1483).

    Raises:
        RuleViolation: the patient is known to be dead, or a vehicle.
    """
    if known_dead(play.scene.combatants[patient]) or state.body.vehicle:
        raise RuleViolation(f"{shown(patient)} feels nothing.", "Name somebody alive.")
    play.tell(Injected(actor=treat.actor, target=patient, item=item.name, left=item.units - 1))
    play.tell(time_used(play.scene, treat.actor))
