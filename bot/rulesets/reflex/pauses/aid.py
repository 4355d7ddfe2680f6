"""First aid in a fight stops a death that has begun, or undoes one that has just come; and it takes pain away."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.pauses.events import AidBegan, AidGiven, Injected, Revived
from bot.rulesets.reflex.pauses.operations import check_of, close_by, done, ready, skilled
from bot.rulesets.reflex.person.consciousness import is_down, known_dead
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.handwork import HANDS
from bot.rulesets.reflex.person.physique import usable_hands
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.state import Degree, Item, Lies, State
from bot.rulesets.reflex.tables import ReflexTables
from bot.rulesets.reflex.wounds.events import Stabilized

STABILIZE, RESUSCITATE = "stabilize", "resuscitate"

rules = Rules()


@rules("treat")
def treat(play: ReflexPlay, order: Act) -> None:
    """One attempt to stabilise the unstable or to resuscitate the just dead, or an injection (lines 325-326, 1482).

    Of the GM's people a player's healer cannot tell who needs it: it goes by what shows, and helps where it can (ours).

    Raises:
        RuleViolation: nobody is there within reach, nothing can be done in a minute, or there is no hand to do it with.
    """
    healer = ready(play.scene, order.actor)
    if not usable_hands(healer):
        raise RuleViolation(f"{shown(order.actor)} has no hand to help with.", "Rest, or talk.")
    patient, state = close_by(play, order)
    item = _kit(healer, order)
    if item is not None and item.painkiller:
        _inject(play, order, patient, state, item)
        return
    if state.vehicle:
        raise RuleViolation(f"{shown(patient)} is a vehicle.", "repair makes something work again.")
    blind = play.scene.combatants[patient].guarded and not play.scene.combatants[order.actor].guarded
    needed = _needed(play.tables, state)
    procedure = STABILIZE if blind else _procedure(patient, state, needed)
    row = play.tables.procedures[procedure]
    task = skilled(play, order, row.skill, row.attribute, HANDS)
    degree = _apparent(state) if blind else severity(state)
    if patient != order.actor:
        play.tell(AidBegan(actor=order.actor, target=patient, degree=degree))
    terms = (*_harder(play.tables, procedure, degree), *_tools(item))
    outcome = rolled(play, check_of(play, order, procedure, task, terms))
    play.tell(AidGiven(actor=order.actor, target=patient, procedure=procedure, outcome=outcome, degree=degree))
    if outcome.succeeded and needed:
        play.tell(_helped(play.scene, patient, needed))
    play.tell(done(order))


def _kit(healer: State, order: Act) -> Item | None:
    """What the healer has named to treat with."""
    if "item" not in order.inputs:
        return None
    return healer.items[find("item", kits(healer), order.inputs["item"])]


def kits(healer: State) -> tuple[str, ...]:
    """What first aid can be given with, by name."""
    return tuple(
        key
        for key, item in healer.items.items()
        if item.lies is not Lies.AWAY and (item.medical or (item.painkiller and item.units))
    )


def _needed(tables: ReflexTables, state: State) -> str:
    """What would help somebody now, empty where nothing does."""
    if state.dead:
        return RESUSCITATE if state.dead_for <= tables.procedures["resuscitate"].within else ""
    return STABILIZE if state.unstable else ""


def _procedure(patient: str, state: State, needed: str) -> str:
    if needed:
        return needed
    lost = "has been dead for too long" if state.dead else "is not losing blood"
    raise RuleViolation(f"{shown(patient)} {lost}.", "Name somebody who is, or who has just died, or a painkiller.")


def _apparent(state: State) -> Degree:
    """How badly hurt somebody looks of whom nothing else is known: who is down, critically."""
    return Degree.CRITICAL if is_down(state) else Degree.SLIGHT


def severity(state: State) -> Degree:
    """How bad the worst injury is, slight at least; the dead count as critically hurt (text 003, line 866; ours)."""
    worst = max(state.wounds.values(), default=Degree.SLIGHT)
    return Degree.CRITICAL if state.dead else Degree(max(worst, Degree.SLIGHT))


def _harder(tables: ReflexTables, procedure: str, degree: Degree) -> tuple[Term, ...]:
    row = tables.procedures[procedure]
    penalties = {Degree.MODERATE: row.moderate, Degree.SERIOUS: row.serious, Degree.CRITICAL: row.critical}
    penalty = penalties.get(degree, row.slight)
    return (Term("patient", penalty, row.cited, degree.name.casefold()),) if penalty else ()


def _tools(item: Item | None) -> tuple[Term, ...]:
    return (Term("medical", item.medical, "sheet", item.name),) if item else ()


def _helped(scene: ReflexScene, patient: str, procedure: str) -> Stabilized | Revived:
    if procedure == STABILIZE:
        return Stabilized(actor=patient)
    return Revived(actor=patient, period=(scene.state.exchange, scene.state.pauses))


def _inject(play: ReflexPlay, order: Act, patient: str, state: State, item: Item) -> None:
    """One unit of a strong painkiller (text 003, lines 1482-1483).

    Raises:
        RuleViolation: the patient is known to be dead, or a vehicle.
    """
    if known_dead(play.scene.combatants[patient]) or state.vehicle:
        raise RuleViolation(f"{shown(patient)} feels nothing.", "Name somebody alive.")
    play.tell(Injected(actor=order.actor, target=patient, item=item.name, left=item.units - 1))
    play.tell(done(order))
