"""What is done with a phase itself: leave it, or wait for a lower score of it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.timeline import Key, Slot
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.time.events import Held, Passed
from bot.rulesets.eclipse.time.phases import check_able, leave, slot_now, spend

rules = Rules()

PASS = "pass"  # noqa: S105  a name of an action


@rules(PASS)
def pass_phase(play: EclipsePlay, order: Act) -> None:
    """Do nothing more in this phase."""
    spend(play, order.actor)
    play.tell(Passed(actor=order.actor))
    leave(play, order.actor)


@rules("hold")
def hold(play: EclipsePlay, order: Act) -> None:
    """Wait for a lower score of this phase (ours).

    Raises:
        RuleViolation: that score has passed.
    """
    check_able(play.scene, order.actor)
    now = slot_now(play.scene, order.actor)
    score: int = order.inputs["until"]
    if now is None or (later := _later(now.key, score)) <= now.key:
        raise RuleViolation("That moment has passed.", "Hold until a lower score.")
    play.tell(Held(actor=order.actor, score=score))
    slots = (slot for slot in play.scene.agenda if slot.actor == order.actor and slot != now)
    play.tell(SlotMoved(actor=order.actor, slots=(Slot(later, order.actor, now.kinds), *slots)))


def _later(key: Key, score: int) -> Key:
    return (key[0], 1, -score)
