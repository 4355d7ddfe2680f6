"""What a GM sets right by hand."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.rulesets.graydawn.equipment.held import in_hand
from bot.rulesets.graydawn.person.actions import Correct
from bot.rulesets.graydawn.person.events import Corrected
from bot.rulesets.graydawn.play import DawnPlay

rules = Rules()


@rules(Correct)
def correct(play: DawnPlay, right: Correct) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    if right == Correct(actor=right.actor):
        raise RuleViolation("Nothing was named to set right.", "Say luck=, boxes=, stance=, loaded= or item=.")
    state = play.scene.combatants[right.actor].state
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
    )
    play.tell(event)
