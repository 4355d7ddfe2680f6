"""What is done with a phase itself: leave it, or wait for a lower score of it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.timeline import Slot
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.time.actions import HoldUntil, Pass
from bot.rulesets.eclipse.time.events import Held, Passed
from bot.rulesets.eclipse.time.phases import INSIDE, begin_action, end_action, slot_of_moment

rules = Rules()


@rules(Pass)
def pass_phase(play: EclipsePlay, passing: Pass) -> None:
    """Do nothing more in this phase."""
    begin_action(play, passing.actor)
    play.tell(Passed(actor=passing.actor))
    end_action(play, passing.actor)


@rules(HoldUntil)
def hold(play: EclipsePlay, holding: HoldUntil) -> None:
    """Wait for a lower score of this phase (ours).

    Raises:
        RuleViolation: that score has passed, or the phase is that of an ambush.
    """
    now = slot_of_moment(play.scene, holding.actor)
    if now and now.key[1] == INSIDE:
        raise RuleViolation("The phase of an ambush cannot be held.", "Act, or pass.")
    if now is None or (later := (now.key[0], 1, -holding.until)) <= now.key:
        raise RuleViolation("That moment has passed.", "Hold until a lower score.")
    play.tell(Held(actor=holding.actor, score=holding.until))
    slots = (slot for slot in play.scene.agenda if slot.actor == holding.actor and slot != now)
    play.tell(SlotMoved(actor=holding.actor, slots=(Slot(later, holding.actor, now.kinds), *slots)))
