"""What goes on by itself is counted once at the end of each exchange of fire and each pause."""

from __future__ import annotations

from bot.rulesets.reflex.hazards.breath import suffocate
from bot.rulesets.reflex.hazards.burning import burn
from bot.rulesets.reflex.person.consciousness import known_dead
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.wounds.injury import degrade


def get_worse(play: ReflexPlay) -> None:
    """Let fires burn and breath ebb, of all but those whom everybody can tell to be dead, and then wounds get worse.

    Dice: those of ``burning.burn`` for each who burns, in the order of joining.
    """
    for actor in play.scene.combatants:
        if (fire := play.scene.combatants[actor].state.body.burning) and not known_dead(play.scene.combatants[actor]):
            with play.about(actor):
                burn(play, actor, fire)
        if (breath := play.scene.combatants[actor].state.body.breath) and not known_dead(play.scene.combatants[actor]):
            suffocate(play, actor, breath)
    degrade(play)
