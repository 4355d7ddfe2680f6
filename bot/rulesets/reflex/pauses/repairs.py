"""What is repaired in the field holds for a while: the better the work, the longer."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import rolled
from bot.rulesets.reflex.equipment.actions import things_of
from bot.rulesets.reflex.pauses.events import RepairAged, Repaired, RepairFailed
from bot.rulesets.reflex.pauses.operations import check_of, close_by, done, ready, skilled
from bot.rulesets.reflex.person.gear import find
from bot.rulesets.reflex.person.handwork import HANDS
from bot.rulesets.reflex.person.physique import usable_hands
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.state import Broken, State

LEAST_PERIODS = 1

rules = Rules()


@rules("repair")
def repair(play: ReflexPlay, order: Act) -> None:
    """Make something disabled work for a while: a check at minus its Wear (text 003, lines 314-318).

    Raises:
        RuleViolation: it is out of reach, not disabled, or there is no hand to work with.
    """
    owner, item = _disabled(play, order)
    row = play.tables.operations["repair"]
    task = skilled(play, order, row.skill, row.attribute, HANDS)
    wear = wear_of(play.scene.combatants[owner].state, item)
    terms = (Term("wear", -wear, "003:316", item),) if wear else ()
    outcome = rolled(play, check_of(play, order, "repair", task, terms))
    play.tell(
        Repaired(
            actor=order.actor,
            target="" if owner == order.actor else owner,
            item=item,
            wear=wear,
            outcome=outcome,
            periods=max(LEAST_PERIODS, outcome.margin) if outcome.succeeded else 0,
        )
    )
    play.tell(done(order))


def _disabled(reading: ReflexReading, order: Act) -> tuple[str, str]:
    if not usable_hands(ready(reading.scene, order.actor)):
        raise RuleViolation(f"{shown(order.actor)} has no hand to work with.", "Rest, or talk.")
    owner, state = close_by(reading, order)
    item = find("part", things_of(state), order.inputs["item"])
    if state.broken.get(item) != Broken.DISABLED:
        raise RuleViolation(f"The {item} is {state.broken.get(item, 'not broken')}.", "Only the disabled is repaired.")
    return owner, item


def wear_of(state: State, item: str) -> int:
    """The Wear that a repair suffers from: that of the thing, or of the whole vehicle (text 003, line 316)."""
    return sum(state.wear.values()) if state.vehicle else state.wear.get(item, 0)


def outlast(play: ReflexPlay) -> None:
    """The end of an exchange or a pause: repairs in the field hold one less (text 003, lines 317-318).

    The period of the work itself does not count.
    """
    for actor, combatant in play.scene.combatants.items():
        for item, left in combatant.state.patched.items():
            event = RepairAged(actor=actor, item=item, left=left - 1) if left > 1 else None
            play.tell(event or RepairFailed(actor=actor, item=item))
