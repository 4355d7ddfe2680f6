"""Aiming takes a whole round."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.fire.events import Aimed
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.targets import target_of
from bot.rulesets.graydawn.time.turns import leave, ready

rules = Rules()


@rules("aim")
def aim(play: DawnPlay, order: Act) -> None:
    """Aim for the whole round (text 004, line 267; 004-30).

    Raises:
        RuleViolation: something else was declared, nothing can be seen from here, or there is no such target.
    """
    actor = order.actor
    ready(play, actor)
    state = play.scene.combatants[actor].state
    if state.stance is Stance.FULL or state.turn.pinned:
        raise RuleViolation("Who keeps wholly down, or runs for it, cannot aim.", "Declare another stance first.")
    if state.turn.actions > 1:
        raise RuleViolation("Aiming takes the whole round.", "Declare one action only, and aim with it.")
    target = target_of(play.scene, actor, order.inputs["target"])
    held = state.aim
    rounds = held.rounds + 1 if held and held.target == sign_of(target) else 1
    leave(play, actor)
    play.tell(Aimed(actor=actor, target=target, rounds=rounds))
