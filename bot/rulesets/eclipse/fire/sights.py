"""A full aim lasts while its target remains in sight (001:41-43)."""

from __future__ import annotations

from bot.core.events import Audience, Stood
from bot.core.features import Follows
from bot.rulesets.eclipse.cover.screened import screened
from bot.rulesets.eclipse.fire.events import AimLost
from bot.rulesets.eclipse.play import EclipsePlay

follows = Follows()


@follows(Stood)
def look_on_the_way(play: EclipsePlay, event: Stood) -> None:
    """Have nobody aim any more at whom it loses from sight, wherever that one comes out again."""
    lift_aims(play)


def lift_aims(play: EclipsePlay) -> None:
    """Have nobody aim any more at whom something on the ground hides; of the GM's people only the GM is told.

    Whom the GM hides, and where it goes, ends no aim of a player's: that would tell of it.
    """
    for actor, combatant in play.scene.combatants.items():
        aim = combatant.state.aim
        found = screened(play, actor, aim.target) if aim and play.scene.sees(actor, aim.target) else None
        if aim and found and found.behind:
            audience = Audience.GM if combatant.guarded else Audience.ALL
            play.tell(AimLost(actor=actor, target=aim.target, audience=audience))
