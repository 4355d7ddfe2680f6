"""A full aim lasts while its target remains in sight (001:41-43)."""

from __future__ import annotations

from bot.core.events import Audience, Stood
from bot.core.features import Follows
from bot.core.ground.lost import is_veiled
from bot.rulesets.eclipse.cover.screened import screened
from bot.rulesets.eclipse.fire.events import AimLost
from bot.rulesets.eclipse.play import EclipsePlay

follows = Follows()


@follows(Stood)
def look_on_the_way(play: EclipsePlay, event: Stood) -> None:
    """Have nobody aim any more at whom it loses from sight, wherever that one comes out again."""
    lift_aims(play)


def lift_aims(play: EclipsePlay) -> None:
    """Have nobody aim any more at whom something on the ground hides.

    Where somebody goes whom the GM hides ends no aim of a player's: that would tell of it.
    """
    for actor, combatant in play.scene.combatants.items():
        aim = combatant.state.aim
        found = screened(play, actor, aim.target) if aim and play.scene.sees(actor, aim.target) else None
        if aim and found and found.behind:
            play.tell(_lost(play, actor, aim.target))


def lose_hidden(play: EclipsePlay, target: str) -> None:
    """Have nobody aim any more at somebody whom the GM has hidden from it, which all see happen."""
    for actor, combatant in play.scene.combatants.items():
        aim = combatant.state.aim
        if aim and aim.target == target and not play.scene.sees(actor, target):
            play.tell(_lost(play, actor, target))


def _lost(play: EclipsePlay, actor: str, target: str) -> AimLost:
    """Return that somebody has lost its target from sight; of whom not all may know how it is the GM alone is told."""
    veiled = is_veiled(play.scene, play.scene.combatants[actor])
    return AimLost(actor=actor, target=target, audience=Audience.GM if veiled else Audience.ALL)
