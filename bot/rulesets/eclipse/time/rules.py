"""What is done with a phase itself: leave it, or wait for a lower score of it."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.time.actions import HoldUntil, Pass
from bot.rulesets.eclipse.time.events import HeldUntil, Passed
from bot.rulesets.eclipse.time.phases import HELD, INSIDE, begin_action, end_action, moment, slot_of_moment

rules = Rules()


@rules(Pass)
def pass_phase(play: EclipsePlay, passing: Pass) -> None:
    """Do nothing more in this phase."""
    begin_action(play, passing.actor)
    play.tell(Passed(actor=passing.actor))
    end_action(play, passing.actor)


@rules(HoldUntil)
def hold(play: EclipsePlay, holding: HoldUntil) -> None:
    """Wait for a lower score of this phase, or for a later phase of the turn, whose own action is lost then (001-31).

    Raises:
        RuleViolation: that moment has passed, the phase is that of an ambush, or has begun and cannot be held over.
    """
    actor, phase = holding.actor, holding.phase
    now = slot_of_moment(play.scene, actor)
    if now and now.key[1] == INSIDE:
        raise RuleViolation("The phase of an ambush cannot be held.", "Act, or pass with /act action:pass.")
    if now is None or (later := (phase or now.key[0], 1, -holding.until)) <= now.key:
        raise RuleViolation("That moment has passed.", "Hold until a lower score, or until a later phase.")
    over = later[0] > now.key[0]
    begun = play.scene.combatants[actor].state.moment == moment(play.scene)
    if over and begun:
        raise RuleViolation(
            f"{shown(actor)} has begun its phase.", "Hold until a lower score of it, or pass with /act action:pass."
        )
    play.tell(HeldUntil(actor=actor, score=holding.until, phase=later[0] if over else 0, come=not begun))
    slots = (slot for slot in play.scene.agenda if slot.actor == actor and slot != now)
    kept = (slot for slot in slots if not over or slot.key[0] != later[0])
    kinds = tuple(dict.fromkeys((*now.kinds, HELD)))
    play.tell(SlotMoved(actor=actor, slots=(Slot(later, actor, kinds), *kept)))
