"""What is repaired in the field holds for a while: the better the work, the longer."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.equipment.rules import disabled_part
from bot.rulesets.reflex.pauses.actions import FieldRepair
from bot.rulesets.reflex.pauses.events import RepairAged, Repaired, RepairFailed
from bot.rulesets.reflex.pauses.operations import REST, basis_said, check_of, close_by
from bot.rulesets.reflex.pauses.things import is_left_behind
from bot.rulesets.reflex.person.handwork import HANDS, check_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.time.timing import time_used

LEAST_PERIODS = 1

rules = Rules()


@rules(FieldRepair)
def repair(play: ReflexPlay, repair: FieldRepair) -> None:
    """Make something disabled work for a while: a check at minus its Wear (text 003, lines 314-318).

    Raises:
        RuleViolation: it is out of reach or left behind, not disabled, or there is no hand to work with.
    """
    owner, item = _disabled(play, repair)
    row = play.tables.operations["repair"]
    basis = basis_said(play, repair, row.skill, row.attribute, HANDS)
    wear = wear_of(play.scene.combatants[owner].state, item)
    terms = (Term("wear", -wear, "003:316", item),) if wear else ()
    outcome = rolled(play, check_of(play, repair, "repair", basis, terms, repair.target))
    play.tell(
        Repaired(
            actor=repair.actor,
            target="" if owner == repair.actor else owner,
            item=item,
            wear=wear,
            outcome=outcome,
            periods=max(LEAST_PERIODS, outcome.margin) if outcome.succeeded else 0,
        )
    )
    play.tell(time_used(play.scene, repair.actor))


def _disabled(reading: ReflexReading, repair: FieldRepair) -> tuple[str, str]:
    check_hand(reading, repair.actor, REST)
    owner, state = close_by(reading, repair)
    item = disabled_part(state, repair.item)
    if is_left_behind(state, item):
        raise RuleViolation(f"The {item} was left behind.", "Only what lies within reach is repaired.")
    return owner, item


def wear_of(state: State, item: str) -> int:
    """Return the Wear that a repair suffers from: that of the thing, or of the whole vehicle (text 003, line 316)."""
    return sum(state.kit.wear.values()) if state.body.vehicle else state.kit.wear.get(item, 0)


def outlast(play: ReflexPlay) -> None:
    """Have repairs in the field hold for one period less, at the end of each (text 003, lines 317-318).

    The period of the work itself does not count.
    """
    for actor, combatant in play.scene.combatants.items():
        for item, left in combatant.state.kit.patched.items():
            event = RepairAged(actor=actor, item=item, left=left - 1) if left > 1 else None
            play.tell(event or RepairFailed(actor=actor, item=item))
