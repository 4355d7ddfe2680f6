"""Nerve under fire: all that was fired since the last turn adds up, and whoever gives way to it keeps down or runs."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.errors import RuleViolation
from bot.core.events import Audience, SlotMoved
from bot.core.features import Rules
from bot.core.terms import Term, total
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.rolls import check, passed
from bot.rulesets.graydawn.checks.stats import skill_term, stat
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import COVER, State
from bot.rulesets.graydawn.suppression.actions import Calm, TestNerve, Threaten
from bot.rulesets.graydawn.suppression.events import Calmed, Frightened, NerveTested, Threatened
from bot.rulesets.graydawn.targets import present
from bot.rulesets.graydawn.time.slots import ACTION, slot_now
from bot.rulesets.graydawn.wounds.hits import layered

rules = Rules()

TORSO = "torso"


def difficulty(reading: DawnReading, state: State) -> tuple[Term, ...]:
    """Return what the number of a suppression roll is the sum of (B7; 004-10).

    It is 15, and all that has added to it since the last turn.
    """
    row = reading.tables.limits.nerve
    return (Term("nerve", row.value, row.cited), *(Term(fear.kind, fear.value, "B7; 004-10") for fear in state.fears))


def nerve_terms(reading: DawnReading, state: State) -> Iterator[Term]:
    """Yield CL, Cover, one for each level of cover, one for each five points on the torso (004:136, 156; GD-25)."""
    tables = reading.tables
    yield Term("stat", stat(tables, state, "cl"), "004:156", detail="CL")
    yield skill_term(state, COVER, "004:156")
    if state.shelter:
        yield Term("shelter", state.shelter.level, "004:136", detail=tables.covers[state.shelter.kind].title)
    if worn := layered(tables, state.armor, TORSO)[0] // tables.limits.armor_nerve.value:
        yield Term("armor", worn, "004:136")


@rules(TestNerve)
def nerve(play: DawnPlay, tested: TestNerve) -> None:
    """Make the suppression roll of a turn, before stance and actions are chosen (text 004, lines 156-164; 004-18).

    Whoever wants to leave cover and fails rolls once more whether at least to fight from it (004:230; 004-19).
    A one is a critical failure and loses the turn. Dice: one for each roll, with what follows a ten.
    """
    actor, leaving = tested.actor, tested.leaving
    state, slot = play.at_opening(actor), slot_now(play.scene, actor)
    terms = difficulty(play, state)
    needed = total(terms)
    made = suppression_roll(play, actor, needed)
    held, second = passed(made, needed), None
    if leaving and state.shelter and not held and not made.fumble:
        with play.part("the second roll"):
            second = suppression_roll(play, actor, needed)
    lost = (second or made).fumble
    play.tell(
        NerveTested(
            actor=actor,
            check=made,
            number=needed,
            held=held,
            leaving=leaving and state.shelter is not None,
            second=second,
            steady=second is not None and passed(second, needed),
            lost=lost,
            tally=needed - play.tables.limits.nerve.value,
            against=terms,
            felt=state.fears,
        )
    )
    play.tell(SlotMoved(actor=actor, slots=() if lost else (Slot(slot.key, actor, (ACTION,)),)))


def suppression_roll(play: DawnPlay, actor: str, number: int) -> Outcome:
    """Make one suppression roll, as luck leaves it."""
    terms = tuple(nerve_terms(play, play.at_opening(actor)))

    def once() -> Outcome:
        return check(play, "nerve", terms, COVER)

    return reconsidered(play, actor, once(), once, lambda made: number - made.total)


@rules(Threaten)
def threaten(play: DawnPlay, threat: Threaten) -> None:
    """Make somebody's next suppression roll harder, as the GM says, for what no other rule knows of."""
    target = present(play.scene, threat.actor, threat.target or threat.actor)
    play.tell(Threatened(actor=target, value=threat.amount))


@rules(Calm)
def calm(play: DawnPlay, calming: Calm) -> None:
    """Clear all that adds to somebody's next suppression roll.

    Raises:
        RuleViolation: there is nothing to clear.
    """
    target = present(play.scene, calming.actor, calming.target or calming.actor)
    if not play.scene.combatants[target].state.fears:
        raise RuleViolation(f"{shown(target)} is under no fire.", "See /morale show.")
    play.tell(Calmed(actor=target))


def fright(scene: DawnScene, actor: str, target: str, kind: str, value: int, *, instead: int = 0) -> Frightened:
    """Return what makes the next suppression roll of somebody harder, told to the GM alone of the hidden."""
    audience = Audience.GM if scene.combatants[target].hidden else Audience.ALL
    return Frightened(actor=actor, target=target, kind=kind, value=value, instead=instead, audience=audience)
