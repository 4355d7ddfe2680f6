"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.rulesets.graydawn.equipment.held import in_hand
from bot.rulesets.graydawn.person.actions import Correct
from bot.rulesets.graydawn.person.events import Corrected
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.time.initiative import moved_slot

rules = Rules()


@rules(Correct)
def correct(play: DawnPlay, right: Correct) -> None:
    """Set something right by hand; who is said to live, or to have no wounds, is not doomed any more.

    Raises:
        RuleViolation: nothing was named, a weapon that is not there, or initiative for who has acted.
    """
    if right == Correct(actor=right.actor):
        raise RuleViolation(
            "Nothing was named to set right.", "Say luck=, boxes=, initiative=, stance=, loaded= or item=."
        )
    state = play.scene.combatants[right.actor].state
    slots = None if right.initiative is None else (moved_slot(play, right.actor, right.initiative),)
    event = Corrected(
        actor=right.actor,
        luck=right.luck,
        boxes=right.boxes,
        stun=right.stun,
        loaded=right.loaded,
        spare=right.spare,
        wields=None if right.item is None else in_hand(state, right.item)[0],
        stance=right.stance,
        stunned=right.stunned,
        stable=right.stable,
        dead=right.dead,
        score=right.initiative,
        dying=False if state.dying and (right.dead is False or right.boxes == 0) else None,
    )
    play.tell(event)
    if slots is not None:
        play.tell(SlotMoved(actor=right.actor, slots=slots))
