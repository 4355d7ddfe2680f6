"""Aiming takes a whole round, and what is aimed at is lost by anything else."""

from __future__ import annotations

from bot.core.actions import read
from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.ground.lost import check_in_sight
from bot.core.orders import Act
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.fire.actions import Aim
from bot.rulesets.graydawn.fire.events import Aimed
from bot.rulesets.graydawn.play import DawnPlay, DawnScene
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.targets import target_of
from bot.rulesets.graydawn.time.slots import number_now

rules = Rules()


@rules(Aim)
def aim(play: DawnPlay, aiming: Aim) -> None:
    """Aim for the whole round (text 004, line 267; 004-30).

    Raises:
        RuleViolation: something else was declared, a part of the round has gone by, nothing can be seen from here, or
            no such target is there.
    """
    state = play.scene.combatants[aiming.actor].state
    if state.stance is Stance.FULL or state.turn.pinned:
        raise RuleViolation(
            "Who keeps wholly down, or runs for it, cannot aim.",
            "Declare another stance as the turn begins: /act action:declare.",
        )
    if state.turn.actions > 1:
        raise RuleViolation(
            "Aiming takes the whole round.",
            "Declare one action as the turn begins, /act action:declare with:actions=1, and aim with it.",
        )
    if number_now(play.scene, aiming.actor) < state.score:
        raise RuleViolation(
            "Aiming takes the whole round, and a part of it has gone by.",
            "Aim in the next round as the turn comes up, before anything else: /act action:aim.",
        )
    check_in_sight(play.scene, aiming.actor, target_of(play.scene, aiming.actor, aiming.target))


def take_aim(play: DawnPlay, order: Act, before: DawnScene) -> None:
    """Aim at the target for a round more, or for the first where something else was aimed at ``before``."""
    target = target_of(play.scene, order.actor, read(Aim, order).target)
    held = before.combatants[order.actor].state.aim
    rounds = held.rounds + 1 if held and held.target == sign_of(target) else 1
    play.tell(Aimed(actor=order.actor, target=target, rounds=rounds))
